from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from games import services as games
from ratings.models import Listing
from ratings.numbers import PROVISIONAL_DEVIATION
from ratings.services import contradictions, follow
from ratings.services.listings import listed_until
from ratings.uncertainty import deviation, grown
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.ratings.finished import DAY_ONE, finish, finish_many

pytestmark = pytest.mark.django_db

WRONG = "Account amaia: the leaderboards do not say what the games do."


@pytest.fixture
def nora(db):
    return make_user("nora")


@pytest.fixture
def rated(amaia, unai, nora):
    """Amaia has played Unai twice on size 5 and once on 6, and Nora once on 6."""
    played = [finish(amaia, unai), finish(unai, amaia), finish(amaia, unai, size=6)]
    played.append(finish(nora, amaia, size=6))
    follow()
    return played


def counts(player):
    rows = Listing.objects.filter(player=player).order_by("size")
    return list(rows.values_list("size", "games", "opponents"))


def annul(game):
    games.annul(game.pk, make_user("leire", is_staff=True), "A test.")
    follow()


def test_games_and_different_opponents_are_counted_together_and_by_size(rated, amaia, unai):
    assert counts(amaia) == [(0, 4, 2), (5, 2, 1), (6, 2, 2)]
    assert counts(unai) == [(0, 3, 1), (5, 2, 1), (6, 1, 1)]


def test_every_row_has_the_rating_of_its_player(rated, amaia):
    amaia.refresh_from_db()
    for row in Listing.objects.filter(player=amaia):
        assert (row.rating, row.rated_games) == (amaia.rating, amaia.rated_games)


def test_a_game_that_is_not_rated_is_not_counted(amaia, unai):
    finish(amaia, unai, rated=False)
    follow()
    assert counts(amaia) == []


def test_an_annulled_game_is_counted_no_more(rated, amaia, nora):
    annul(rated[3])
    assert counts(amaia) == [(0, 3, 1), (5, 2, 1), (6, 1, 1)]
    assert counts(nora) == []
    assert list(contradictions()) == []


def test_games_after_a_revision_are_counted_from_it(rated, amaia, nora):
    annul(rated[3])
    finish(nora, amaia, size=7)
    follow()
    assert counts(amaia) == [(0, 4, 2), (5, 2, 1), (6, 1, 1), (7, 1, 1)]
    assert list(contradictions()) == []


@pytest.mark.parametrize(
    "columns", [{"opponents": 5}, {"rating": 1}, {"listed_until": DAY_ONE}, {"size": 7}], ids=str
)
def test_a_wrong_row_is_found_and_mended(rated, amaia, columns):
    Listing.objects.filter(player=amaia, size=5).update(**columns)
    assert list(contradictions()) == [WRONG]
    call_command("replay_ratings", mend="A trial.")
    assert counts(amaia) == [(0, 4, 2), (5, 2, 1), (6, 2, 2)]
    assert list(contradictions()) == []


def test_a_missing_row_of_a_leaderboard_is_found(rated, amaia):
    Listing.objects.filter(player=amaia, size=0).delete()
    assert list(contradictions()) == [WRONG]


def test_an_account_that_became_a_bot_is_found(rated, amaia):
    User.objects.filter(pk=amaia.pk).update(kind=User.Kind.BOT, owner=make_user("jokin"))
    assert WRONG in contradictions()


def test_an_account_that_is_older_than_it_seemed_is_so_on_the_leaderboards(rated, amaia):
    amaia.date_joined = DAY_ONE - timedelta(days=400)
    amaia.save(update_fields=["date_joined"])
    assert list(contradictions()) == []


@pytest.mark.parametrize("variance", [0.0, 60.0**2, 149.9**2, 150.0**2, 22_400.0, 150.1**2])
def test_who_is_listed_drops_off_when_the_rating_becomes_provisional(amaia, variance):
    amaia.rated_games, amaia.last_rated_at, amaia.rating_variance = 20, DAY_ONE, variance
    until = listed_until(amaia, opponents=5)
    for day in range(95):
        now = DAY_ONE + timedelta(days=day, hours=1)
        is_certain = deviation(grown(variance, DAY_ONE, now)) <= PROVISIONAL_DEVIATION
        assert (until is not None and until > now) == (is_certain and day < 90)


def test_the_rows_of_games_rated_before_there_were_any_are_the_same(players):
    finish_many(players, 150)
    follow()
    columns = ("player", "size", "games", "opponents", "rating", "listed_until", "kind", "joined")
    kept = sorted(Listing.objects.values_list(*columns))
    assert any(row[5] for row in kept)
    Listing.objects.all().delete()
    import_module("ratings.migrations.0003_listings_filled").fill(apps, None)
    assert sorted(Listing.objects.values_list(*columns)) == kept
