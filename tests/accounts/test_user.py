from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.urls import reverse
from django.utils import timezone

from sumendi_site.accounts.models import User

from .conftest import PASSWORD


def rated(points: float, games: int, deviation: float) -> User:
    return User(rating=round(points * 1_000_000), rated_games=games, rating_variance=deviation**2)


def test_a_new_account_is_a_provisional_1500() -> None:
    assert User().rating_text == "1500?"


@pytest.mark.parametrize(
    ("user", "text"),
    [
        (rated(1534.4, 19, 100), "1534?"),
        (rated(1534.4, 20, 150), "1534"),
        (rated(1534.4, 20, 150.1), "1534?"),
        (rated(1534.5, 30, 80), "1535"),
        (rated(2650, 300, 50), "2650"),
    ],
)
def test_a_rating_is_shown_in_whole_points_half_up(user: User, text: str) -> None:
    assert user.rating_text == text


def test_a_rating_becomes_provisional_again_after_long_absence() -> None:
    player = rated(1700, 200, 60)
    player.last_rated_at = timezone.now() - timedelta(days=757)
    assert player.rating_text == "1700?"


def test_a_rating_outlasts_a_year_of_absence() -> None:
    player = rated(1700, 200, 60)
    player.last_rated_at = timezone.now() - timedelta(days=365)
    assert player.rating_text == "1700"


def test_a_high_rating_fits_its_column(amaia: User) -> None:
    amaia.rating = 3_000_000_000
    amaia.save(update_fields=["rating"])
    amaia.refresh_from_db()
    assert amaia.rating == 3_000_000_000


def test_the_address_of_an_account_is_its_player_page(amaia: User) -> None:
    assert amaia.get_absolute_url() == reverse("player", kwargs={"username": "amaia"})


@pytest.mark.parametrize("name", ["amaia", "AMAIA", "Amaia"])
def test_an_account_is_found_by_its_name_in_any_case(amaia: User, name: str) -> None:
    assert User.objects.named(name) == amaia


@pytest.mark.parametrize("name", ["", "amai", "ama\u0131a", "\u00c5maia", "amaia\x00"])
def test_a_name_that_nobody_has_finds_nobody(amaia: User, name: str) -> None:
    assert User.objects.named(name) is None


def test_a_look_alike_name_does_not_sign_in(amaia: User) -> None:
    assert authenticate(username="ama\u0131a", password=PASSWORD) is None


@pytest.mark.parametrize(
    ("kind", "is_bot"), [("person", False), ("guest", False), ("bot", True), ("house", True)]
)
def test_programs_are_bots_whoever_they_belong_to(kind, is_bot):
    assert User(kind=kind).is_bot == is_bot
