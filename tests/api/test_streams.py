"""Streams of the API, read from the server that everybody gets."""

import time
from datetime import timedelta

import jsonschema
import pytest
from django.utils import timezone

from games import services
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.live import lines, places, telling
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import game_topic, player_topic, publish
from tests.api.clients import Caller, code_of
from tests.games.factories import make_bot, make_challenge, make_game, make_seek
from tests.live.serving import Follower, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


@pytest.fixture
def site(settings, valkey, transactional_db):
    settings.REDIS_URL = valkey
    with serving() as url:
        yield url


@pytest.fixture
def follow(site):
    """Follow a path with a token of `user`, or without one."""
    followers = []

    def start(path, user=None, scopes=(Scope.READ,)):
        headers = Caller(user, scopes).headers
        followers.append(Follower(site, path, headers))
        return followers[-1]

    yield start
    for follower in followers:
        follower.close()


@pytest.fixture
def quick(monkeypatch):
    """Signs of life and looks at the token come at once."""
    monkeypatch.setattr(lines, "EVERY", 0.1)
    monkeypatch.setattr(telling, "BETWEEN_LOOKS", 0.1)
    monkeypatch.setattr(telling, "WITHOUT_BROKER", 0.1)


def newest() -> int:
    return LiveEvent.objects.order_by("-id").values_list("id", flat=True).first() or 0


def now() -> int:
    """The number of an event that concerns nobody: what is told since then happened later."""
    publish("nobody", "nothing", {})
    return newest()


def event_of(player: User, number: int) -> None:
    publish(player_topic(player.pk), "game_start", {"game": number})


def test_a_stream_begins_by_saying_where(follow, amaia):
    event_of(amaia, 1)
    stream = follow("stream", amaia)
    assert stream.answer.headers["Content-Type"] == "application/x-ndjson"
    assert stream.read(1) == [{"type": "hello", "since": newest()}]


def test_the_opponents_move_comes_with_its_ply_and_its_text(follow, amaia, unai):
    game = make_game(amaia, unai)
    stream = follow("stream", unai)
    stream.read(1)
    services.play(game.pk, amaia, 1, "e5")
    moved, turn = stream.read(2)
    assert (moved["type"], moved["game"]) == ("opponentMoved", game.pk)
    assert (moved["ply"], moved["move"]) == (1, "e5")
    assert (turn["type"], turn["game"], turn["ply"]) == ("yourTurn", game.pk, 2)


def test_ids_rise_from_line_to_line(follow, amaia):
    start = now()
    for number in (1, 2, 3):
        event_of(amaia, number)
    ids = [line["id"] for line in follow(f"stream?since={start}", amaia).read(4)[1:]]
    assert ids == sorted(set(ids))


def test_a_challenge_comes_with_its_terms(follow, amaia, unai):
    stream = follow("stream", unai)
    stream.read(1)
    offer = make_challenge(amaia, unai, size=7)
    (line,) = stream.read(1)
    assert (line["type"], line["offer"]["id"], line["offer"]["size"]) == ("challenge", offer.pk, 7)
    assert line["offer"]["creator"]["name"] == "amaia"


def everything_happens(amaia: User, unai: User) -> int:
    """All kinds of events of unai's stream and of a game's; the game."""
    services.decline(amaia, make_challenge(unai, amaia).pk)
    make_challenge(amaia, unai)
    game = services.accept(amaia, make_seek(unai, seat="second").pk)
    services.play(game.pk, amaia, 1, "e5")
    services.play(game.pk, unai, 2, "keep")
    services.offer_draw(game.pk, amaia, 2)
    services.decline_draw(game.pk, unai, 2)
    services.say(game.pk, amaia, "Well played")
    services.give_day(game.pk, amaia, 2)
    services.resign(game.pk, unai)
    publish(game_topic(game.pk), "analysis", {"state": "done"})
    return game.pk


OWN = ["challengeDeclined", "challenge", "gameStart", "opponentMoved", "yourTurn"]
OWN += ["yourTurn", "drawOffer", "chat", "gameEnd"]
OF_GAME = ["move", "move", "drawOffer", "drawDeclined", "chat", "clock", "end", "analysis"]


def test_an_account_is_told_all_that_happens_to_it(follow, amaia, unai):
    start = now()
    everything_happens(amaia, unai)
    assert follow(f"stream?since={start}", unai).types(1 + len(OWN)) == ["hello", *OWN]


