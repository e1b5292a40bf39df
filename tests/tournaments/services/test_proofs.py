from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Outage
from games.rules import Position
from ratings.models import LedgerEntry
from ratings.services import follow
from sumendi_site.notices.models import Notice
from tests.tournaments.services.endings import (
    ENDING,
    GONE_ON,
    ROUND_HOURS,
    finding_nothing,
    make_ending,
    proving,
    put,
)
from tests.tournaments.services.playing import codes, end, fresh, go_by
from tournaments.models import Act, Decision, ProofRequest, ProofState, Round
from tournaments.services import (
    appeals,
    booking,
    deadlines,
    deciding,
    errors,
    keeping,
    proofs,
    settings,
)
from tournaments.services.consistency import contradictions
from tournaments.services.proving import LEASE, prove_next
from tournaments.services.verdicts import Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

BY_HAND = {"proved_stands": False, "at_deadline": "organiser"}


def sweep(clock, prove, **time):
    """After so much time the sweep comes, then a worker of the search, and the sweep again."""
    go_by(clock, **time)
    prove_next(prove)
    keeping.keep_rounds()


def newest():
    return ProofRequest.objects.order_by("-id")[0]


def organiser(board):
    return board.round.tournament.organiser


@pytest.mark.parametrize(
    ("result", "booked"), [("black", ("1", "0")), ("white", ("0", "1")), ("draw", ("=", "="))]
)
def test_a_proved_result_stands_at_the_deadline(clock, result, booked):
    board = make_ending()
    sweep(clock, proving(result), hours=ROUND_HOURS)
    assert codes(board) == booked


def test_a_proved_result_is_about_sides_and_not_about_seats(clock):
    board = make_ending()
    Game.objects.update(swapped=True)
    sweep(clock, proving("white"), hours=ROUND_HOURS)
    assert codes(board) == ("1", "0")


def test_a_proved_result_is_rated(clock):
    make_ending()
    sweep(clock, proving(), hours=ROUND_HOURS)
    follow()
    assert LedgerEntry.objects.get().rated


def test_a_proved_result_contradicts_nothing(clock):
    make_ending()
    sweep(clock, proving(), hours=ROUND_HOURS)
    booking.book()
    assert list(contradictions()) == []


def test_both_players_are_told_what_was_proved(clock):
    make_ending()
    sweep(clock, proving(), hours=ROUND_HOURS)
    told = Notice.objects.filter(kind="event_decision")
    why = "Black wins with best play: proved, 1,234 positions looked through."
    assert [one.data["why"] for one in told] == [why, why]
    assert "by adjudication, as was proved" in told[0].data["ending"]


