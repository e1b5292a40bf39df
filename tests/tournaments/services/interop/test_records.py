import pytest

from games import services
from games.models import Game
from games.rules import Record
from tests.games.factories import some_moves
from tests.tournaments.factories import make_running, publish_round
from tournaments.services.interop.records import records_of

pytestmark = pytest.mark.django_db
SITE = "https://play.example"


@pytest.fixture
def round_():
    """Two games; some plies of the first one have been made."""
    round_ = publish_round(make_running(5))
    game = round_.pairings.get(board=1).game
    for ply, text in enumerate(some_moves(4), start=1):
        services.play(game.pk, Game.objects.get(pk=game.pk).to_move, ply, text)
    return round_


def records(round_):
    texts = records_of(round_, SITE).split("\n[Event ")
    first, *others = texts
    return [Record.parse(text) for text in (first, *(f"[Event {text}" for text in others))]


def test_each_record_can_be_read_and_names_its_round_and_board(round_):
    found = [record.tags for record in records(round_)]
    assert [tags["Round"] for tags in found] == ["1.1", "1.2"]
    assert {tags["Event"] for tags in found} == {"Autumn Swiss, round 1"}


def test_a_record_has_the_moves_of_its_game(round_):
    first, second = records(round_)
    assert (list(first.moves), list(second.moves)) == (some_moves(4), [])


def test_a_record_tells_the_address_of_its_game(round_):
    game = round_.pairings.get(board=1).game_id
    assert records(round_)[0].tags["Site"] == f"{SITE}/games/{game}/"


def test_more_boards_take_no_more_queries(round_, django_assert_num_queries):
    with django_assert_num_queries(3):
        records_of(round_, SITE)
