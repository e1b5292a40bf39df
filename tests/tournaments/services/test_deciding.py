import pytest

from games import services as games
from games.models import Game, ResultEvent, Termination
from ratings.models import LedgerEntry
from ratings.services import follow
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.factories import make_user
from tests.tournaments.services.playing import (
    DRAW,
    FIRST,
    begin,
    boards_of,
    codes,
    end,
    end_all,
    make_round,
)
from tournaments.models import Act, Decision, RoundState
from tournaments.services import booking, deciding, errors
from tournaments.services.advancing import go_on
from tournaments.services.desk import LONGEST_REASON
from tournaments.services.tables import standings
from tournaments.services.verdicts import Verdict

pytestmark = pytest.mark.django_db

WHY = "Height 3 is decided for the first player."


@pytest.fixture
def round_():
    return make_round()


@pytest.fixture
def board(round_):
    return boards_of(round_)[0]


@pytest.fixture
def organiser(round_):
    return round_.tournament.organiser


def test_a_decided_game_counts_and_is_not_rated(board, organiser):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, WHY)
    assert codes(board) == ("W", "L")
    follow()
    assert LedgerEntry.objects.get().reason == "adjudicated"


def test_the_verdict_is_about_seats_and_not_about_sides(board, organiser):
    begin(board)
    Game.objects.filter(pk=board.game_id).update(swapped=True)
    deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, WHY)
    assert (codes(board), Game.objects.get(pk=board.game_id).result) == (("W", "L"), "white")


def test_both_players_are_told_the_reason(board, organiser):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, WHY)
    told = Notice.objects.filter(kind="event_decision")
    assert {notice.data["why"] for notice in told} == {WHY}
    assert {notice.recipient for notice in told} == {board.white.player, board.black.player}


def test_the_event_of_a_decided_game_changes_nothing_any_more(board, organiser):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, WHY)
    booking.book()
    assert Decision.objects.count() == 1
    assert board.round.tournament.log.filter(act=Act.CORRECTED).count() == 0


def test_the_same_decision_again_is_the_one_that_stands(board, organiser):
    begin(board)
    made = deciding.decide(organiser, board.pk, Verdict.DRAW, WHY)
    assert deciding.decide(organiser, board.pk, Verdict.DRAW, "Another text.") == made
    assert board.round.tournament.log.filter(act=Act.DECIDED).count() == 1


def test_a_win_where_nothing_was_played_is_a_forfeit_in_words_too(board, organiser):
    deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, WHY)
    game = Game.objects.get(pk=board.game_id)
    assert (codes(board), game.termination) == (("+", "-"), Termination.FORFEIT)


def test_a_game_without_a_ply_is_no_draw(board, organiser):
    with pytest.raises(errors.CannotDecide, match="Let both forfeit"):
        deciding.decide(organiser, board.pk, Verdict.DRAW, WHY)


def test_another_decision_about_a_finished_game_is_refused(board, organiser):
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, WHY)
    with pytest.raises(errors.CannotDecide):
        deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, WHY)


def test_the_last_decision_closes_the_round(round_, organiser):
    first, second = boards_of(round_)
    end(first)
    booking.book()
    begin(second)
    deciding.decide(organiser, second.pk, Verdict.SECOND_WINS, WHY)
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED


@pytest.mark.parametrize("why", ["", " \u200b ", "x" * (LONGEST_REASON + 1)])
def test_a_decision_has_a_reason(board, organiser, why):
    begin(board)
    with pytest.raises(errors.NoReason):
        deciding.decide(organiser, board.pk, Verdict.DRAW, why)


def test_only_organisers_decide(board):
    with pytest.raises(errors.NotADirector):
        deciding.decide(make_user("stranger"), board.pk, Verdict.DRAW, WHY)


def test_a_player_of_the_board_does_not_decide_it(board):
    board.round.tournament.co_organisers.add(board.white.player)
    with pytest.raises(errors.OwnBoard):
        deciding.decide(board.white.player, board.pk, Verdict.FIRST_WINS, WHY)


def test_the_owner_of_a_bot_does_not_decide_its_game(board, organiser):
    User.objects.filter(pk=board.black.player_id).update(kind="bot", owner=organiser)
    with pytest.raises(errors.OwnBoard):
        deciding.decide(organiser, board.pk, Verdict.SECOND_WINS, WHY)


def test_a_clock_that_has_run_out_decides_before_the_organiser(board, organiser):
    game = begin(board)
    Game.objects.filter(pk=game.pk).update(deadline=game.created)
    with pytest.raises(errors.CannotDecide, match="ends on time"):
        deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, WHY)


@pytest.mark.parametrize(
    ("plies", "verdict", "booked"),
    [
        (0, Verdict.FIRST_FORFEITS, ("-", "+")),
        (0, Verdict.SECOND_FORFEITS, ("+", "-")),
        (0, Verdict.BOTH_FORFEIT, ("-", "-")),
        (1, Verdict.SECOND_FORFEITS, ("+", "-")),
    ],
)
def test_who_never_played_forfeits(board, organiser, plies, verdict, booked):
    begin(board, plies)
    deciding.forfeit(organiser, board.pk, verdict, "Nobody came.")
    assert codes(board) == booked


