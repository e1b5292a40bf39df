import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.models import Bout, BoutStatus, RunFault, TurnState, VersionState
from games.presenters import version_rows
from games.presenters.bot_results import most_played, results_of
from games.presenters.version_rows import SAMPLE
from games.services.versions import shown_to
from tests.games.bots.hosting import make_check, make_hosted_bot, make_turn, make_version
from tests.games.bots.played import played
from tests.games.factories import make_finished_game, make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def magma(amaia):
    return make_hosted_bot(amaia)


@pytest.fixture
def version(magma):
    return magma.bot.versions.get()


def rows_of(account):
    versions = list(version_rows.with_sums(shown_to(account.owner, account)))
    sample = version_rows.sample_of(versions)
    return version_rows.rows_of(versions, sample, results_of(account).by_version)


def lost_by(loser, winner, version, ply=1):
    game = make_finished_game(winner, loser)
    game.bot_turns.all().delete()  # of ply 1, where a program begins
    make_turn(game, version, version.bot.account.owner, ply=ply)
    return game


def test_the_time_of_a_turn_is_the_median(magma, version, unai):
    game = make_game(magma, unai)
    for ply, seconds in enumerate((0.2, 0.9, 0.3), start=3):
        played(game, version, ply, seconds=[seconds])
    assert rows_of(magma)[0].seconds == 0.3


def test_only_the_newest_turns_tell_the_time(magma, version, unai):
    game = make_game(magma, unai)
    played(game, version, 500, seconds=[9])
    for ply in range(2, SAMPLE + 2):
        played(game, version, ply, seconds=[1])
    assert len(version_rows.sample_of(version_rows.with_sums(shown_to(None, magma)))) == SAMPLE


def test_a_run_that_failed_tells_no_time_and_counts_as_a_fault(magma, version, unai):
    turn = {"faults": [RunFault.CRASH, ""], "seconds": [9, 0.4]}
    played(make_game(unai, magma), version, 2, **turn)
    (row,) = rows_of(magma)
    assert (row.seconds, row.faults) == (0.4, 1)


def test_faults_of_ours_and_those_in_bouts_are_not_counted(magma, version, unai):
    played(make_game(unai, magma), version, 2, faults=[RunFault.INFRASTRUCTURE, ""])
    bout = make_check(version)[0]
    played(bout, version, 7, faults=[RunFault.CRASH, RunFault.CRASH])
    assert rows_of(magma)[0].faults == 0


def test_a_version_that_has_not_played_has_no_time(magma):
    assert rows_of(magma)[0].seconds is None


def test_a_game_counts_for_the_version_that_played_last(magma, version, unai):
    game = lost_by(magma, unai, version)
    newer = make_version(magma)
    make_turn(game, newer, magma.owner, ply=3)
    new, old = rows_of(magma)
    assert (new.points.games, new.points.lost, old.points.games) == (1, 1, 0)


def test_a_game_does_not_count_for_a_version_that_was_never_asked(magma, version, unai):
    game = lost_by(magma, unai, version)
    make_turn(game, make_version(magma), magma.owner, ply=3, state=TurnState.DROPPED)
    new, old = rows_of(magma)
    assert (new.points.games, old.points.lost) == (0, 1)


def test_a_turn_of_the_opponents_program_is_not_ones_own(magma, version, unai):
    pumice = make_hosted_bot(unai, "pumice")
    game = lost_by(magma, pumice, version)
    make_turn(game, pumice.bot.versions.get(), unai, ply=3)
    assert rows_of(magma)[0].points.lost == 1


def test_points_are_told_in_percent(magma, version, unai):
    for _ in range(2):
        lost_by(magma, unai, version)
    lost_by(unai, magma, version)
    assert rows_of(magma)[0].points.percent == 33


def test_a_cancelled_game_is_not_counted(magma, unai):
    game = make_game(unai, magma)
    services.cancel(game.pk, unai)
    assert results_of(magma).together.games == 0


def test_opponents_stand_by_the_number_of_games(magma, version, amaia, unai, stranger):
    lost_by(magma, unai, version)
    for _ in range(2):
        lost_by(stranger, magma, version)
    first, second = most_played(results_of(magma))
    assert (first.opponent, first.points.won) == (stranger, 2)
    assert (second.opponent, second.points.lost) == (unai, 1)


def test_a_check_tells_how_far_it_is(magma):
    version = make_version(magma, state=VersionState.CHECKING)
    itself, against_random = make_check(version)
    Bout.objects.filter(pk=itself.pk).update(moves=["e5", "keep"])
    Bout.objects.filter(pk=against_random.pk).update(status=BoutStatus.FINISHED)
    assert rows_of(magma)[0].progress == "against itself: ply 3, against random: done"


@pytest.mark.once
def test_the_newest_turns_are_found_by_their_index(magma):
    with CaptureQueriesContext(connection) as queries:
        list(version_rows.with_sums(shown_to(None, magma)))
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
        plan = " ".join(str(row) for row in cursor.fetchall())
    assert "turn_of_a_version" in plan
    assert "turn_spoiled" in plan


def test_a_turn_that_was_spoiled_twice_is_one_fault(magma, version, unai):
    played(make_game(unai, magma), version, 2, faults=[RunFault.CRASH] * 2)
    assert rows_of(magma)[0].faults == 1
