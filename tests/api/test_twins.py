"""What the pages of games, ratings, tournaments and notices do for a player, the API does too. The
pages of the account, with its password, tokens and looks, are not looked at."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from inspect import iscoroutine
from itertools import chain

import pytest
from django.test import RequestFactory
from django.urls import URLPattern
from drf_spectacular.generators import SchemaGenerator

from games import urls as games
from ratings import urls as ratings
from sumendi_site.accounts.models import User
from sumendi_site.notices import urls as notices
from tournaments import urls as tournaments

TWINS = {
    "seek-create": {"seek_create"},
    "invite-create": {"invite_create"},
    "challenge-create": {"challenge_create"},
    "house-game": {"challenge_create"},
    "invite-accept": {"invite_accept"},
    "offer-accept": {"seek_accept", "challenge_accept"},
    "offer-decline": {"challenge_decline"},
    "offer-withdraw": {"seek_withdraw", "challenge_withdraw", "invite_withdraw"},
    "block": {"block_add"},
    "unblock": {"block_remove"},
    "game-move": {"game_move"},
    "game-resign": {"game_resign"},
    "game-draw-offer": {"game_draw"},
    "game-draw-accept": {"game_draw"},
    "game-draw-decline": {"game_draw"},
    "game-cancel": {"game_cancel"},
    "game-rematch": {"game_rematch"},
    "game-chat": {"game_say"},
    "game-note": {"game_save_note"},
    "game-give-day": {"game_give_time"},
    "vacation": {"vacation_take"},
    "vacation-end": {"vacation_end"},
    "notices-seen": {"notices_seen"},
    "bot-new": {"bot_register"},
    "bot-settings": {"bot_describe"},
    "bot-token-new": {"bot_token_make"},
    "bot-token-revoke": {"bot_token_revoke"},
    "bot-retire": {"bot_retire"},
}
"""For the name of a page's action, the operations that do the same."""

ON_PAGES_ALONE = {
    "game-skip": "the order in which the pages lead through the games, kept in the session",
    "notice-settings": "by which ways people are told: about the account",
    "device-add": "subscribes the browser that shows the page",
    "device-remove": "takes that back: about the account",
    "unsubscribe": "a link in a mail, for who is not signed in",
    "correct-result": "for moderators, not for players",
}


def actions() -> Iterator[str]:
    """The names of the pages that take POST, as they say themselves when they are asked by a
    method that none of them takes."""
    request = RequestFactory().generic("TRACE", "/")
    request.user = User()
    apps = (games, notices, ratings, tournaments)
    for pattern in chain.from_iterable(app.urlpatterns for app in apps):
        assert isinstance(pattern, URLPattern)
        view, names = pattern.callback, dict.fromkeys(pattern.pattern.converters)
        answer = view(request, **names)
        if iscoroutine(answer):
            # Browser tests leave an event loop in the main thread.
            with ThreadPoolExecutor(1) as pool:
                answer = pool.submit(asyncio.run, answer).result()
        assert answer.status_code == 405, f"{pattern.name} takes any method"
        if "POST" in answer["Allow"]:
            yield str(pattern.name)


@cache
def operations() -> set[str]:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return {
        operation["operationId"] for path in schema["paths"].values() for operation in path.values()
    }


def test_every_action_of_the_pages_has_a_twin_or_a_reason():
    assert sorted(actions()) == sorted(TWINS.keys() | ON_PAGES_ALONE.keys())


def test_no_action_has_both():
    assert not TWINS.keys() & ON_PAGES_ALONE.keys()


@pytest.mark.parametrize("action", TWINS)
def test_the_twin_is_in_the_schema(action):
    assert TWINS[action] <= operations()
