import pytest

from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.factories import make_user
from tests.tournaments.services.playing import begin, boards_of, codes, end_all, make_round
from tournaments.models import Act, Decision
from tournaments.services import appeals, deciding, errors, publishing
from tournaments.services.verdicts import Verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(db):
    """The organiser has decided it for the first player."""
    board = boards_of(make_round())[0]
    begin(board)
    organiser = board.round.tournament.organiser
    deciding.decide(organiser, board.pk, Verdict.FIRST_WINS, "Height 3 is decided.")
    return board


@pytest.fixture
def organiser(board):
    return board.round.tournament.organiser


def appeal(board, player=None):
    return appeals.appeal(player or board.black.player, board.pk, "Height 4 is open.")


def test_an_appeal_reaches_the_organisers(board, organiser):
    appeal(board)
    notice = Notice.objects.get(kind="event_desk")
    assert (notice.recipient, notice.data["why"]) == (organiser, "Height 4 is open.")


def test_an_appeal_is_made_once(board):
    assert appeal(board) == appeal(board)
    assert board.round.tournament.log.filter(act=Act.APPEALED).count() == 1


def test_the_owner_of_a_bot_appeals_for_it(board):
    owner = make_user("jokin-the-owner")
    User.objects.filter(pk=board.black.player_id).update(kind="bot", owner=owner)
    assert appeal(board, owner).by == owner


def test_others_do_not_appeal(board, organiser):
    for other in (make_user("stranger"), organiser):
        with pytest.raises(errors.CannotAppeal):
            appeal(board, other)


def test_a_game_that_ended_by_itself_is_not_appealed_against(board):
    other = boards_of(board.round)[1]
    end_all(board.round)
    with pytest.raises(errors.CannotAppeal, match="Nobody has decided"):
        appeal(other)


def test_it_is_too_late_once_the_next_round_is_out(board):
    end_all(board.round)
    publishing.next_round(board.round.tournament.slug)
    with pytest.raises(errors.CannotAppeal, match="too late"):
        appeal(board)


def test_an_answer_reaches_who_appealed_and_leaves_the_result(board, organiser):
    made = appeal(board)
    appeals.answer(organiser, made.pk, "Height 4 cannot be reached.")
    answer = Notice.objects.get(kind="event_decision", data__kind="answer")
    assert answer.recipient == board.black.player
    assert codes(board) == ("W", "L")


def test_an_answer_can_change_the_result(board, organiser):
    made = appeal(board)
    appeals.answer(organiser, made.pk, "You are right.", Verdict.DRAW)
    assert codes(board) == ("D", "D")
    assert Decision.objects.filter(kind="corrected", why="You are right.").count() == 1


def test_an_appeal_has_one_answer(board, organiser):
    made = appeal(board)
    for _ in range(2):
        appeals.answer(organiser, made.pk, "No.")
    with pytest.raises(errors.AppealAnswered):
        appeals.answer(organiser, made.pk, "Yes.", Verdict.DRAW)
    assert board.round.tournament.log.filter(act=Act.ANSWERED).count() == 1


def test_only_organisers_answer(board):
    made = appeal(board)
    with pytest.raises(errors.NotADirector):
        appeals.answer(board.black.player, made.pk, "Yes.", Verdict.SECOND_WINS)


def test_an_organiser_who_plays_on_the_board_does_not_answer(board):
    made = appeal(board)
    board.round.tournament.co_organisers.add(board.black.player)
    with pytest.raises(errors.OwnBoard):
        appeals.answer(board.black.player, made.pk, "Yes.", Verdict.SECOND_WINS)


def test_an_appeal_that_is_none_is_not_found(organiser):
    with pytest.raises(errors.AppealNotFound):
        appeals.answer(organiser, 0, "No.")
