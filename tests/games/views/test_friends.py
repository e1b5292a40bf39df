from django.utils import timezone

from games import services
from sumendi_site.accounts.models import User
from tests.games.factories import make_game


def test_the_page_shows_friends_with_their_last_game(client, amaia, unai, stranger):
    game = make_game(unai, stranger)
    User.objects.filter(pk=unai.pk).update(looked_in=timezone.now())
    client.force_login(amaia)
    client.post("/players/unai/follow/")
    page = client.get("/account/friends/").content.decode()
    assert game.get_absolute_url() in page
    assert "here now" in page


def test_many_friends_cost_no_more_queries(
    client, amaia, unai, stranger, django_assert_num_queries
):
    client.force_login(amaia)
    services.follow(amaia, unai)
    client.get("/account/friends/")
    with django_assert_num_queries(5):
        client.get("/account/friends/")
    services.follow(amaia, stranger)
    with django_assert_num_queries(5):
        client.get("/account/friends/")


def test_a_friend_is_removed(client, amaia, unai):
    services.follow(amaia, unai)
    client.force_login(amaia)
    client.post("/players/unai/unfollow/")
    assert "added nobody yet" in client.get("/account/friends/").content.decode()


def test_the_page_of_a_player_says_who_may_challenge(client, amaia, unai):
    User.objects.filter(pk=unai.pk).update(challenges_from="friends")
    client.force_login(amaia)
    assert "challenges of friends alone" in client.get("/players/unai/").content.decode()
    services.follow(unai, amaia)
    assert "Send the challenge" in client.get("/players/unai/").content.decode()
