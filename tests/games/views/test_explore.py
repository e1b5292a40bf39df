"""The pages of the explore board: who sees and keeps what."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpResponse

from games.models import Exploration, Game
from games.rules import Position
from games.services import exploring
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_game
from tests.games.views.browsers import browser_of

JSON = {"accept": "application/json"}
START = str(Position.start(5))
MOVES = ["e5", "keep", "e7"]


def tree(*texts: str) -> dict[str, Any]:
    children: list[Any] = []
    for text in reversed(texts):
        children = [{"text": text, "comment": "", "children": children}]
    return {"start": START, "children": children}


def send(user: User | None, path: str, data: Any, version: int = 0) -> HttpResponse:
    text = data if isinstance(data, str) else json.dumps(data)
    return browser_of(user).post(path, {"tree": text, "version": version}, headers=JSON)


def told(response: HttpResponse) -> dict[str, Any]:
    """What the page tells its script."""
    text = response.content.decode().split('<script id="explore-data" type="application/json">')[1]
    return dict(json.loads(text.split("</script>")[0]))


@pytest.fixture
def game(amaia: User, unai: User) -> Game:
    return make_game(amaia, unai, MOVES)


@pytest.fixture
def published(amaia: User, unai: User) -> Exploration:
    game = make_finished_game(amaia, unai, MOVES)
    kept = exploring.save_beside(amaia, game.pk, 0, tree("e5", "swap"))
    return exploring.publish(amaia, kept.pk)


@pytest.mark.parametrize("who", [None, "amaia", "stranger"])
def test_everybody_explores_every_game(
    request: pytest.FixtureRequest, game: Game, who: str | None
) -> None:
    user = request.getfixturevalue(who) if who else None
    data = told(browser_of(user).get(f"/games/{game.pk}/explore/"))
    assert (data["start"], data["line"], data["path"]) == (START, MOVES, MOVES)
    assert data["readOnly"] is False


def test_only_who_is_signed_in_keeps_anything(game: Game, stranger: User) -> None:
    path = f"/games/{game.pk}/explore/"
    assert told(browser_of(None).get(path))["saveUrl"] == ""
    assert told(browser_of(stranger).get(path))["saveUrl"] == f"{path}save/"


@pytest.mark.parametrize(
    ("ply", "path"), [("0", []), ("1", MOVES[:1]), ("99", MOVES), ("rubbish", MOVES)]
)
def test_it_begins_at_the_ply_that_is_asked_for(game: Game, ply: str, path: list[str]) -> None:
    data = told(browser_of(None).get(f"/games/{game.pk}/explore/?ply={ply}"))
    assert data["path"] == path


def test_the_page_of_a_game_leads_to_it_at_the_position_shown(game: Game) -> None:
    page = browser_of(None).get(f"/games/{game.pk}/?ply=1").content.decode()
    assert f"/games/{game.pk}/explore/?ply=1" in page


def test_the_page_asks_the_database_few_questions(
    published: Exploration, amaia: User, django_assert_max_num_queries: Any
) -> None:
    browser = browser_of(amaia)
    with django_assert_max_num_queries(9):
        browser.get(f"/games/{published.game_id}/explore/")


def test_it_says_nothing_that_a_bot_thinks(game: Game, amaia: User) -> None:
    data = told(browser_of(amaia).get(f"/games/{game.pk}/explore/"))
    assert not {"opinion", "evaluation", "best", "options"} & data.keys()


def test_what_is_sent_is_there_at_the_next_visit(game: Game, amaia: User) -> None:
    path = f"/games/{game.pk}/explore/"
    assert send(amaia, f"{path}save/", tree("e5", "swap")).json()["treeVersion"] == 1
    data = told(browser_of(amaia).get(path))
    assert (data["tree"], data["treeVersion"]) == (tree("e5", "swap"), 1)


def test_nobody_else_sees_it(game: Game, amaia: User, unai: User) -> None:
    send(amaia, f"/games/{game.pk}/explore/save/", tree("e5", "swap"))
    assert told(browser_of(unai).get(f"/games/{game.pk}/explore/"))["tree"] == tree()
    kept = Exploration.objects.get()
    assert browser_of(unai).get(kept.get_absolute_url()).status_code == 404


def test_another_tab_that_saved_first_is_answered_with_its_tree(game: Game, amaia: User) -> None:
    path = f"/games/{game.pk}/explore/save/"
    send(amaia, path, tree("e5"))
    answer = send(amaia, path, tree("a1"))
    assert answer.status_code == 409
    assert (answer.json()["tree"], answer.json()["treeVersion"]) == (tree("e5"), 1)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"start": 1}', "null", "NaN"])
def test_what_is_no_tree_is_refused(game: Game, amaia: User, text: str) -> None:
    answer = send(amaia, f"/games/{game.pk}/explore/save/", text)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_tree"


def test_an_illegal_move_is_refused_with_its_place(game: Game, amaia: User) -> None:
    answer = send(amaia, f"/games/{game.pk}/explore/save/", tree("e5", "keep", "e5"))
    assert answer.json()["error"]["message"].startswith("After e5 keep: e5 is taken")


def test_a_visitor_cannot_save(game: Game) -> None:
    assert send(None, f"/games/{game.pk}/explore/save/", tree("e5")).status_code == 401
    assert not Exploration.objects.exists()


def test_a_visitor_has_a_board_that_is_kept_nowhere(db: None) -> None:
    data = told(browser_of(None).get("/explore/board/?size=5"))
    assert (data["tree"], data["saveUrl"]) == (tree(), "")


def test_there_is_no_board_of_another_size(db: None) -> None:
    assert browser_of(None).get("/explore/board/?size=4").status_code == 404


def test_a_new_board_is_the_owners_alone(amaia: User, stranger: User) -> None:
    answer = browser_of(amaia).post("/explore/board/new/", {"size": 5})
    assert told(browser_of(amaia).get(answer.url))["saveUrl"] == f"{answer.url}save/"
    assert browser_of(stranger).get(answer.url).status_code == 404


def test_what_is_published_is_read_by_everybody_and_changed_by_nobody(
    published: Exploration, stranger: User
) -> None:
    url = published.get_absolute_url()
    data = told(browser_of(None).get(url))
    assert (data["tree"], data["readOnly"], data["saveUrl"]) == (tree("e5", "swap"), True, "")
    assert send(stranger, f"{url}save/", tree("a1"), 1).status_code == 404


def test_beside_the_game_others_are_led_to_what_is_published(
    published: Exploration, unai: User
) -> None:
    page = f"/games/{published.game_id}/explore/"
    assert published.get_absolute_url() in browser_of(unai).get(page).content.decode()
    exploring.take_back(published.owner, published.pk)
    assert published.get_absolute_url() not in browser_of(unai).get(page).content.decode()


def test_its_owner_is_led_to_the_game(published: Exploration, amaia: User) -> None:
    answer = browser_of(amaia).get(published.get_absolute_url())
    assert answer.url == f"/games/{published.game_id}/explore/"


@pytest.mark.parametrize("act", ["publish", "take-back", "delete", "rename"])
def test_others_can_do_nothing_with_it(published: Exploration, stranger: User, act: str) -> None:
    answer = browser_of(stranger).post(f"{published.get_absolute_url()}{act}/", headers=JSON)
    assert answer.status_code == 404
    assert Exploration.objects.get().is_published


def test_pressing_publish_in_a_running_game_is_refused(game: Game, amaia: User) -> None:
    kept = exploring.save_beside(amaia, game.pk, 0, tree("e5"))
    answer = browser_of(amaia).post(f"{kept.get_absolute_url()}publish/", headers=JSON)
    assert answer.json()["error"]["code"] == "not_to_be_published"


def test_taken_back_it_is_gone_for_others(published: Exploration, amaia: User) -> None:
    browser_of(amaia).post(f"{published.get_absolute_url()}take-back/")
    assert browser_of(None).get(published.get_absolute_url()).status_code == 404


def test_the_list_is_of_ones_own(published: Exploration, amaia: User, stranger: User) -> None:
    link = f"/games/{published.game_id}/explore/"
    assert link in browser_of(amaia).get("/explore/").content.decode()
    assert link not in browser_of(stranger).get("/explore/").content.decode()


def test_a_visitor_is_offered_boards_of_every_size(db: None) -> None:
    page = browser_of(None).get("/explore/").content.decode()
    assert all(f"/explore/board/?size={size}" in page for size in (5, 6, 7))


def test_a_deleted_one_is_gone_at_once_and_twice_is_not_found(amaia: User) -> None:
    board = exploring.new_board(amaia, 5)
    browser = browser_of(amaia)
    assert browser.post(f"{board.get_absolute_url()}delete/").url == "/explore/"
    assert browser.post(f"{board.get_absolute_url()}delete/").status_code == 404


def test_the_way_to_games_with_the_position_shown_needs_no_script(game: Game) -> None:
    page = browser_of(None).get(f"/games/{game.pk}/explore/?ply=1").content.decode()
    asked = quote(str(Position.start(5).play("e5")), safe="")
    assert f'href="/archive/?position={asked}"' in page
