from datetime import timedelta

import pytest
from django.urls import reverse
from pytest_django.asserts import assertContains

from games.models import Game, Result, ResultEvent
from games.models.result_event import ResultKind
from games.services.errors import CorrectionRefused
from ratings.models import Revision
from ratings.services import follow
from sumendi_site.accounts.models import User
from tests.games.factories import make_game, make_user
from tests.ratings.finished import DAY_ONE, finish

pytestmark = pytest.mark.django_db

WON = "Black (amaia) won, by resignation"
ANNUL = {"decision": "annul", "why": "Agreed upon beforehand."}


@pytest.fixture
def amaia():
    return make_user("amaia")


@pytest.fixture
def game(amaia):
    game = finish(amaia, make_user("unai"))
    follow()
    return game


@pytest.fixture
def moderator(client):
    moderator = make_user("leire", is_staff=True)
    client.force_login(moderator)
    return moderator


def address(game):
    return reverse("correct-result", args=[game.pk])


def send(client, game, **fields):
    return client.post(address(game), ANNUL | fields)


def confirm(client, game, **fields):
    """Send what is asked for and then, as the page does, the digest of the shown differences."""
    shown = send(client, game, **fields)
    return send(client, game, seen=shown.context["digest"], **fields)


def text_of(client, game):
    return client.get(game.get_absolute_url()).content.decode()


def text_at(client, game):
    """Of the form."""
    return client.get(address(game)).content.decode()


def test_who_is_signed_out_is_sent_to_sign_in(client, game):
    answer = client.get(address(game))
    assert answer["Location"] == f"{reverse('account_login')}?next={address(game)}"
    send(client, game)
    assert ResultEvent.objects.count() == 1


@pytest.mark.parametrize("name", ["amaia", "nora"])
def test_neither_players_nor_others_may_correct(client, game, name):
    client.force_login(User.objects.named(name) or make_user(name))
    assert client.get(address(game)).status_code == 403
    assert send(client, game).status_code == 403
    assert ResultEvent.objects.count() == 1


def test_a_running_game_has_no_such_page(client, amaia, moderator):
    game = make_game(amaia, make_user("unai"))
    assert client.get(address(game)).status_code == 404


def test_the_form_says_what_the_result_is_now(client, game, moderator):
    text = client.get(address(game)).content.decode()
    assert "Black (amaia) won, by resignation." in text


def test_a_preview_shows_every_difference(client, game, moderator):
    rows = send(client, game).context["rows"]
    assert [(player.username, *numbers) for player, *numbers in rows] == [
        ("amaia", "1520", "1500", "−20.0"),
        ("unai", "1480", "1500", "+20.0"),
    ]


def test_a_preview_carries_what_was_asked_for(client, game, moderator):
    shown = send(client, game, decision="draw", ending="agreement")
    for name, value in {"decision": "draw", "ending": "agreement", "why": ANNUL["why"]}.items():
        assertContains(shown, f'type="hidden" name="{name}" value="{value}"')
    assertContains(shown, f'name="seen" value="{shown.context["digest"]}"')


def test_a_preview_writes_nothing(client, game, moderator, amaia):
    send(client, game)
    amaia.refresh_from_db()
    assert (ResultEvent.objects.count(), amaia.rating) == (1, 1_520_000_000)


def test_a_preview_without_differences_says_so(client, amaia, moderator):
    game = finish(amaia, make_user("unai"), rated=False)
    follow()
    assert "Nobody's rating changes." in send(client, game).content.decode()


def test_a_confirmed_annulment_appends_one_revision(client, game, moderator, amaia):
    assert confirm(client, game)["Location"] == game.get_absolute_url()
    follow()
    amaia.refresh_from_db()
    revision = Revision.objects.get()
    assert (revision.event.kind, revision.event.by, amaia.rating) == (
        ResultKind.ANNULLED,
        moderator,
        1_500_000_000,
    )


def test_a_confirmed_correction_changes_the_result(client, game, moderator):
    confirm(client, game, decision="draw", ending="agreement")
    game.refresh_from_db()
    assert (game.result, game.termination) == (Result.DRAW, "agreement")


def test_what_is_confirmed_twice_is_refused_the_second_time(client, game, moderator):
    confirm(client, game)
    follow()
    answer = send(client, game)
    assert answer.status_code == 409
    assert "This game is annulled already." in answer.content.decode()


def test_the_same_confirmation_sent_again_is_answered_alike_and_changes_nothing(
    client, game, moderator
):
    digest = send(client, game).context["digest"]
    answers = [send(client, game, seen=digest).status_code for _ in range(2)]
    assert (answers, ResultEvent.objects.count()) == ([302, 302], 2)


def test_differences_that_have_changed_are_shown_again(client, game, moderator, amaia):
    digest = send(client, game).context["digest"]
    finish(amaia, make_user("nora"))
    follow()
    answer = send(client, game, seen=digest)
    assert "The ratings have changed in the meantime." in answer.content.decode()
    assert not ResultEvent.objects.exclude(kind=ResultKind.FINISHED).exists()


def test_a_game_of_others_that_ends_meanwhile_hinders_no_confirmation(client, game, moderator):
    digest = send(client, game).context["digest"]
    finish(make_user("nora"), make_user("jon"))
    follow()
    assert send(client, game, seen=digest).status_code == 302


def test_an_end_that_makes_no_sense_is_refused_before_the_preview(client, game, moderator):
    answer = send(client, game, decision="draw", ending="resignation")
    assert answer.status_code == 409
    assert "No draw ends by resignation." in answer.content.decode()


def test_a_correction_without_a_reason_is_sent_back(client, game, moderator):
    answer = send(client, game, why=" ")
    assert answer.status_code == 400
    assert "Say why" in answer.content.decode()


