"""The commands for whoever works on the search."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def told(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_match_tells_its_seed_the_score_and_that_nothing_went_wrong():
    lines = told("match", "sims=40", "random", "--games", "4", "--size", "5", "--seed", "7")
    assert "sims=40 against random, size 5, 4 games, seed 7" in lines
    assert "All: 4-0, 100.0 % (51.0 to 100.0), Elo +∞ (+7 to +∞)" in lines
    assert "No faults" in lines


def test_a_match_of_somebody_unknown_is_refused():
    with pytest.raises(CommandError, match="No player is described by 'granite'"):
        told("match", "granite", "random")


def test_the_tables_can_be_shown_without_playing(tmp_path):
    shown = told("strength", "--show", "--results", str(tmp_path / "none"))
    assert shown.count("not played") == 33
    assert not (tmp_path / "none").exists()


def test_training_writes_what_the_search_reads(tmp_path):
    from games.search.engine import weights_in

    file = tmp_path / "5.json"
    told("train_search", "--size=5", "--games=10", "--simulations=5", f"--out={file}")
    assert weights_in(file).shape == (128, 40)
