"""What players are told of their games."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.core import mail
from kombu.exceptions import OperationalError

from games import services
from games.notices import KINDS
from sumendi_site.accounts.models import Block
from sumendi_site.notices import delivering
from sumendi_site.notices.models import Notice
from tests.games.factories import (
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_user,
)
from tests.games.prepared import prepare
from tests.notices.conftest import with_address
from tests.notices.posts import make_due, post

pytestmark = pytest.mark.django_db


def titles(player) -> list[str]:
    return [notice.text.title for notice in Notice.objects.filter(recipient=player)]


def test_a_move_tells_the_opponent_that_it_is_their_turn(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    (notice,) = Notice.objects.filter(recipient=unai)
    assert notice.text.title == "Your turn against amaia"
    assert notice.text.url == game.get_absolute_url()
    assert titles(amaia) == []


def test_the_next_turn_tells_how_many_prepared_replies_were_played(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    prepare(game, amaia, ["a1", "i9", "a5", "i5"])
    for ply, text in ((3, "a1"), (5, "a5"), (7, "e1")):
        services.play(game.pk, unai, ply, text)
    body = Notice.objects.filter(recipient=amaia).order_by("-pk")[0].text.body
    assert body.startswith("Your 2 prepared replies were played, and your opponent has moved")


def test_a_move_sent_twice_tells_once(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    services.play(game.pk, amaia, 1, "e5")
    assert titles(unai) == ["Your turn against amaia"]


def test_the_one_who_offered_hears_that_the_game_begins(amaia, unai):
    services.accept(unai, make_seek(amaia, seat="first").pk)
    (notice,) = Notice.objects.filter(recipient=amaia)
    assert notice.text.title == "Your game against unai has begun"
    assert notice.text.body == "You make the first move."
    assert titles(unai) == []


def test_both_hear_how_a_game_ended(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    services.resign(game.pk, unai)
    assert titles(amaia)[0] == "You won against unai"
    assert titles(unai)[0] == "You lost against amaia"


def test_a_cancelled_game_counts_for_nothing(amaia, unai):
    services.cancel(make_game(amaia, unai).pk, amaia)
    assert titles(unai) == ["Your game against amaia was cancelled"]


def test_a_challenge_tells_its_terms(amaia, unai):
    make_challenge(amaia, unai, time_control="3d")
    (notice,) = Notice.objects.filter(recipient=unai)
    assert notice.text.title == "amaia challenges you"
    assert notice.text.body == "A game of size 6, casual, 3 days for each move."


def test_an_open_seek_tells_nobody(amaia, unai):
    make_seek(amaia)
    assert not Notice.objects.exists()


def test_a_draw_offer_is_told(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    services.offer_draw(game.pk, amaia, 2)
    assert titles(unai)[0] == "amaia offers a draw"


def test_lines_of_chat_that_were_not_read_yet_are_one_notice(amaia, unai):
    game = make_game(amaia, unai)
    for text in ("hello", "are you there?"):
        services.say(game.pk, amaia, text)
    assert titles(unai) == ["amaia wrote to you"]


def test_chat_after_the_reader_has_looked_is_told_again(client, amaia, unai):
    game = make_game(amaia, unai)
    services.say(game.pk, amaia, "hello")
    client.force_login(unai)
    client.get(game.get_absolute_url())
    services.say(game.pk, amaia, "are you there?")
    assert titles(unai) == ["amaia wrote to you"] * 2


def read_chat(client, game, reader, **headers):
    client.force_login(reader)
    client.get(f"{game.get_absolute_url()}chat/", headers=headers)


def test_chat_that_was_read_on_the_open_page_is_told_again(client, amaia, unai):
    game = make_game(amaia, unai)
    services.say(game.pk, amaia, "hello")
    read_chat(client, game, unai)
    services.say(game.pk, amaia, "are you there?")
    assert titles(unai) == ["amaia wrote to you"] * 2


def test_chat_that_was_read_on_the_open_page_is_not_mailed(settings, client, amaia):
    settings.MAIL_CONFIGURED = True
    unai = with_address(make_user("unai", email="unai@example.org"))
    game = make_game(amaia, unai)
    services.say(game.pk, amaia, "hello")
    read_chat(client, game, unai)
    post(unai)
    assert mail.outbox == []


def test_chat_that_came_in_the_background_has_not_been_read(client, amaia, unai):
    game = make_game(amaia, unai)
    services.say(game.pk, amaia, "hello")
    read_chat(client, game, unai, **{"X-Unwatched": "1"})
    assert new_for(unai) == 1


def test_reading_chat_is_not_seeing_the_move(client, amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    services.say(game.pk, amaia, "hello")
    read_chat(client, game, unai)
    assert [one.kind for one in Notice.objects.filter(recipient=unai).unseen()] == ["your_turn"]


def test_who_answers_in_the_chat_has_read_it(amaia, unai):
    game = make_game(amaia, unai)
    services.say(game.pk, amaia, "hello")
    services.say(game.pk, unai, "aupa")
    assert new_for(unai) == 0


def test_nobody_hears_of_chat_from_somebody_they_block(amaia, unai):
    game = make_game(amaia, unai)
    Block.objects.create(owner=unai, blocked=amaia)
    with pytest.raises(services.GameError):
        services.say(game.pk, amaia, "hello")
    assert titles(unai) == []


def new_for(player) -> int:
    return Notice.objects.filter(recipient=player).unseen().count()


def test_who_opens_the_game_has_seen_its_notices(client, amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    client.force_login(unai)
    client.get(game.get_absolute_url())
    assert new_for(unai) == 0


def test_a_page_in_the_background_has_not_been_seen(client, amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    client.force_login(unai)
    client.get(game.get_absolute_url(), headers={"X-Unwatched": "1"})
    assert new_for(unai) == 1


def test_a_look_of_somebody_else_changes_nothing(client, amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    client.force_login(amaia)
    client.get(game.get_absolute_url())
    assert new_for(unai) == 1


def test_who_answers_by_a_program_has_seen_the_notice(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    services.play(game.pk, unai, 2, "swap")
    assert new_for(unai) == 0


def test_the_dashboard_shows_challenges(client, amaia, unai):
    make_challenge(amaia, unai)
    client.force_login(unai)
    client.get("/dashboard/")
    assert new_for(unai) == 0


def test_the_lobby_shows_challenges(client, amaia, unai):
    make_challenge(amaia, unai)
    client.force_login(unai)
    assert "amaia" in client.get("/play/").content.decode()
    assert new_for(unai) == 0


@pytest.mark.parametrize("answer", [services.accept, services.decline])
def test_who_answers_a_challenge_has_seen_it(amaia, unai, answer):
    other = make_challenge(make_user("itziar"), unai)
    answer(unai, make_challenge(amaia, unai).pk)
    left = Notice.objects.filter(recipient=unai, kind="challenge").unseen()
    assert [notice.data["offer"] for notice in left] == [other.pk]


@pytest.mark.parametrize("kind", ["your_turn", "warning", "challenge", "draw_offer"])
def test_kinds_that_can_be_outdated_say_so(kind):
    (found,) = [one for one in KINDS if one.code == kind]
    assert found.is_outdated({"game": 0, "offer": 0, "ply": 1})


def test_a_turn_that_was_answered_is_not_mailed(settings, amaia):
    settings.MAIL_CONFIGURED = True
    unai = with_address(make_user("unai", email="unai@example.org"))
    game = make_game(amaia, unai, ["e5"])
    services.play(game.pk, unai, 2, "swap")
    post(unai)
    assert mail.outbox == []


def test_a_turn_is_mailed_to_who_has_not_seen_it(settings, amaia):
    settings.MAIL_CONFIGURED = True
    unai = with_address(make_user("unai", email="unai@example.org"))
    make_game(amaia, unai, ["e5"])
    post(unai)
    assert [message.subject for message in mail.outbox] == ["[Sumendi] Your turn against amaia"]


def test_a_withdrawn_challenge_is_not_mailed(settings, amaia):
    settings.MAIL_CONFIGURED = True
    unai = with_address(make_user("unai", email="unai@example.org"))
    services.withdraw(amaia, make_challenge(amaia, unai).pk)
    post(unai)
    assert mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_moves_go_on_and_notices_follow_by_the_sweep(settings, monkeypatch):
    settings.REDIS_URL = "unix:///nowhere/socket"
    settings.MAIL_CONFIGURED, settings.NOTICE_MAIL_DELAY = True, 0
    unai = with_address(make_user("unai", email="unai@example.org"))
    with monkeypatch.context() as down:
        down.setattr("celery.Celery.send_task", refuse)
        assert make_game(make_user("amaia"), unai, ["e5"]).ply_count == 1
        delivering.hand_out()
    woken: list[tuple[int, int]] = []
    monkeypatch.setattr(delivering, "wake", lambda task, *args: woken.append(args))
    make_due(unai)
    delivering.hand_out()
    delivering.deliver(*woken[0])
    assert len(mail.outbox) == 1


def refuse(*args, **options):
    raise OperationalError("There is no broker.")


def body_of(player, kind: str) -> str:
    return Notice.objects.filter(recipient=player, kind=kind)[0].text.body


def test_a_turn_says_until_when_in_the_readers_zone(amaia):
    unai = make_user("unai", time_zone="Asia/Tokyo")
    with time_machine.travel(datetime(2026, 11, 30, 3, 52, tzinfo=UTC), tick=False):
        make_game(amaia, unai, ["e5"])
    assert body_of(unai, "your_turn") == (
        "Your opponent has moved. You have until Thu 3 Dec, 12:52 JST. "
        "A game of size 5, casual, 3 days for each move."
    )


def test_a_zone_that_is_no_more_does_not_stop_the_game(amaia):
    unai = make_user("unai", time_zone="Atlantis/Poseidonis")
    make_game(amaia, unai, ["e5"])
    assert "UTC" in body_of(unai, "your_turn")


def test_the_end_is_told_as_the_game_tells_it(amaia, unai):
    services.resign(make_game(amaia, unai, ["e5", "keep"]).pk, unai)
    assert body_of(amaia, "game_end") == "You won: unai resigned."


def test_a_line_of_chat_names_its_game(amaia, unai):
    game = make_game(amaia, unai)
    services.say(game.pk, amaia, "hello")
    assert body_of(unai, "chat") == f"In game {game.pk}: size 5, casual, 3 days for each move."


def test_a_rematch_says_that_it_is_one_and_leads_to_the_game(amaia, unai):
    game = make_finished_game(amaia, unai, ["e5", "keep"])
    services.rematch(game.pk, amaia)
    text = Notice.objects.filter(recipient=unai, kind="challenge")[0].text
    assert text.title == "amaia offers a rematch"
    assert text.body.endswith("You place first.")
    assert text.url == game.get_absolute_url()