@pytest.mark.parametrize(
    ("plies", "verdict"),
    [(1, Verdict.FIRST_FORFEITS), (1, Verdict.BOTH_FORFEIT), (2, Verdict.SECOND_FORFEITS)],
)
def test_who_has_moved_does_not_forfeit(board, organiser, plies, verdict):
    begin(board, plies)
    with pytest.raises(errors.CannotDecide):
        deciding.forfeit(organiser, board.pk, verdict, "Nobody came.")


def test_a_double_forfeit_is_told_as_a_loss_of_both(board, organiser):
    deciding.forfeit(organiser, board.pk, Verdict.BOTH_FORFEIT, "Nobody came.")
    endings = Notice.objects.filter(kind="event_decision").values_list("data__ending", flat=True)
    assert set(endings) == {"Both lose: neither of them played."}


def test_a_correction_recomputes_the_standings(round_, organiser):
    end_all(round_)
    board, before = boards_of(round_)[0], standings(round_.tournament)
    deciding.correct(organiser, board.pk, Verdict.SECOND_WINS, "Black gave up by mistake.")
    round_.tournament.refresh_from_db()
    after = standings(round_.tournament)
    assert before.line_of(board.black.number).points == "0.0"
    assert after.line_of(board.black.number).points == "1.0"


def test_a_correction_takes_the_game_out_of_the_ratings(round_, organiser):
    end_all(round_)
    follow()
    board = boards_of(round_)[0]
    deciding.correct(organiser, board.pk, Verdict.SECOND_WINS, "Black gave up by mistake.")
    follow()
    assert LedgerEntry.objects.current().get(game=board.game_id).reason == "adjudicated"


def test_a_correction_that_is_taken_back_counts_for_the_ratings_again(round_, organiser):
    end_all(round_)
    board = boards_of(round_)[0]
    deciding.correct(organiser, board.pk, Verdict.DRAW, "A mistake of mine follows.")
    deciding.correct(organiser, board.pk, Verdict.FIRST_WINS, "As it was.")
    follow()
    assert (codes(board), LedgerEntry.objects.current().get(game=board.game_id).rated) == (
        ("1", "0"),
        True,
    )


def test_a_correction_keeps_the_pairings_that_are_out(round_, organiser):
    round_.tournament.is_automatic = True
    round_.tournament.save()
    end_all(round_)
    assert go_on(round_.tournament_id)
    second = round_.tournament.all_rounds.get(number=2)
    pairs = [(board.white_id, board.black_id, board.game_id) for board in boards_of(second)]
    deciding.correct(organiser, boards_of(round_)[0].pk, Verdict.SECOND_WINS, "A mistake.")
    assert pairs == [(b.white_id, b.black_id, b.game_id) for b in boards_of(second)]


def test_the_same_correction_again_is_the_one_that_stands(round_, organiser):
    end_all(round_)
    board = boards_of(round_)[0]
    made = deciding.correct(organiser, board.pk, Verdict.DRAW, "A mistake.")
    assert deciding.correct(organiser, board.pk, Verdict.DRAW, "A mistake.") == made
    assert ResultEvent.objects.filter(game=board.game_id).count() == 2


def test_a_game_that_was_called_off_gets_its_result_by_a_correction(board, organiser):
    end(board, "", Termination.CANCELLED)
    booking.book()
    deciding.correct(organiser, board.pk, Verdict.DRAW, "It was called off by mistake.")
    assert codes(board) == ("D", "D")


def test_a_game_that_a_moderator_annulled_is_left_to_moderators(round_, organiser):
    end_all(round_)
    board = boards_of(round_)[0]
    games.annul(board.game_id, make_user("moderator", is_staff=True), "A trial.")
    with pytest.raises(errors.CannotDecide, match="moderator"):
        deciding.correct(organiser, board.pk, Verdict.DRAW, "A mistake.")


def test_a_running_game_is_not_corrected(board, organiser):
    begin(board)
    with pytest.raises(errors.CannotDecide):
        deciding.correct(organiser, board.pk, Verdict.DRAW, "A mistake.")


def test_a_dead_game_is_bumped_once(board, organiser):
    assert deciding.bump(organiser, board.pk)
    assert not deciding.bump(organiser, board.pk)
    assert Notice.objects.get(kind="event_deadline").recipient == board.white.player


def test_a_finished_game_is_not_bumped(board, organiser):
    end(board, FIRST)
    with pytest.raises(errors.CannotDecide):
        deciding.bump(organiser, board.pk)


def test_an_organiser_cannot_say_that_a_game_ended_by_agreement(board, organiser):
    end(board, FIRST)
    with pytest.raises(games.errors.CorrectionRefused):
        games.correct_by_organiser(board.game_id, organiser, DRAW, Termination.AGREEMENT, "No.")