def test_players_are_told_all_that_happens_in_their_game(follow, amaia, unai):
    start = now()
    game = everything_happens(amaia, unai)
    stream = follow(f"games/{game}/stream?since={start}", unai)
    assert stream.types(2 + len(OF_GAME)) == ["hello", "game", *OF_GAME]


@pytest.mark.parametrize("scopes", [None, [Scope.PLAY]])
def test_table_talk_is_for_players_whose_token_may_read(follow, amaia, unai, scopes):
    start = now()
    game = everything_happens(amaia, unai)
    stream = follow(f"games/{game}/stream?since={start}", unai if scopes else None, scopes or ())
    without = [kind for kind in OF_GAME if kind != "chat"]
    assert stream.types(2 + len(without)) == ["hello", "game", *without]


def test_every_line_is_as_the_schema_describes_it(follow, client, amaia, unai):
    start = now()
    game = everything_happens(amaia, unai)
    schema = client.get("/api/v1/schema").json()
    for path, name, count in (
        (f"stream?since={start}", "OwnEvent", 1 + len(OWN)),
        (f"games/{game}/stream?since={start}", "GameEvent", 2 + len(OF_GAME)),
    ):
        described = {"$ref": f"#/components/schemas/{name}", "components": schema["components"]}
        for line in follow(path, unai).read(count):
            jsonschema.validate(line, described)
            assert set(line) <= set(schema["components"]["schemas"][name]["properties"])


def test_the_schema_has_the_streams_with_their_media_type(client, db):
    paths = client.get("/api/v1/schema").json()["paths"]
    for path in ("/api/v1/stream", "/api/v1/games/{game_id}/stream"):
        assert "application/x-ndjson" in paths[path]["get"]["responses"]["200"]["content"]


def test_what_happens_to_others_is_not_told(follow, amaia, unai):
    stream = follow("stream", amaia)
    stream.read(1)
    event_of(unai, 1)
    event_of(amaia, 2)
    assert stream.read(1)[0]["game"] == 2


def test_a_stream_goes_on_after_the_line_that_was_read_last(follow, amaia):
    first = follow("stream", amaia)
    first.read(1)
    event_of(amaia, 1)
    (read,) = first.read(1)
    first.close()
    event_of(amaia, 2)
    LiveEvent.objects.update(created=timezone.now() - timedelta(minutes=1))
    hello, missed = follow(f"stream?since={read['id']}", amaia).read(2)
    assert (hello["since"], missed["game"]) == (read["id"], 2)


def test_many_missed_events_come_without_waiting_for_more(follow, amaia):
    start = now()
    topic = player_topic(amaia.pk)
    LiveEvent.objects.bulk_create(
        LiveEvent(topic=topic, kind="game_start", data={"game": number}) for number in range(500)
    )
    told = follow(f"stream?since={start}", amaia).read(501)
    assert [line["game"] for line in told[1:]] == list(range(500))


def test_who_was_away_too_long_is_told_to_look_anew(follow, amaia):
    for number in (1, 2, 3):
        event_of(amaia, number)
    last = newest()
    LiveEvent.objects.exclude(pk=last).delete()
    stream = follow(f"stream?since={last - 2}", amaia)
    assert stream.read(2) == [{"type": "hello", "since": last}, {"type": "reset"}]


def test_a_number_that_is_yet_to_come_is_told_to_look_anew(follow, amaia):
    assert follow("stream?since=999999999", amaia).types(2) == ["hello", "reset"]


def test_who_has_read_all_that_is_kept_is_not_told_to_look_anew(follow, amaia):
    event_of(amaia, 1)
    event_of(amaia, 2)
    last = newest()
    LiveEvent.objects.exclude(pk=last).delete()
    follower = follow(f"stream?since={last - 1}", amaia)
    assert follower.types(2) == ["hello", "gameStart"]


def test_empty_lines_come_also_while_there_is_news(follow, quick, amaia):
    stream = follow("stream", amaia)
    stream.read(1)
    lines_read = []
    for number in range(20):
        event_of(amaia, number)
        time.sleep(0.02)
        lines_read.append(stream.line())
    assert b"\n" in lines_read
    assert len(set(lines_read)) > 2


