"""Table talk and notes: who may read and write what."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games import services
from games.models import ChatMessage, Game, Note
from games.views.events import topics_for
from sumendi_site.accounts.models import Sanction, User
from sumendi_site.live.publish import game_topic, talk_topic
from tests.games.factories import make_game, make_user
from tests.games.views.browsers import browser_of

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


@pytest.fixture
def people() -> dict[str, User]:
    kinds = {"guest": User.Kind.GUEST}
    names = ("player", "opponent", "stranger", "guest")
    return {name: make_user(name, kind=kinds.get(name, User.Kind.PERSON)) for name in names}


@pytest.fixture
def game(people: dict[str, User]) -> Game:
    return make_game(people["player"], people["opponent"], ["e5"])


def post(
    user: User | None, game: Game, action: str, text: str, headers: dict[str, str] = JSON
) -> HttpResponse:
    url = f"/games/{game.pk}/{action}/"
    return browser_of(user).post(url, {"text": text}, headers=headers)


def read(user: User | None, game: Game) -> HttpResponse:
    return browser_of(user).get(f"/games/{game.pk}/chat/")


def page(user: User | None, game: Game) -> str:
    return browser_of(user).get(game.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("who", "status"), [("player", 200), ("opponent", 200), ("stranger", 403), ("guest", 403)]
)
@pytest.mark.parametrize("action", ["chat", "note"])
def test_only_the_players_write(
    people: dict[str, User], game: Game, who: str, status: int, action: str
) -> None:
    assert post(people[who], game, action, "Aupa").status_code == status
    written = ChatMessage.objects.count() + Note.objects.count()
    assert written == (status == 200)


@pytest.mark.parametrize("action", ["chat", "note"])
def test_who_is_signed_out_writes_nothing(game: Game, action: str) -> None:
    assert post(None, game, action, "Aupa").status_code == 401


@pytest.mark.parametrize(
    ("who", "status"), [("player", 200), ("opponent", 200), ("stranger", 404), ("guest", 404)]
)
def test_only_the_players_read(people: dict[str, User], game: Game, who: str, status: int) -> None:
    services.say(game.pk, people["player"], "A secret")
    answer = read(people[who], game)
    assert answer.status_code == status
    assert ("A secret" in answer.content.decode()) == (status == 200)


@pytest.mark.parametrize("who", ["stranger", "guest", None])
def test_the_page_shows_spectators_neither_chat_nor_notes(
    people: dict[str, User], game: Game, who: str | None
) -> None:
    services.say(game.pk, people["player"], "A secret")
    services.save_note(game.pk, people["player"], "A plan")
    text = page(people[who] if who else None, game)
    assert "A secret" not in text
    assert "A plan" not in text
    assert 'id="chat-' not in text


def test_a_note_is_shown_to_its_author_alone(people: dict[str, User], game: Game) -> None:
    services.save_note(game.pk, people["player"], "A plan")
    assert "A plan" in page(people["player"], game)
    assert "A plan" not in page(people["opponent"], game)


def test_a_guest_talks_at_his_own_table(people: dict[str, User]) -> None:
    game = make_game(people["player"], people["guest"])
    assert post(people["guest"], game, "chat", "Hello").status_code == 200
    assert "Hello" in read(people["player"], game).content.decode()


def test_what_a_blocked_player_wrote_is_hidden_from_the_blocker_alone(
    people: dict[str, User], game: Game
) -> None:
    services.say(game.pk, people["opponent"], "Rude words")
    services.block(people["player"], people["opponent"])
    assert "Rude words" not in page(people["player"], game)
    assert "Rude words" in page(people["opponent"], game)


def test_a_blocked_player_is_told_so_on_the_page_and_has_no_field(
    people: dict[str, User], game: Game
) -> None:
    services.block(people["player"], people["opponent"])
    text = page(people["opponent"], game)
    assert "player has blocked you." in text
    assert 'id="chat-text"' not in text


def test_a_blocked_player_s_message_is_refused(people: dict[str, User], game: Game) -> None:
    services.block(people["player"], people["opponent"])
    answer = post(people["opponent"], game, "chat", "But")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "blocked"


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "<b>bold</b>", "a & b"])
def test_a_message_is_text_and_never_markup(people: dict[str, User], game: Game, text: str) -> None:
    post(people["player"], game, "chat", text)
    assert text not in read(people["opponent"], game).content.decode()


def test_an_address_in_a_message_is_no_link(people: dict[str, User], game: Game) -> None:
    post(people["player"], game, "chat", "http://elsewhere.test/trap")
    page = read(people["opponent"], game).content.decode()
    assert '<p dir="auto">http://elsewhere.test/trap</p>' in page
    assert 'href="http' not in page


def test_writing_too_much_says_when_to_try_again(people: dict[str, User], game: Game) -> None:
    for _ in range(10):
        post(people["player"], game, "chat", "x")
    answer = post(people["player"], game, "chat", "x")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60


def test_without_a_script_a_refused_message_is_kept_in_the_field(
    people: dict[str, User], game: Game
) -> None:
    services.save_note(game.pk, people["player"], "A plan")
    for _ in range(10):
        services.say(game.pk, people["player"], "x")
    answer = post(people["player"], game, "chat", "An eleventh", headers={})
    assert answer.status_code == 429
    assert 'value="An eleventh"' in answer.content.decode()
    assert int(answer["Retry-After"]) <= 60


def test_without_a_script_a_refused_note_is_kept_in_the_field(
    people: dict[str, User], game: Game
) -> None:
    text = "x" * 5001
    answer = post(people["player"], game, "note", text, headers={})
    assert answer.status_code == 400
    assert text in answer.content.decode()


def test_without_a_script_one_is_back_at_the_game(people: dict[str, User], game: Game) -> None:
    for action in ("chat", "note"):
        answer = post(people["player"], game, action, "Aupa", headers={})
        assert answer["Location"] == game.get_absolute_url()


def test_there_is_no_chat_with_a_program(people: dict[str, User]) -> None:
    bot = make_user("basalt", kind=User.Kind.HOUSE)
    text = page(people["player"], make_game(people["player"], bot))
    assert 'id="chat"' not in text
    assert 'id="note"' in text


@pytest.mark.parametrize("action", ["chat", "note"])
def test_a_game_that_never_was_has_neither(people: dict[str, User], action: str) -> None:
    url = f"/games/999999/{action}/"
    assert browser_of(people["player"]).post(url, {"text": "x"}, headers=JSON).status_code == 404


@pytest.mark.parametrize("action", ["chat", "note"])
def test_writing_needs_the_token_of_the_page(
    people: dict[str, User], game: Game, action: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["player"])
    assert client.post(f"/games/{game.pk}/{action}/", {"text": "x"}).status_code == 403


def test_the_players_alone_hear_that_somebody_wrote(people: dict[str, User], game: Game) -> None:
    both = [game_topic(game.pk), talk_topic(game.pk)]
    heard: dict[str, Any] = {name: topics_for(user, game.pk) for name, user in people.items()}
    assert heard["player"] == heard["opponent"] == both
    assert heard["stranger"] == heard["guest"] == [game_topic(game.pk)]


def test_who_is_muted_reads_until_when_in_place_of_the_field(
    people: dict[str, User], game: Game
) -> None:
    ends = datetime(2099, 12, 3, 9, tzinfo=UTC)
    Sanction.objects.create(
        person=people["player"], by=people["stranger"], kind="mute", reason="Insults.", until=ends
    )
    html = page(people["player"], game)
    assert "muted you until 3 December 2099, 09:00 UTC: Insults." in html
    assert 'id="chat-text"' not in html
    assert 'id="chat-text"' in page(people["opponent"], game)
