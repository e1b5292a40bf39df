"""The archive follows the result events."""

import pytest
from django.core.management import call_command
from django.db import OperationalError

from games import services
from games.demo import load_demo
from games.models import ArchiveCursor, ArchivedPosition, Move
from games.rules.symmetry import Symmetry, canonical, key
from games.services import archive
from games.services.archive import following
from games.services.following import TRIES
from ratings import services as ratings
from ratings.models import LedgerEntry
from tests.games.archiving import archive_all
from tests.games.factories import make_finished_game, make_game, make_user, some_moves
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(amaia, unai):
    return make_finished_game(amaia, unai, some_moves(6), rated=True)


def rows(game):
    return list(ArchivedPosition.objects.filter(game=game))


def test_a_finished_game_has_a_row_for_each_placement_and_the_empty_board(game):
    assert archive_all() == 1
    assert [row.ply for row in rows(game)] == [0, 1, 3, 4, 5, 6]


def test_a_row_names_its_position_and_the_next(game):
    archive_all()
    found = rows(game)
    assert found[-1].key == key(game.current)
    assert [row.next_key for row in found] == [*(row.key for row in found[1:]), None]


def test_the_symmetry_of_a_row_leads_to_the_canonical_position(game):
    archive_all()
    row = rows(game)[-1]
    assert Symmetry.of(row.symmetry).position(game.current) == canonical(game.current)[0]


def test_points_are_those_of_the_side_to_move_and_first_of_the_first_player(amaia, unai):
    moves = some_moves(5)
    kept = make_finished_game(amaia, unai, moves)
    swapped = make_finished_game(amaia, unai, [moves[0], "swap", *moves[2:]])
    archive_all()
    assert [row.points for row in rows(kept)] == [2, 0, 2, 0, 2]
    assert [row.points for row in rows(swapped)] == [2, 2, 0, 2, 0]
    assert (rows(kept)[0].swapped, rows(swapped)[0].swapped) == (False, True)


def test_a_second_call_changes_nothing(game):
    archive_all()
    before = list(ArchivedPosition.objects.values())
    assert archive.follow() == 0
    assert list(ArchivedPosition.objects.values()) == before


def test_a_cursor_that_lags_behind_doubles_nothing(game):
    archive_all()
    ArchiveCursor.objects.update(last=0)
    assert archive.follow() == 1
    assert len(rows(game)) == 6


def test_a_running_game_is_not_there(amaia, unai):
    make_game(amaia, unai, some_moves(4))
    archive_all()
    assert not ArchivedPosition.objects.exists()


def test_a_game_that_was_called_off_is_not_there(amaia, unai):
    services.cancel(make_game(amaia, unai, some_moves(1)).pk, amaia)
    assert archive_all() == 1
    assert not ArchivedPosition.objects.exists()


def test_an_annulled_game_has_no_points_but_stays(game):
    archive_all()
    services.annul(game.pk, make_user("leire", is_staff=True), "A test.")
    archive_all()
    assert {row.points for row in rows(game)} == {None}
    assert len(rows(game)) == 6


def test_a_corrected_result_counts(game):
    archive_all()
    services.correct(game.pk, make_user("leire", is_staff=True), "white", "A test.")
    archive_all()
    assert rows(game)[0].points == 0


def test_the_rating_is_the_lower_one_before_the_game(amaia, unai):
    finish(amaia, unai)
    game = make_finished_game(amaia, unai, some_moves(6), rated=True)
    archive_all()
    assert {row.rating for row in rows(game)} == {1480}


def test_who_has_no_rated_game_yet_has_no_rating(game):
    archive_all()
    assert {row.rating for row in rows(game)} == {None}


def test_a_later_revision_leaves_the_rating_that_the_players_knew(amaia, unai):
    first = finish(amaia, unai)
    game = make_finished_game(amaia, unai, some_moves(6), rated=True)
    archive_all()
    services.annul(first.pk, make_user("leire", is_staff=True), "A test.")
    archive_all()
    assert LedgerEntry.objects.filter(game=game).count() == 2
    assert list(archive.contradictions()) == []


def test_a_game_waits_for_its_ratings(game):
    assert archive.follow() == 0
    ratings.follow()
    assert archive.follow() == 1


def test_a_game_that_cannot_be_replayed_never_holds_up_those_behind(amaia, unai, game):
    Move.objects.filter(game=game, ply=6).update(text="a9")
    later = make_finished_game(amaia, unai, some_moves(3))
    assert archive_all() == 2
    assert (len(rows(game)), len(rows(later))) == (0, 3)


def test_a_database_that_is_away_passes_over_nothing(game, monkeypatch):
    def be_away(event):
        raise OperationalError

    ratings.follow()
    monkeypatch.setattr(following, "archive", be_away)
    with pytest.raises(OperationalError):
        archive.follow()
    monkeypatch.undo()
    assert archive.follow() == 1
    assert rows(game)


def test_a_game_at_which_the_database_always_fails_never_holds_up_those_behind(
    amaia, unai, game, monkeypatch
):
    class TooComplex(Exception):
        sqlstate = "54001"

    def fail(event):
        raise OperationalError from TooComplex()

    later = make_finished_game(amaia, unai, some_moves(3))
    ratings.follow()
    monkeypatch.setattr(following, "archive", fail)
    for _ in range(TRIES - 1):
        with pytest.raises(OperationalError):
            archive.follow()
    assert archive.follow(limit=1) == 1
    monkeypatch.undo()
    assert archive.follow() == 1
    assert (len(rows(game)), len(rows(later))) == (0, 3)


def test_what_was_rated_wakes_the_archive(game, monkeypatch, django_capture_on_commit_callbacks):
    from ratings.tasks import follow_results

    woken = []
    monkeypatch.setattr("sumendi_site.queue.current_app.send_task", lambda *a, **k: woken.append(a))
    with django_capture_on_commit_callbacks(execute=True):
        follow_results()
    assert ("games.tasks.follow_archive",) in woken


def test_the_demo_is_archived_as_its_games_lead_to():
    load_demo()
    assert archive_all() == 12
    assert list(archive.contradictions()) == []


def test_a_wrong_row_is_found_and_written_anew(game):
    archive_all()
    ArchivedPosition.objects.filter(game=game, ply=4).update(key=1)
    assert list(archive.contradictions()) == [
        f"Game {game.pk}: its archived positions are not what its plies lead to."
    ]
    call_command("rebuild_archive")
    assert list(archive.contradictions()) == []


def test_rows_of_a_game_that_has_not_ended_are_found_and_go(game, amaia, unai):
    archive_all()
    running = make_game(amaia, unai, some_moves(2))
    ArchivedPosition.objects.filter(game=game, ply=4).update(game=running)
    assert len(list(archive.contradictions())) == 2
    assert archive.rebuild() == 2
    assert list(archive.contradictions()) == []
    assert not rows(running)


def test_games_of_programs_are_told_from_those_of_people(amaia, unai):
    bot = make_user("lapa", kind="bot", owner=unai)
    game = make_finished_game(amaia, bot, some_moves(3))
    archive_all()
    assert {row.bots for row in rows(game)} == {1}


def test_a_game_that_nobody_began_is_not_there(amaia, unai):
    services.resign(make_game(amaia, unai).pk, unai)
    assert archive_all() == 1
    assert not ArchivedPosition.objects.exists()