def test_a_game_begins_with_all_that_was_played(follow, amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    hello, whole = follow(f"games/{game.pk}/stream").read(2)
    assert [hello["type"], whole["type"]] == ["hello", "game"]
    assert [move["move"] for move in whole["game"]["moves"]] == ["e5", "keep"]


def test_everybody_may_follow_a_game(follow, amaia, unai):
    game = make_game(amaia, unai)
    stream = follow(f"games/{game.pk}/stream")
    stream.read(2)
    services.play(game.pk, amaia, 1, "e5")
    (line,) = stream.read(1)
    assert (line["type"], line["ply"], line["move"]) == ("move", 1, "e5")
    assert line["player"] == "amaia"


def revoke(user: User) -> None:
    ApiToken.objects.filter(user=user).delete()


def expire(user: User) -> None:
    ApiToken.objects.filter(user=user).update(expiry=timezone.now())


def close(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("end", [revoke, expire, close])
def test_a_token_that_is_not_good_any_more_ends_its_streams(follow, quick, amaia, unai, end):
    game = make_game(amaia, unai)
    streams = [follow("stream", amaia), follow(f"games/{game.pk}/stream", amaia)]
    for stream in streams:
        stream.read(1)
    end(amaia)
    assert all(stream.has_ended() for stream in streams)


def test_the_streams_of_a_bot_end_when_its_owner_leaves(follow, quick, amaia):
    stream = follow("stream", make_bot(amaia))
    stream.read(1)
    close(amaia)
    assert stream.has_ended()


def test_nothing_is_told_after_a_token_was_revoked(follow, amaia):
    stream = follow("stream", amaia)
    stream.read(1)
    revoke(amaia)
    event_of(amaia, 1)
    assert stream.line() == b""


def test_an_open_stream_is_a_use_of_its_token(follow, quick, amaia):
    stream = follow("stream", amaia)
    stream.read(1)
    ApiToken.objects.update(last_used=None)
    for _ in range(5):
        stream.line()
    assert ApiToken.objects.get().last_used is not None


def test_a_stream_ends_after_its_lifetime(follow, quick, monkeypatch, amaia):
    monkeypatch.setattr(telling, "LIFETIME", 0.3)
    assert follow("stream", amaia).has_ended()


def test_one_caller_follows_a_limited_number_of_streams(follow, monkeypatch, amaia, unai):
    monkeypatch.setattr(places, "MOST_OF_A_CALLER", 2)
    for _ in range(2):
        follow("stream", amaia).read(1)
    refused = follow("stream", amaia)
    assert refused.answer.status == 429
    assert int(refused.answer.headers["Retry-After"]) > 0
    assert b"too_many_streams" in refused.line()
    assert follow("stream", unai).answer.status == 200


def test_a_stream_that_came_too_late_by_a_moment_says_why_it_ends(follow, monkeypatch, amaia):
    monkeypatch.setattr(places, "MOST_OF_A_CALLER", 1)
    follow("stream", amaia).read(1)
    monkeypatch.setattr(lines, "refusal", lambda caller: None)
    late = follow("stream", amaia)
    (line,) = late.read(1)
    assert (line["type"], line["code"]) == ("refused", "too_many_streams")
    assert late.has_ended()


def test_a_closed_stream_makes_place_for_another(follow, quick, monkeypatch, amaia):
    monkeypatch.setattr(places, "MOST_OF_A_CALLER", 1)
    first = follow("stream", amaia)
    first.read(1)
    first.close()
    deadline = timezone.now() + timedelta(seconds=10)
    while follow("stream", amaia).answer.status == 429:
        assert timezone.now() < deadline


def test_a_process_holds_a_limited_number_of_streams(follow, monkeypatch, amaia, unai):
    monkeypatch.setattr(places, "MOST_STREAMS", 1)
    follow("stream", amaia).read(1)
    refused = follow("stream", unai)
    assert refused.answer.status == 503
    assert int(refused.answer.headers["Retry-After"]) > 0


def test_a_stream_of_an_account_needs_a_token(db):
    answer = Caller().get("stream")
    assert (answer.status_code, code_of(answer)) == (401, "signed_out")


def test_a_stream_of_an_account_needs_the_scope_to_read(amaia):
    answer = Caller(amaia, [Scope.PLAY]).get("stream")
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


def test_a_game_that_does_not_exist_cannot_be_followed(db):
    answer = Caller().get("games/999/stream")
    assert (answer.status_code, code_of(answer)) == (404, "game_not_found")


@pytest.mark.parametrize("since", ["x", "-1", "1.5", "9" * 30])
def test_a_position_that_is_no_number_is_refused(amaia, since):
    answer = Caller(amaia).get("stream", {"since": since})
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    assert list(answer.json()["errors"]) == ["since"]


def test_only_reading_opens_a_stream(amaia):
    assert Caller(amaia)._send("HEAD", "stream").status_code == 405
