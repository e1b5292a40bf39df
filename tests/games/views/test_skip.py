"""Going from game to game, and putting one last."""

import pytest
from django.urls import reverse

from games import services
from tests.games.factories import in_hours, make_game, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("amaia_signed_in")]


@pytest.fixture
def games(amaia, unai):
    """Three games that wait for amaia, least time first."""
    return [make_game(amaia, unai, deadline=in_hours(hours)) for hours in (1, 2, 3)]


def skip(client, game):
    return client.post(reverse("game-skip", args=[game.pk]), follow=True).request["PATH_INFO"]


def following(client):
    return client.get(reverse("next-game"))["Location"]


def address(game):
    return game.get_absolute_url()


def test_a_skip_leads_to_the_game_with_least_time_among_the_others(client, games):
    assert skip(client, games[0]) == address(games[1])


def test_a_skipped_game_comes_last(client, games, amaia):
    skip(client, games[0])
    services.play(games[1].pk, amaia, 1, "e5")
    assert following(client) == address(games[2])
    services.play(games[2].pk, amaia, 1, "e5")
    assert following(client) == address(games[0])


def test_skipped_games_come_back_in_the_order_in_which_they_were_skipped(client, games, amaia):
    skip(client, games[1])
    skip(client, games[0])
    services.play(games[2].pk, amaia, 1, "e5")
    assert following(client) == address(games[1])


def test_after_all_were_skipped_the_round_begins_again(client, games):
    order = [skip(client, game) for game in games]
    assert order == [address(games[1]), address(games[2]), address(games[0])]
    assert following(client) == address(games[0])


def test_the_only_game_is_still_the_next_one(client, amaia, unai):
    only = make_game(amaia, unai)
    assert skip(client, only) == address(only)


def test_another_browser_has_skipped_nothing(client, games, amaia):
    skip(client, games[0])
    other = type(client)()
    other.force_login(amaia)
    assert following(other) == address(games[0])


def test_a_game_that_does_not_wait_for_the_reader_is_not_kept(client, games, unai):
    others = make_game(unai, make_user("leire"))
    assert skip(client, others) == address(games[0])
    assert client.session["skipped games"] == []


def test_a_stranger_has_nothing_to_skip(client, games):
    client.logout()
    answer = client.post(reverse("game-skip", args=[games[0].pk]))
    assert answer["Location"].startswith(reverse("account_login"))


def test_looking_skips_nothing(client, games):
    assert client.get(reverse("game-skip", args=[games[0].pk])).status_code == 405


def test_a_game_that_waits_offers_the_skip_when_there_are_others(client, games, amaia):
    assert ">Skip<" in client.get(address(games[0])).content.decode()
    for game in games[1:]:
        services.play(game.pk, amaia, 1, "e5")
    assert ">Skip<" not in client.get(address(games[0])).content.decode()
