import pytest
from django.core.management import call_command
from django.utils import timezone

from games import services
from games.house import LEVELS, RANDOM
from games.services.house_bots import account_of, make_accounts, strengths_now
from ratings.numbers import FLOOR
from ratings.services import contradictions, follow
from sumendi_site.accounts.models import User, beginning
from tests.games.factories import make_game


def test_a_level_is_about_as_strong_as_estimated_until_its_rating_is_settled(db):
    account = account_of(LEVELS[0])
    assert strengths_now()[LEVELS[0]] == "about 800"
    settled = {"rating": 1_012_000_000, "rated_games": 40, "rating_variance": 2_000.0}
    User.objects.filter(pk=account.pk).update(**settled, last_rated_at=timezone.now())
    assert strengths_now()[LEVELS[0]] == "1,012"


def test_the_rating_of_a_level_begins_where_its_strength_is(db):
    account = account_of(LEVELS[0])
    assert (account.rating_points, account.rating_start) == (800, 800_000_000)


@pytest.fixture
def estimated_anew(db):
    """The account of a level that was made when it was thought to be as strong as a newcomer."""
    account = account_of(LEVELS[0])
    User.objects.filter(pk=account.pk).update(**beginning(1500))
    return account


def test_a_level_that_has_finished_no_game_begins_with_what_is_known_today(amaia, estimated_anew):
    make_game(amaia, estimated_anew, ["e5"])
    make_accounts()
    estimated_anew.refresh_from_db()
    assert (estimated_anew.rating, estimated_anew.rating_start) == (800_000_000, 800_000_000)


def test_a_level_that_has_finished_a_game_keeps_the_rating_that_it_began_with(
    amaia, estimated_anew
):
    services.resign(make_game(amaia, estimated_anew, ["e5", "keep"]).pk, amaia)
    make_accounts()
    estimated_anew.refresh_from_db()
    assert estimated_anew.rating_start == 1_500_000_000


def test_a_level_that_has_finished_a_game_begins_anew_once_the_ledger_is_mended(
    amaia, estimated_anew
):
    services.resign(make_game(amaia, estimated_anew, ["e5", "keep"]).pk, amaia)
    follow()
    call_command("house_bots", "--begin-anew")
    call_command("replay_ratings", "--mend", "They begin at their strength.")
    estimated_anew.refresh_from_db()
    assert estimated_anew.rating_points == 800
    assert list(contradictions()) == []


def test_who_moves_at_random_begins_at_the_floor_of_the_ratings(db):
    assert account_of(RANDOM).rating == FLOOR
