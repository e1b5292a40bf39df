"""The pages over rows that the ratings themselves have written."""

import pytest
from django.urls import reverse

from ratings.services import follow
from tests.games.factories import make_finished_game, make_user, some_moves

pytestmark = pytest.mark.django_db


def test_a_game_that_was_just_rated_shows_on_its_page_and_in_the_history(client):
    amaia, unai = make_user("amaia"), make_user("unai")
    game = make_finished_game(amaia, unai, some_moves(8), rated=True)
    follow()
    page = client.get(game.get_absolute_url()).content.decode()
    history = client.get(reverse("rating-history", args=["unai"])).content.decode()
    assert "+20.0" in page
    assert "expected 50 %, K 40: <strong>−20.0</strong>" in history


def test_a_casual_game_says_so(client):
    game = make_finished_game(make_user("amaia"), make_user("unai"), some_moves(8))
    follow()
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Not rated: the game was casual." in page
