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


@pytest.mark.parametrize(
    "nobody", ["granite", "sims=0", "ms=-1", "uct=0", "flat=0x9", "sims=9,weights=no/file"]
)
def test_a_match_of_somebody_unknown_is_refused(nobody):
    with pytest.raises(CommandError, match=f"No player is described by '{nobody}'"):
        told("match", nobody, "random")


@pytest.mark.parametrize("command", [("match", "random", "random"), ("strength", "--show")])
@pytest.mark.parametrize(
    ("games", "why"),
    [("3", "an even number"), ("0", "from 1 on"), ("-2", "from 1 on"), ("some", "from 1 on")],
)
def test_games_that_leave_the_seats_unbalanced_are_refused(command, games, why):
    with pytest.raises(CommandError, match=why):
        told(*command, f"--games={games}")


def test_a_match_on_an_unknown_board_is_refused():
    with pytest.raises(CommandError, match="choose from 5, 6, 7"):
        told("match", "random", "random", "--size=8")


def test_the_tables_can_be_shown_without_playing(tmp_path):
    shown = told("strength", "--show", "--results", str(tmp_path / "none"))
    assert shown.count("not played") == 33
    assert not (tmp_path / "none").exists()


def test_training_writes_what_the_search_reads(tmp_path):
    from games.search.engine import weights_in

    file = tmp_path / "5.json"
    told("train_search", "--size=5", "--games=10", "--simulations=5", f"--out={file}")
    assert weights_in(file).shape == (128, 40)
