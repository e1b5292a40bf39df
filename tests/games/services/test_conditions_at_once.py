"""The opponent moves while conditions are saved, and a server is killed between the two plies."""

from functools import partial

import pytest

from games import services
from games.consistency import contradictions
from games.models import Conditions, Game
from games.services import conditions, playing
from games.services.conditions import Prepared
from games.services.playing import Played
from sumendi_site.accounts.models import User
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.games.factories import make_game, make_user
from tests.games.prepared import prepare, tree_of

pytestmark = pytest.mark.django_db(transaction=True)

BEGUN = ["e5", "keep"]
LINE = ["a1", "i9"]


@pytest.fixture
def game() -> Game:
    return make_game(make_user("amaia"), make_user("unai"), BEGUN)


def texts(game: Game) -> list[str]:
    return list(game.moves.order_by("ply").values_list("text", flat=True))


@pytest.mark.parametrize("attempt", range(5))
def test_what_was_saved_before_the_opponents_ply_is_played_and_nothing_else(game, attempt):
    amaia, unai = game.first, game.second
    save = partial(conditions.save, game.pk, amaia, 0, 2, tree_of(game.position, LINE))
    saved, played = at_once([save, partial(services.play, game.pk, unai, 3, "a1")])
    assert isinstance(saved, Prepared)
    assert isinstance(played, Played)
    came_first = len(saved.plies) == 2
    assert texts(game) == [*BEGUN, *(LINE if came_first else LINE[:1])]


def test_of_two_pages_that_save_at_once_one_is_told_of_the_other(game):
    amaia = game.first
    trees = [tree_of(game.position, ["a1", reply]) for reply in ("i9", "i5")]
    answers = at_once([partial(conditions.save, game.pk, amaia, 0, 2, tree) for tree in trees])
    assert sum(isinstance(answer, Prepared) for answer in answers) == 1
    assert Conditions.objects.get().version == 1


def play_and_die(game: Game, player: User) -> None:
    """Killed once the opponent's ply is written, while the reply is."""
    store, stored = playing._store, []

    def store_and_be_killed(*what, **how):
        stored.append(store(*what, **how))
        if len(stored) == 2:
            die()
        return stored[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "_store", store_and_be_killed)
        services.play(game.pk, player, 3, "a1")


def test_a_server_that_is_killed_between_ply_and_reply_has_made_neither(game):
    prepare(game, game.first, LINE)
    in_a_process_that_dies(lambda: play_and_die(game, game.second))
    assert texts(game) == BEGUN
    assert not services.play(game.pk, game.second, 3, "a1").repeated
    assert texts(game) == [*BEGUN, *LINE]
    assert list(contradictions()) == []
