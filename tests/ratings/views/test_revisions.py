import pytest
from django.urls import reverse

from games import services as games
from games.models import Game, Result, Termination
from ratings.services import follow
from tests.games.factories import make_user
from tests.ratings.finished import finish, finish_many

pytestmark = pytest.mark.django_db

LIST = reverse("rating-revisions")


@pytest.fixture
def moderator():
    return make_user("leire", is_staff=True)


@pytest.fixture
def players():
    return [make_user(name) for name in ("amaia", "unai", "nora")]


@pytest.fixture
def game(players):
    game = finish(players[0], players[1])
    follow()
    return game


def annul(game, moderator, why="Agreed upon beforehand."):
    games.annul(game.pk, moderator, why)
    follow()


def page_of(number, query=""):
    return reverse("rating-revision", args=[number]) + query


def read(client, url):
    return client.get(url).content.decode()


def test_without_a_correction_the_list_says_so(client, db):
    assert "Nothing has been corrected yet." in read(client, LIST)


def test_the_list_says_what_was_done_by_whom_and_why(client, game, moderator):
    annul(game, moderator)
    text = read(client, LIST)
    assert f'annulled by <a href="{moderator.get_absolute_url()}">leire</a>' in text
    assert "Agreed upon beforehand." in text
    assert page_of(1) in text


def test_the_list_names_the_players_and_the_new_result(client, game, moderator):
    games.correct(game.pk, moderator, Result.DRAW, "They agreed.", Termination.AGREEMENT)
    follow()
    text = read(client, LIST)
    assert "amaia against unai, corrected by" in text
    assert "Draw, by agreement" in text


def test_games_that_ended_after_a_revision_are_not_counted_in_it(client, game, players, moderator):
    finish(players[1], players[2])
    follow()
    annul(game, moderator)
    finish(players[1], players[2])
    follow()
    (revision,) = client.get(LIST).context["page"].object_list
    assert revision.games == 2


def test_a_revision_shows_games_before_and_after(client, game, moderator):
    annul(game, moderator)
    (row,) = client.get(page_of(1)).context["rows"]
    first, second = row.players
    assert (first.before.change, first.before.after, first.after.after) == ("+20.0", "1520", "1500")
    assert (second.before.change, second.before.after) == ("−20.0", "1480")
    text = read(client, page_of(1))
    assert "Not rated: a moderator annulled it. Rated before." in text


def test_a_second_revision_is_compared_with_the_first(client, game, moderator):
    annul(game, moderator)
    games.correct(game.pk, moderator, Result.WHITE, "A slip.", Termination.RESIGNATION)
    follow()
    (row,) = client.get(page_of(2)).context["rows"]
    assert (row.players[0].before.after, row.players[0].after.after) == ("1500", "1480")


def test_games_without_a_difference_are_shown_when_asked_for(client, game, moderator):
    finish(make_user("iker"), make_user("ane"))
    follow()
    annul(game, moderator)
    assert len(client.get(page_of(1)).context["rows"]) == 1
    assert len(client.get(page_of(1, "?show=all")).context["rows"]) == 2


def test_no_other_way_to_show_them_is_known(client, game, moderator):
    annul(game, moderator)
    assert client.get(page_of(1, "?show=some")).status_code == 404


def test_a_revision_that_never_was_is_not_found(client, db):
    assert client.get(page_of(7)).status_code == 404


def test_many_games_come_in_pages_and_few_queries(
    client, players, moderator, django_assert_max_num_queries
):
    finish_many(players, 60)
    follow()
    annul(Game.objects.order_by("pk")[1], moderator)
    with django_assert_max_num_queries(4):
        answer = client.get(page_of(1, "?show=all"))
    assert (len(answer.context["rows"]), answer.context["games"]) == (25, 59)
    with django_assert_max_num_queries(5):
        second = client.get(page_of(1, "?show=changed&page=2"))
    assert "Earlier games" in second.content.decode()


def test_many_revisions_take_two_queries(client, game, moderator, django_assert_max_num_queries):
    for number in range(12):
        annul(game, moderator, f"Trial {number}.")
        games.correct(game.pk, moderator, Result.BLACK, "Back.", Termination.RESIGNATION)
        follow()
    with django_assert_max_num_queries(2):
        answer = client.get(LIST)
    assert len(answer.context["page"].object_list) == 20


def test_the_statistics_and_the_game_lead_to_the_revisions(client, game, moderator):
    annul(game, moderator)
    assert LIST in read(client, reverse("rating-statistics"))
    assert page_of(1) in read(client, game.get_absolute_url())


def test_a_game_tells_all_its_corrections_the_oldest_first(client, game, moderator):
    annul(game, moderator)
    games.correct(game.pk, moderator, Result.DRAW, "They agreed.", Termination.AGREEMENT)
    follow()
    text = read(client, game.get_absolute_url())
    assert 0 < text.index("Agreed upon beforehand.") < text.index("They agreed.")
    assert "(Draw, by agreement): They agreed." in text