def test_nothing_is_decided_while_a_proof_is_looked_for(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    go_by(clock, minutes=1)
    assert (codes(board), newest().state) == (("", ""), ProofState.WAITING)
    assert ProofRequest.objects.count() == 1
    assert Round.objects.get().passed is None


def test_where_no_proof_is_found_the_rule_for_the_deadline_holds(clock):
    board = make_ending()
    sweep(clock, finding_nothing, hours=ROUND_HOURS)
    assert codes(board) == ("D", "D")
    assert Decision.objects.get().why.startswith("How it ends is not proved.")
    assert fresh(board.round.tournament).log.filter(act=Act.NO_PROOF).count() == 1


def test_where_the_clocks_run_on_so_does_a_game_without_a_proof(clock):
    make_ending(at_deadline="wait")
    sweep(clock, finding_nothing, hours=ROUND_HOURS)
    assert Game.objects.get().is_running
    assert Round.objects.get().passed == timezone.now()


def test_a_long_ending_is_decided_at_once_by_the_rule(clock):
    board = make_ending(str(Position.start(5)))
    go_by(clock, hours=ROUND_HOURS)
    assert (codes(board), ProofRequest.objects.exists()) == (("D", "D"), False)


def test_while_the_workers_are_away_the_rule_decides_after_half_an_hour(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    go_by(clock, minutes=29)
    assert codes(board) == ("", "")
    go_by(clock, minutes=1)
    assert (codes(board), newest().state) == (("D", "D"), ProofState.EXPIRED)


def test_the_time_for_which_the_site_was_away_does_not_count(clock):
    keeping.keep_rounds()
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    now = timezone.now()
    Outage.objects.create(started=now, ended=now + timedelta(hours=1))
    go_by(clock, minutes=65)
    assert codes(board) == ("", "")


def test_who_comes_too_late_with_a_proof_changes_nothing(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)

    def slow(position):
        go_by(clock, minutes=30)
        return proving()(position)

    prove_next(slow)
    keeping.keep_rounds()
    assert (codes(board), newest().state) == (("D", "D"), ProofState.EXPIRED)


def test_what_one_worker_has_no_other_takes(clock):
    make_ending()
    go_by(clock, hours=ROUND_HOURS)
    others = []

    def watched(position):
        others.append(prove_next(finding_nothing))
        return proving()(position)

    assert prove_next(watched)
    assert (others, newest().state) == ([False], ProofState.PROVED)


def test_what_a_dead_worker_had_another_takes(clock):
    make_ending()
    go_by(clock, hours=ROUND_HOURS)
    with pytest.raises(ZeroDivisionError):
        prove_next(lambda position: 1 / 0)
    clock.shift(LEASE)
    assert prove_next(proving())
    assert (newest().state, newest().tries) == (ProofState.PROVED, 2)


def test_what_three_workers_have_died_at_is_given_up(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            prove_next(lambda position: 1 / 0)
        go_by(clock, minutes=1)
    assert (codes(board), newest().state) == (("D", "D"), ProofState.EXPIRED)


def test_a_proof_of_an_earlier_position_is_none(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    prove_next(proving())
    put(board, GONE_ON)
    keeping.keep_rounds()
    assert codes(board) == ("", "")
    prove_next(proving("white"))
    keeping.keep_rounds()
    assert codes(board) == ("0", "1")


def test_a_game_that_ends_by_itself_keeps_its_end(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    end(board, plies=30)
    booking.book()
    keeping.keep_rounds()
    assert newest().state == ProofState.DROPPED
    assert (codes(board), prove_next(proving("white"))) == (("1", "0"), False)


def test_with_more_time_for_the_round_nobody_looks_for_a_proof(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    later = timezone.now() + timedelta(hours=5)
    deadlines.move_deadline(organiser(board), board.round.tournament.slug, 1, later)
    assert (newest().state, prove_next(proving())) == (ProofState.DROPPED, False)


def test_an_organiser_asks_for_a_proof_that_ends_the_game(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    proofs.ask(organiser(board), board.pk)
    sweep(clock, proving(), minutes=1)
    assert (codes(board), Decision.objects.get().by) == (("1", "0"), organiser(board))


def test_a_proof_that_was_asked_for_ends_no_game_of_an_event_that_was_called_off(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    proofs.ask(organiser(board), board.pk)
    prove_next(proving())
    settings.cancel(organiser(board), board.round.tournament.slug)
    keeping.keep_rounds()
    assert Game.objects.get().is_running


def test_in_an_event_that_was_called_off_nobody_looks_for_a_proof(clock):
    board = make_ending()
    go_by(clock, hours=ROUND_HOURS)
    settings.cancel(organiser(board), board.round.tournament.slug)
    keeping.keep_rounds()
    assert (newest().state, prove_next(proving())) == (ProofState.DROPPED, False)


def test_once_the_game_has_gone_on_what_was_asked_for_ends_nothing(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    proofs.ask(organiser(board), board.pk)
    prove_next(proving())
    assert proofs.to_settle() == [newest().pk]
    put(board, GONE_ON)
    assert proofs.to_settle() == []


def test_asking_twice_is_one_request(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    assert proofs.ask(organiser(board), board.pk) == proofs.ask(organiser(board), board.pk)


def test_before_the_deadline_nobody_asks_for_a_proof():
    board = make_ending(**BY_HAND)
    with pytest.raises(errors.CannotDecide, match="once the deadline"):
        proofs.ask(organiser(board), board.pk)


def test_a_long_ending_is_not_looked_through(clock):
    board = make_ending(str(Position.start(5)), **BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    with pytest.raises(errors.CannotDecide, match="61 cells can still be taken"):
        proofs.ask(organiser(board), board.pk)


def test_what_was_looked_through_in_vain_is_not_asked_for_again(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    proofs.ask(organiser(board), board.pk)
    sweep(clock, finding_nothing, minutes=1)
    assert Game.objects.get().is_running
    with pytest.raises(errors.CannotDecide, match="no proof was found"):
        proofs.ask(organiser(board), board.pk)


def test_whoever_plays_on_the_board_does_not_ask(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    with pytest.raises(errors.NotADirector):
        proofs.ask(board.white.player, board.pk)


def test_an_organiser_who_hears_nothing_can_ask_again(clock):
    board = make_ending(**BY_HAND)
    go_by(clock, hours=ROUND_HOURS)
    first = proofs.ask(organiser(board), board.pk)
    go_by(clock, minutes=30)
    assert newest().state == ProofState.EXPIRED
    assert proofs.ask(organiser(board), board.pk) != first


def test_a_proved_game_that_is_corrected_is_not_rated_until_it_has_its_end_back(clock):
    board = make_ending()
    sweep(clock, proving(), hours=ROUND_HOURS)
    made = appeals.appeal(board.black.player, board.pk, "The position was set up wrongly.")
    appeals.answer(organiser(board), made.pk, "You are right.", Verdict.DRAW)
    assert codes(board) == ("D", "D")
    deciding.correct(organiser(board), board.pk, Verdict.FIRST_WINS, "It was right.")
    assert codes(board) == ("1", "0")


def test_the_ending_of_these_tests_is_won_by_who_is_behind():
    position = Position.parse(ENDING)
    assert (position.turn, position.score().result) == ("black", "white")
