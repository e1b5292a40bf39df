"""Records of many games, and the file of all rated ones."""

import gzip
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import services
from games.models import ArchiveExport, ExportPart, Game
from games.rules import Record
from games.services import archive
from games.services.archive import exporting, records
from tests.games.archiving import archive_all
from tests.games.factories import make_finished_game, make_game, make_user, some_moves
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(hour=2)


@pytest.fixture
def games(amaia, unai):
    return [make_finished_game(amaia, unai, some_moves(6), rated=True) for _ in range(3)]


def records_in(text):
    return [Record.parse(f"[Event {part}") for part in text.split("[Event ")[1:]]


def exported():
    return gzip.decompress(b"".join(archive.parts_of(archive.newest_export()))).decode()


def test_the_file_has_the_record_of_each_rated_game(games):
    assert archive.make_export(NOW)
    found = records_in(exported())
    assert [tuple(record.moves) for record in found] == [tuple(some_moves(6))] * 3
    export = archive.newest_export()
    assert (export.games, export.day) == (3, NOW.date())
    assert export.size == sum(len(part) for part in archive.parts_of(export))


def test_the_file_states_its_licence(games):
    archive.make_export(NOW)
    assert "CC0 1.0" in exported().split("[Event")[0]


def test_a_record_tells_what_the_players_were_rated(amaia, unai):
    finish(amaia, unai)
    archive_all()
    Game.objects.update(rated=False)
    make_finished_game(amaia, unai, some_moves(6), rated=True)
    archive_all()
    archive.make_export(NOW)
    (record,) = records_in(exported())
    assert (record.tags["FirstRating"], record.tags["SecondRating"]) == ("1520", "1480")


def test_casual_running_and_annulled_games_are_not_in_the_file(games, amaia, unai):
    services.annul(games[0].pk, make_user("leire", is_staff=True), "A test.")
    make_finished_game(amaia, unai, some_moves(6))
    make_game(amaia, unai, some_moves(6), rated=True)
    archive.make_export(NOW)
    assert archive.newest_export().games == 2


def test_the_file_is_made_by_a_command_once(games, capsys):
    call_command("export_games")
    call_command("export_games")
    assert archive.newest_export().games == 3
    assert capsys.readouterr().out.splitlines()[1].endswith("nothing was done.")


def test_a_day_has_one_file(games):
    assert archive.make_export(NOW)
    assert not archive.make_export(NOW + timedelta(hours=1))


def test_while_somebody_makes_the_file_nobody_else_does(games, monkeypatch):
    again = []
    with_ratings = exporting.with_ratings

    def try_meanwhile(batch):
        again.append(archive.make_export(NOW))
        return with_ratings(batch)

    monkeypatch.setattr(exporting, "with_ratings", try_meanwhile)
    assert archive.make_export(NOW)
    assert again == [False]


def break_down(*_):
    raise KeyboardInterrupt


def test_a_file_that_was_left_half_made_is_made_anew(games, monkeypatch):
    monkeypatch.setattr(exporting, "PART", 1)
    monkeypatch.setattr(exporting._Writing, "finish", break_down)
    with pytest.raises(KeyboardInterrupt):
        archive.make_export(NOW)
    monkeypatch.undo()
    assert ExportPart.objects.exists()
    assert archive.newest_export() is None
    ArchiveExport.objects.update(held_until=NOW + exporting.HELD)
    assert not archive.make_export(NOW + timedelta(minutes=1))
    ArchiveExport.objects.update(held_until=NOW)
    assert archive.make_export(NOW + timedelta(minutes=1))
    assert len(records_in(exported())) == 3


def test_who_was_taken_for_dead_does_not_spoil_the_file_of_another(games, monkeypatch):
    monkeypatch.setattr(exporting, "PART", 1)
    with_ratings = exporting.with_ratings

    def be_late(batch):
        monkeypatch.undo()
        ArchiveExport.objects.update(held_until=NOW - timedelta(days=1))
        assert archive.make_export(NOW)
        return with_ratings(batch)

    monkeypatch.setattr(exporting, "with_ratings", be_late)
    assert not archive.make_export(NOW)
    assert len(records_in(exported())) == 3


def test_the_newest_files_stay(games):
    for day in range(4):
        assert archive.make_export(NOW + timedelta(days=day))
    days = [(NOW + timedelta(days=day)).date() for day in (3, 2)]
    assert [export.day for export in ArchiveExport.objects.all()] == days


def test_a_file_of_several_parts_is_one(games, monkeypatch):
    monkeypatch.setattr(exporting, "PART", 1)
    monkeypatch.setattr(records, "BATCH", 1)
    archive.make_export(NOW)
    assert archive.newest_export().part_count > 1
    assert len(records_in(exported())) == 3


def test_games_are_read_some_at_a_time(games, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(records, "BATCH", 2)
    with django_assert_num_queries(3 + 2 * 2):  # games until there are none, and their plies
        assert len(list(archive.one_behind_the_other(archive.rated_games()))) == 2
