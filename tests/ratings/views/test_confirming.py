"""Only what was shown can be confirmed, and only while it still is so."""

from hashlib import sha256

import pytest
from django.urls import reverse

from games import services as games
from games.models import Result, ResultEvent
from ratings.services import follow
from tests.games.factories import make_game, make_user
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db

DRAW = {"decision": "draw", "ending": "agreement", "why": "Both agreed."}


@pytest.fixture
def game(db):
    game = finish(make_user("amaia"), make_user("unai"))
    follow()
    return game


@pytest.fixture
def casual(game):
    """A game that changes no rating, whatever its result."""
    game = finish(game.first, game.second, rated=False)
    follow()
    return game


@pytest.fixture
def moderator(client):
    moderator = make_user("leire", is_staff=True)
    client.force_login(moderator)
    return moderator


@pytest.fixture
def other(db):
    return make_user("jon", is_staff=True)


def send(client, game, **fields):
    return client.post(reverse("correct-result", args=[game.pk]), DRAW | fields)


def digest(client, game, **fields):
    return send(client, game, **fields).context["digest"]


def by(moderator):
    return ResultEvent.objects.filter(by=moderator).count()


def test_what_another_moderator_did_meanwhile_is_shown_first(client, casual, moderator, other):
    seen = digest(client, casual)
    games.correct(casual.pk, other, Result.WHITE, "Another view.")
    follow()
    answer = send(client, casual, seen=seen)
    assert (answer.status_code, by(moderator)) == (409, 0)
    assert "changed in the meantime" in answer.content.decode()


def test_so_it_is_while_the_ledger_has_not_followed(client, game, moderator, other):
    seen = digest(client, game)
    games.correct(game.pk, other, Result.WHITE, "Another view.")
    assert send(client, game, seen=seen).status_code == 409
    assert by(moderator) == 0


def test_a_correction_during_the_last_look_is_not_overruled(
    client, game, moderator, other, monkeypatch
):
    from ratings.views import corrections

    seen, preview = digest(client, game), corrections.preview

    def and_meanwhile(*change):
        games.correct(game.pk, other, Result.WHITE, "Another view.")
        return preview(*change)

    monkeypatch.setattr(corrections, "preview", and_meanwhile)
    assert send(client, game, seen=seen).status_code == 409
    assert by(moderator) == 0


@pytest.mark.parametrize("seen", ["", "1", "1.", sha256(b"").hexdigest()])
def test_a_confirmation_of_nothing_shown_skips_no_preview(client, casual, moderator, seen):
    assert "digest" in send(client, casual, seen=seen).context
    assert by(moderator) == 0


def test_what_was_shown_to_another_confirms_nothing(client, casual, moderator, other):
    seen = digest(client, casual)
    client.force_login(other)
    assert send(client, casual, seen=seen).status_code == 409
    assert by(other) == 0


def test_what_was_shown_of_another_decision_confirms_nothing(client, casual, moderator):
    seen = digest(client, casual)
    answer = send(client, casual, decision="annul", seen=seen)
    assert (answer.status_code, by(moderator)) == (409, 0)


def test_what_was_shown_of_another_game_confirms_nothing(client, game, casual, moderator):
    answer = send(client, casual, seen=digest(client, game))
    assert (answer.status_code, by(moderator)) == (409, 0)


def test_a_second_press_of_the_button_is_answered_as_the_first(client, game, moderator):
    seen = digest(client, game)
    answers = [send(client, game, seen=seen) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [game.get_absolute_url()] * 2
    assert by(moderator) == 1


def test_a_second_press_during_the_first_is_answered_as_it(client, game, moderator, monkeypatch):
    from ratings.views import corrections

    seen, examine = digest(client, game), games.examine

    def and_then_the_first_is_done(*asked):
        examine(*asked)
        if not by(moderator):
            games.correct(game.pk, moderator, Result.DRAW, DRAW["why"], "agreement")

    monkeypatch.setattr(corrections.games, "examine", and_then_the_first_is_done)
    assert send(client, game, seen=seen)["Location"] == game.get_absolute_url()
    assert by(moderator) == 1


def test_a_game_that_hardly_began_is_refused_with_the_reason(client, game, moderator):
    ended = games.cancel(
        make_game(game.first, make_user("house-test", kind="house")).pk, game.first
    )
    answer = send(client, ended, seen="1.")
    assert answer.status_code == 409
    assert "hardly began" in answer.content.decode()


def test_an_old_confirmation_for_another_reason_is_no_second_press(client, game, moderator):
    seen = digest(client, game)
    send(client, game, seen=seen)
    assert send(client, game, seen=seen, why="For fun.").status_code == 409


def test_a_game_that_is_not_rated_yet_cannot_be_judged_yet(client, game, moderator):
    unrated = finish(game.first, game.second)
    shown = send(client, unrated)
    assert "not rated yet" in shown.content.decode()
    assert "Yes, correct it" not in shown.content.decode()
    assert send(client, unrated, seen=shown.context["digest"]).context["digest"] == ""
    assert by(moderator) == 0


def test_a_reason_that_nobody_can_see_is_sent_back(client, game, moderator):
    answer = send(client, game, why="\u200b\u3164")
    assert answer.status_code == 400
    assert "Say why" in answer.content.decode()
