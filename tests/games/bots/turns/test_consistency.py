"""What turns and bouts say is compared with what was played."""

import pytest

from games.bots.turns import play_next
from games.consistency import contradictions
from games.models import BotTurn, Bout, TurnState
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import FakeKind, make_check, make_hosted_bot, make_version
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def played(amaia: User, unai: User) -> None:
    """A ply of a game, and some of a check."""
    magma = make_hosted_bot(amaia)
    make_game(magma, unai)
    play_next(FakeKind())
    make_check(make_version(magma))
    for _ in range(4):
        play_next(FakeKind())


def test_what_was_played_is_consistent() -> None:
    assert list(contradictions()) == []


def test_a_turn_that_tells_another_move_is_found() -> None:
    turn = BotTurn.objects.get(game__isnull=False, state=TurnState.DONE)
    BotTurn.objects.filter(pk=turn.pk).update(move="b2")
    assert list(contradictions()) == [
        f"Game {turn.game_id}: its ply 1 is not what the bot's turn says."
    ]


def test_a_wrong_position_of_a_bout_is_found() -> None:
    bout = Bout.objects.order_by("pk")[0]
    Bout.objects.filter(pk=bout.pk).update(position="5/6/7/8/9/8/7/6/5 b")
    assert list(contradictions()) == [
        f"Bout {bout.pk}: the position is not what its plies lead to."
    ]


def test_plies_of_a_bout_that_cannot_be_are_found() -> None:
    bout = Bout.objects.order_by("pk")[0]
    Bout.objects.filter(pk=bout.pk).update(moves=["a1", "keep", "a1"])
    assert f"Bout {bout.pk}: its plies cannot be replayed" in next(contradictions())
