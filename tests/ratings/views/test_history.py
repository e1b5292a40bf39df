from datetime import UTC, datetime

import pytest
from django.urls import reverse

from ratings.models import Revision
from ratings.numbers import POINT
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_user
from tests.ratings.entries import make_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return make_user("amaia"), make_user("unai")


def read(client, name):
    return client.get(reverse("rating-history", args=[name]))


def changes(client, name):
    return [line.change for line, _ in read(client, name).context["rows"]]


def test_a_rated_game_is_explained(client, players):
    make_entry(
        make_finished_game(*players), first_expected=640_000, first_k=20, first_change=7_200_000
    )
    text = read(client, "amaia").content.decode()
    assert "expected 64 %, K 20: <strong>+7.2</strong>" in text


def test_the_newest_game_comes_first(client, players):
    make_entry(make_finished_game(*players))
    make_entry(make_finished_game(*reversed(players)))
    assert changes(client, "amaia") == ["−20.0", "+20.0"]


def test_the_picture_follows_the_player_through_both_seats(client, players):
    make_entry(make_finished_game(*players))
    make_entry(make_finished_game(*reversed(players)), second_after=1490 * POINT)
    text = read(client, "amaia").content.decode()
    assert "From 1500 to 1490; lowest 1490, highest 1520." in text


def test_casual_games_are_left_out(client, players):
    make_entry(make_finished_game(*players), rated=False, reason="casual")
    answer = read(client, "amaia")
    assert answer.context["rows"] == []
    assert "No rated game has ended yet." in answer.content.decode()


def test_a_game_of_a_series_of_time_losses_is_shown_as_such(client, players):
    make_entry(make_finished_game(*players), rated=False, reason="series")
    text = read(client, "amaia").content.decode()
    assert "the loser had lost another game on time and made no move since" in text


def test_a_revision_shows_its_own_rows(client, players):
    game = make_finished_game(*players)
    entry = make_entry(game)
    Revision.objects.create(number=1, start=entry.sequence)
    make_entry(game, sequence=entry.sequence, revision=1, first_change=0)
    assert changes(client, "amaia") == ["0.0"]


def test_a_name_in_another_case_leads_to_the_one_address(client, players):
    assert read(client, "AMAIA")["Location"] == reverse("rating-history", args=["amaia"])


def test_who_has_no_rating_has_no_history(client):
    make_user("guest-1", kind=User.Kind.GUEST)
    assert read(client, "guest-1").status_code == 404
    assert read(client, "nobody").status_code == 404


def test_the_page_of_a_player_leads_there(client, players):
    text = client.get(players[0].get_absolute_url()).content.decode()
    assert reverse("rating-history", args=["amaia"]) in text


def test_many_games_take_no_more_queries(client, players, django_assert_max_num_queries):
    for _ in range(8):
        make_entry(make_finished_game(*players))
    with django_assert_max_num_queries(4):
        read(client, "amaia")


def text_of(client, name):
    return " ".join(read(client, name).content.decode().split())


def test_games_are_added_up_with_the_range_of_the_rating(client, players):
    make_entry(make_finished_game(*players))
    make_entry(make_finished_game(*players), half_points=1, first_after=1490 * POINT)
    make_entry(make_finished_game(*reversed(players)))
    text = text_of(client, "amaia")
    assert "3 rated games: 1 won, 1 drawn, 1 lost." in text
    assert "between 1480 and 1520" in text


def test_a_row_has_the_date_and_the_rating_that_the_opponent_had(client, players):
    game = make_finished_game(*players)
    make_entry(game, second_before=1623 * POINT, finished=datetime(2026, 3, 4, 12, tzinfo=UTC))
    text = text_of(client, "amaia")
    assert '<span class="muted">1623</span>' in text
    assert ">4 Mar 2026</time>" in text


def test_the_highest_rating_is_shown_here_and_on_the_page_of_the_player(client):
    amaia = make_user("amaia", rated_games=40, rating_peak=1733 * POINT)
    assert "highest <strong>1733</strong>" in text_of(client, "amaia")
    assert "· highest 1733 ·" in client.get(amaia.get_absolute_url()).content.decode()


def test_the_calculator_is_asked_for_the_reader_against_the_player(client, players):
    client.force_login(players[1])
    assert "?player=unai&amp;opponent=amaia" in text_of(client, "amaia")
    assert 'calculator/?player=unai"' in text_of(client, "unai")