def test_only_moderators_see_the_way_to_correct(client, game, amaia, moderator):
    assert address(game) in text_of(client, game)
    client.force_login(amaia)
    assert address(game) not in text_of(client, game)


def test_the_game_says_who_annulled_it_and_why(client, game, moderator):
    confirm(client, game)
    follow()
    client.logout()
    text = text_of(client, game)
    assert f'Annulled by <a href="{moderator.get_absolute_url()}">leire</a>' in text
    assert "Agreed upon beforehand." in text


def test_a_later_game_that_was_rated_again_names_nobody(client, game, moderator, amaia):
    later = finish(amaia, make_user("nora"))
    follow()
    confirm(client, game)
    follow()
    assert later.ledger_entries.filter(revision=1).exists()
    assert "Annulled by" not in text_of(client, later)


def test_who_played_the_game_is_refused_before_any_preview(client, game, amaia):
    User.objects.filter(pk=amaia.pk).update(is_staff=True)
    client.force_login(amaia)
    answer = send(client, game)
    assertContains(answer, "let another moderator decide", status_code=CorrectionRefused.status)
    assert "digest" not in answer.context


def test_a_preview_says_what_the_result_is_and_what_it_will_be(client, game, moderator):
    shown = send(client, game, decision="draw", ending="agreement").context
    assert (shown["now"], shown["then"]) == (WON, "Draw, by agreement")


def test_an_annulled_game_is_annulled_now_and_rated_then(client, game, moderator):
    confirm(client, game)
    shown = send(client, game, decision="black").context
    assert shown["now"] == f"{WON}; not rated: a moderator annulled it"
    assert shown["then"] == WON


def test_the_form_tells_the_corrections_so_far(client, game, moderator):
    confirm(client, game)
    assert "Agreed upon beforehand." in client.get(address(game)).content.decode()


def test_a_reason_of_several_lines_becomes_one(client, game, moderator):
    confirm(client, game, why="Agreed upon\r\n  beforehand.")
    assert ResultEvent.objects.last().why == "Agreed upon beforehand."


def test_the_form_names_the_two_sides(client, game, moderator):
    text = client.get(address(game)).content.decode()
    assert "Black (amaia) won" in text
    assert "White (unai) won" in text


def test_a_preview_says_why_the_game_will_not_be_rated(client, game, moderator):
    shown = send(client, game, decision="white", ending="adjudication").context
    assert shown["then"] == (
        "White (unai) won, by adjudication; not rated: "
        "an organiser decided the result without a proof"
    )


def test_the_form_says_which_endings_are_not_rated(client, game, moderator):
    assert "By adjudication or by forfeit, it is not rated." in text_at(client, game)


def test_a_preview_says_how_many_games_are_rated_again(client, amaia, moderator):
    game = finish(amaia, make_user("unai"), rated=False)
    finish(amaia, make_user("nora"))
    follow()
    text = send(client, game).content.decode()
    assert "Nobody's rating changes." in text
    assert "2 games are rated again" in text


def test_a_preview_names_the_games_that_become_rated(client, amaia, moderator):
    unai = make_user("unai")
    game = finish(amaia, unai, ran_out=DAY_ONE)
    later = finish(amaia, unai, ran_out=DAY_ONE + timedelta(days=1))
    follow()
    shown = send(client, game)
    assertContains(shown, f"Game {later.pk}</a>, amaia against unai: Rated. Before: Not rated: the")


def test_back_keeps_what_was_entered(client, game, moderator):
    answer = send(client, game, decision="draw", ending="agreement", back="1")
    assert answer.status_code == 200
    values = [answer.context["form"][name].value() for name in ("decision", "ending", "why")]
    assert values == ["draw", "agreement", ANNUL["why"]]
    assertContains(send(client, game), '<button class="button" name="back" value="1">Back</button>')


def test_an_annulled_game_can_be_let_count_again(client, game, moderator):
    confirm(client, game)
    follow()
    text = text_at(client, game)
    assert f"Let the result count again: {WON}" in text
    assert "Annul it" not in text
    confirm(client, game, decision="again")
    follow()
    assert game.ledger_entries.latest("revision").rated


def test_a_game_that_counts_is_not_offered_to_count_again(client, game, moderator):
    assert "count again" not in text_at(client, game)
    assert send(client, game, decision="again").status_code == CorrectionRefused.status


def test_an_annulled_game_without_a_result_cannot_count(client, game, moderator):
    Game.objects.update(result="", termination="cancelled")
    confirm(client, game)
    assert send(client, game, decision="again").status_code == 400


def test_a_moderator_who_played_sees_no_way_to_correct(client, game, amaia):
    User.objects.filter(pk=amaia.pk).update(is_staff=True)
    client.force_login(amaia)
    assert address(game) not in text_of(client, game)


def test_until_the_ledger_has_followed_old_numbers_are_not_shown(client, game, moderator):
    confirm(client, game)
    text = text_of(client, game)
    assert "The game is being rated again." in text
    assert "+20.0" not in text
    follow()
    assert "being rated again" not in text_of(client, game)


def test_an_annulled_game_is_marked_on_its_page_and_in_lists(client, game, amaia, moderator):
    pages = [game.get_absolute_url(), f"{amaia.get_absolute_url()}?show=finished"]
    tag = '<span class="tag">annulled</span>'
    assert not any(tag in client.get(page).content.decode() for page in pages)
    confirm(client, game)
    assert all(tag in client.get(page).content.decode() for page in pages)


def test_a_game_that_counts_again_is_marked_no_more(client, game, moderator):
    confirm(client, game)
    follow()
    confirm(client, game, decision="again")
    assert '<span class="tag">annulled</span>' not in text_of(client, game)
