"""The question of a turn."""

import json

import pytest
from pytest_django import Settings

from games import services
from games.bots.turns import play_next
from games.bots.turns.asking import limits_of, question_of
from games.models import BotTurn, Game, TurnRank
from games.rules import Position
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import FakeKind, first_move, make_hosted_bot
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(amaia: User, unai: User) -> Game:
    return make_game(make_hosted_bot(amaia), unai)


def test_the_first_question_of_a_game(game: Game) -> None:
    assert json.loads(question_of(BotTurn.objects.get()).line()) == {
        "protocol": 1,
        "game": str(game.pk),
        "size": 5,
        "position": str(Position.start(5)),
        "moves": [],
        "you": None,
        "choose_side": False,
        "budget_ms": 10_000,
        "memory": None,
    }


@pytest.mark.parametrize(("choice", "side"), [("keep", "black"), ("swap", "white")])
def test_after_the_choice_of_side_it_is_told(
    game: Game, unai: User, choice: str, side: str
) -> None:
    play_next(FakeKind())
    services.play(game.pk, unai, 2, choice)
    if choice == "keep":
        services.play(game.pk, unai, 3, "c4")
    assert question_of(BotTurn.objects.latest("ply")).you == side


def test_a_question_can_be_told_as_it_was_long_after(game: Game, unai: User) -> None:
    kind = FakeKind(lambda told: first_move(told) | {"memory": {"plies": len(told["moves"])}})
    play_next(kind)
    services.play(game.pk, unai, 2, "keep")
    services.play(game.pk, unai, 3, "c4")
    play_next(kind)
    services.resign(game.pk, unai)
    turns = BotTurn.objects.order_by("ply")
    assert [json.loads(question_of(turn).line()) for turn in turns] == kind.asked


def test_the_limits_are_the_settings(game: Game, settings: Settings) -> None:
    settings.BOT_CPU, settings.BOT_WALL, settings.BOT_MEMORY_MIB = 3, 5, 256
    limits = limits_of(BotTurn.objects.get())
    assert (limits.cpu, limits.wall, limits.memory) == (3, 5, 256 * 2**20)


def test_turns_of_programs_among_themselves_have_limits_of_their_own(
    game: Game, settings: Settings
) -> None:
    settings.LADDER_CPU, settings.LADDER_WALL = 1, 3
    limits = limits_of(BotTurn(rank=TurnRank.LADDER))
    assert (limits.cpu, limits.wall) == (1, 3)
