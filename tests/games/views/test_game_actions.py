"""What players do on the page of a game, and how it is refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Game, GameStatus
from sumendi_site.accounts.models import User
from tests.games.factories import make_game, make_user

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}
ACTIONS = ["move", "resign", "draw/offer", "draw/accept", "draw/decline", "cancel"]


@pytest.fixture
def game(amaia: User, unai: User) -> Game:
    """Black, amaia, has a volcano on e5; it is the turn of White, unai, and ply 3."""
    return make_game(amaia, unai, ["e5", "keep"])


def post(
    user: User | None, game: Game, action: str, json: bool = True, **fields: Any
) -> HttpResponse:
    client = Client()
    if user:
        client.force_login(user)
    return client.post(f"/games/{game.pk}/{action}/", fields, headers=JSON if json else {})


def error(response: HttpResponse) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def unchanged(game: Game) -> bool:
    before = (game.ply_count, game.position, game.status, game.draw_offer_by_id, game.deadline)
    game.refresh_from_db()
    after = (game.ply_count, game.position, game.status, game.draw_offer_by_id, game.deadline)
    return before == after


# Moves


def test_a_move_is_answered_with_its_ply(game: Game, unai: User) -> None:
    response = post(unai, game, "move", ply=3, move="e6:e5-e4")
    assert response.status_code == 200
    assert response.json() == {
        "ply": 3,
        "move": "e6:e5-e4",
        "repeated": False,
        "url": f"/games/{game.pk}/",
    }


def test_a_browser_s_form_is_sent_back_to_the_game(game: Game, unai: User) -> None:
    response = post(unai, game, "move", json=False, ply=3, move="a1")
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.pk}/")


def test_a_move_may_be_typed_in_capitals_and_with_spaces_around(game: Game, unai: User) -> None:
    assert post(unai, game, "move", ply=3, move=" E6:E5-E4 ").json()["move"] == "e6:e5-e4"


def test_the_same_move_sent_twice_is_made_once(game: Game, unai: User) -> None:
    answers = [post(unai, game, "move", ply=3, move="a1").json() for _ in range(2)]
    assert [answer["repeated"] for answer in answers] == [False, True]
    game.refresh_from_db()
    assert game.ply_count == 3


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"ply": 3, "move": "rubbish"}, (400, "move_syntax")),
        ({"ply": 3, "move": ""}, (400, "move_syntax")),
        ({"ply": 3}, (400, "move_syntax")),
        ({"ply": 3, "move": "a1\r\n\x07\x1b[2J"}, (400, "move_syntax")),
        ({"ply": 3, "move": "a\N{FULLWIDTH DIGIT ONE}"}, (400, "move_syntax")),
        ({"ply": 3, "move": "a1," * 30_000}, (400, "move_syntax")),
        ({"ply": 3, "move": "swap"}, (400, "move_syntax")),
        ({"ply": 3, "move": "e5"}, (400, "illegal_move")),
        ({"ply": 3, "move": "e6"}, (400, "illegal_move")),
        ({"ply": 3, "move": "z9"}, (400, "illegal_move")),
        ({"ply": "", "move": "a1"}, (400, "bad_ply")),
        ({"ply": "three", "move": "a1"}, (400, "bad_ply")),
        ({"ply": "³", "move": "a1"}, (400, "bad_ply")),
        ({"ply": "9" * 5000, "move": "a1"}, (400, "bad_ply")),
        ({"move": "a1"}, (400, "bad_ply")),
        ({"ply": 4, "move": "a1"}, (409, "wrong_ply")),
        ({"ply": 0, "move": "a1"}, (409, "wrong_ply")),
        ({"ply": 1, "move": "a1"}, (409, "ply_taken")),
    ],
)
def test_a_bad_move_is_refused_and_nothing_changes(
    game: Game, unai: User, fields: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert error(post(unai, game, "move", **fields)) == expected
    assert unchanged(game)


def test_a_refusal_of_the_rules_has_their_reason(game: Game, unai: User) -> None:
    problem = post(unai, game, "move", ply=3, move="e6").json()["error"]
    assert problem["reason"] == "missing"
    assert problem["message"] == "e5 must spill too, next to e6."


def test_it_is_not_the_turn_of_the_other_player(game: Game, amaia: User) -> None:
    assert error(post(amaia, game, "move", ply=3, move="a1")) == (409, "not_your_turn")
    assert unchanged(game)


def test_a_finished_game_takes_no_move(game: Game, amaia: User, unai: User) -> None:
    services.resign(game.pk, amaia)
    assert error(post(unai, game, "move", ply=3, move="a1")) == (409, "game_over")


def test_a_move_after_the_deadline_is_told_that_the_game_is_lost(game: Game, unai: User) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert error(post(unai, game, "move", ply=3, move="a1")) == (409, "too_late")
    game.refresh_from_db()
    assert (game.status, game.result) == (GameStatus.FINISHED, "black")


def test_a_body_that_is_too_large_is_refused(game: Game, unai: User) -> None:
    response = post(unai, game, "move", ply=3, move="a" * 1_000_000)
    assert error(response) == (413, "too_large")
    assert unchanged(game)


# Who may


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_is_refused(game: Game, action: str) -> None:
    response = post(make_user("leire"), game, action, ply=3, move="a1")
    assert error(response) == (403, "not_a_player")
    assert unchanged(game)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_program_that_is_signed_out_is_told_so(game: Game, action: str) -> None:
    assert error(post(None, game, action, ply=3, move="a1")) == (401, "signed_out")
    assert unchanged(game)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_person_who_is_signed_out_signs_in_first(game: Game, action: str) -> None:
    response = post(None, game, action, json=False, ply=3, move="a1")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=")
    assert unchanged(game)


def test_the_typed_move_is_still_there_after_the_sign_in(game: Game, unai: User) -> None:
    response = post(None, game, "move", json=False, ply=3, move="e6:e5-e4")
    client = Client()
    client.force_login(unai)
    page = client.get("/accounts/login/?" + response["Location"].partition("?")[2], follow=True)
    assert 'value="e6:e5-e4"' in page.content.decode()


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_is_not_a_link(game: Game, amaia: User, action: str) -> None:
    client = Client()
    client.force_login(amaia)
    assert client.get(f"/games/{game.pk}/{action}/").status_code == 405


@pytest.mark.parametrize("action", ACTIONS)
def test_an_unknown_game_is_not_found(amaia: User, action: str) -> None:
    for number in (4711, 10**25):
        assert post(amaia, Game(pk=number), action, ply=1, move="a1").status_code == 404


def test_a_form_without_its_token_is_out_of_date(game: Game, unai: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(unai)
    response = client.post(f"/games/{game.pk}/move/", {"ply": 3, "move": "a1"}, headers=JSON)
    assert error(response) == (403, "stale_page")
    assert unchanged(game)


# Without a script


def test_a_refused_form_shows_the_page_with_the_reason_and_the_text(game: Game, unai: User) -> None:
    response = post(unai, game, "move", json=False, ply=3, move="e6:e5-a9")
    html = response.content.decode()
    assert response.status_code == 400
    assert 'role="alert"' in html
    assert 'value="e6:e5-a9"' in html
    assert 'id="board"' in html


def test_a_typed_move_cannot_inject_markup(game: Game, unai: User) -> None:
    html = post(unai, game, "move", json=False, ply=3, move='"><script>x').content.decode()
    assert "<script>x" not in html


def test_a_stale_form_shows_the_position_as_it_is_now(game: Game, unai: User) -> None:
    response = post(unai, game, "move", json=False, ply=1, move="a1")
    assert response.status_code == 409
    assert "Move 1 (ply 1) has been played already: e5." in response.content.decode()


# Ends


def test_a_player_resigns(game: Game, amaia: User) -> None:
    assert post(amaia, game, "resign").status_code == 200
    game.refresh_from_db()
    assert (game.result, game.termination) == ("white", "resignation")


def test_a_draw_is_offered_and_accepted(game: Game, amaia: User, unai: User) -> None:
    assert post(amaia, game, "draw/offer", ply=2).status_code == 200
    assert post(unai, game, "draw/accept", ply=2).status_code == 200
    game.refresh_from_db()
    assert (game.result, game.termination) == ("draw", "agreement")


def test_a_draw_offer_is_shown_to_the_other_player_alone(
    game: Game, amaia: User, unai: User
) -> None:
    services.offer_draw(game.pk, amaia, 2)
    seen = {}
    for user in (amaia, unai, make_user("leire")):
        client = Client()
        client.force_login(user)
        seen[user.username] = "Accept the draw" in client.get(f"/games/{game.pk}/").content.decode()
    assert seen == {"amaia": False, "unai": True, "leire": False}


def test_a_draw_offer_is_declined(game: Game, amaia: User, unai: User) -> None:
    services.offer_draw(game.pk, amaia, 2)
    assert post(unai, game, "draw/decline", ply=2).status_code == 200
    game.refresh_from_db()
    assert game.draw_offer_by_id is None


def test_a_draw_offer_for_an_earlier_position_is_stale(game: Game, amaia: User) -> None:
    assert error(post(amaia, game, "draw/offer", ply=1)) == (409, "wrong_ply")


def test_a_draw_offer_names_its_ply(game: Game, amaia: User) -> None:
    assert error(post(amaia, game, "draw/offer")) == (400, "bad_ply")


def test_an_answer_without_an_offer_is_refused(game: Game, unai: User) -> None:
    assert error(post(unai, game, "draw/accept", ply=2)) == (409, "no_draw_offer")


def test_a_game_is_cancelled_before_the_second_ply(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5"])
    assert post(unai, game, "cancel").status_code == 200
    game.refresh_from_db()
    assert game.termination == "cancelled"


def test_a_cancelled_game_shows_no_score(amaia: User, unai: User) -> None:
    game = make_game(amaia, unai, ["e5"])
    services.cancel(game.pk, unai)
    page = Client().get(game.get_absolute_url()).content.decode()
    assert "The game was cancelled." in page
    assert "score at the end" not in page
    assert "that is a draw" not in page


def test_a_guest_is_not_asked_to_keep_a_cancelled_game() -> None:
    client = Client()
    client.post("/play/bot/", {"bot": "greedy", "size": "5"})
    game = Game.objects.get()
    client.post(f"/games/{game.pk}/cancel/")
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The game was cancelled." in page
    assert "keep this game" not in page


def test_a_game_that_has_begun_is_not_cancelled(game: Game, unai: User) -> None:
    assert error(post(unai, game, "cancel")) == (409, "not_cancellable")
    assert unchanged(game)


def test_a_refused_action_of_a_person_shows_the_page_with_the_reason(
    game: Game, unai: User
) -> None:
    response = post(unai, game, "cancel", json=False)
    assert response.status_code == 409
    assert (
        "A game can be cancelled only before the second player has chosen a side."
        in response.content.decode()
    )


@pytest.mark.parametrize("word", ["Resign", "Offer draw"])
def test_ending_a_game_needs_a_second_step(game: Game, unai: User, word: str) -> None:
    client = Client()
    client.force_login(unai)
    html = client.get(f"/games/{game.pk}/").content.decode()
    menu = html[html.index('class="game-menu"') :]
    assert f'<summary class="button">{word}</summary>' in menu
    assert f">{word}</button>" not in html
