import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.house import LEVELS
from games.services.house_bots import account_of
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_game, make_user, some_moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def unai():
    return make_user("unai", about="I like <b>large</b> boards.")


def read(client, player, **query):
    return client.get(player.get_absolute_url(), query)


def test_the_page_says_who_somebody_is(client, unai):
    text = read(client, unai).content.decode()
    assert unai.rating_text in text
    assert "I like &lt;b&gt;large&lt;/b&gt; boards." in text


def test_a_person_carries_no_tag_and_a_bot_does(client, unai):
    bot = make_user("basalt-3", kind=User.Kind.BOT)
    assert '<span class="tag">bot</span>' in read(client, bot).content.decode()
    assert 'class="tag"' not in read(client, unai).content.decode()


def test_a_rated_game_is_proposed_to_a_person(client, amaia, unai):
    client.force_login(unai)
    assert read(client, amaia).context["form"]["rated"].value() == "yes"


def test_a_name_in_another_case_leads_to_the_one_address(client, unai):
    answer = client.get("/players/UNAI/?show=finished")
    assert answer.status_code == 301
    assert answer["Location"] == f"{unai.get_absolute_url()}?show=finished"


@pytest.mark.parametrize("name", ["nobody-here", "x" * 3000, "\x01", "%ff", "una\u0131"])
def test_an_unknown_name_is_no_page(client, unai, name):
    assert client.get(reverse("player", args=[name])).status_code == 404


def test_running_and_finished_games_are_on_two_lists(client, amaia, unai):
    running, finished = make_game(amaia, unai), make_finished_game(amaia, unai)
    assert [row.game for row in read(client, unai).context["rows"]] == [running]
    page = read(client, unai, show="finished")
    assert [row.game for row in page.context["rows"]] == [finished]


def test_an_outcome_is_the_one_of_the_player_of_the_page(client, amaia, unai):
    make_finished_game(amaia, unai)
    assert ">lost<" in read(client, unai, show="finished").content.decode()
    assert ">won<" in read(client, amaia, show="finished").content.decode()


def test_an_unknown_list_is_no_page(client, unai):
    assert read(client, unai, show="secret").status_code == 404


def test_a_page_off_the_end_shows_the_last_one(client, amaia, unai):
    game = make_game(amaia, unai)
    assert [row.game for row in read(client, unai, page="7").context["rows"]] == [game]


def test_head_to_head_counts_from_the_readers_side(client, amaia, unai):
    make_finished_game(amaia, unai)
    make_finished_game(amaia, unai, some_moves(2))
    swapped = make_game(amaia, unai, ["a1", "swap"])
    services.resign(swapped.pk, amaia)
    client.force_login(amaia)
    found = read(client, unai).context["head_to_head"]
    assert (found.won, found.drawn, found.lost) == (2, 0, 1)


def test_head_to_head_counts_draws_and_leaves_cancelled_games_out(client, amaia, unai):
    drawn = make_game(amaia, unai, some_moves(2))
    services.offer_draw(drawn.pk, amaia, 2)
    services.accept_draw(drawn.pk, unai, 2)
    services.cancel(make_game(amaia, unai).pk, amaia)
    client.force_login(amaia)
    found = read(client, unai).context["head_to_head"]
    assert (found.won, found.drawn, found.lost) == (0, 1, 0)


def test_a_stranger_and_the_player_see_no_head_to_head_and_no_challenge(client, unai):
    assert "Challenge unai" not in read(client, unai).content.decode()
    client.force_login(unai)
    page = read(client, unai)
    assert page.context["head_to_head"] is None
    assert "Challenge unai" not in page.content.decode()


def test_another_player_can_send_a_challenge_from_here(client, amaia, unai):
    client.force_login(amaia)
    text = read(client, unai).content.decode()
    assert reverse("challenge-create", args=["unai"]) in text


def test_who_challenges_a_level_is_told_how_strong_it_is(client, amaia):
    client.force_login(amaia)
    page = client.get(account_of(LEVELS[-1]).get_absolute_url()).content.decode()
    assert "How strong it is: rating 2600?." in page


@pytest.mark.parametrize("fields", [{"kind": User.Kind.GUEST}, {"is_active": False}])
def test_guests_and_closed_accounts_cannot_be_challenged_from_here(client, amaia, fields):
    client.force_login(amaia)
    other = make_user("visitor", **fields)
    assert "Challenge visitor" not in read(client, other).content.decode()


def test_the_number_of_queries_does_not_grow_with_the_games(
    client, amaia, unai, django_assert_max_num_queries
):
    for _ in range(20):
        make_finished_game(amaia, unai, some_moves(4))
    client.force_login(amaia)
    with django_assert_max_num_queries(11):
        read(client, unai, show="finished")


def test_the_page_says_how_many_games_were_lost_on_time_in_a_row(client, amaia, unai):
    for _ in range(2):
        make_game(amaia, unai, rated=True, deadline=timezone.now())
    services.flag_overdue()
    assert "2 rated games lost on time in a row" in client.get("/players/amaia/").content.decode()
    services.play(make_game(amaia, unai).pk, amaia, 1, "e5")
    assert "in a row" not in client.get("/players/amaia/").content.decode()
