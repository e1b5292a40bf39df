"""What the pages of games, ratings, tournaments and notices do for a player, the API does too. The
pages of the account, with its password, tokens and looks, are not looked at."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from inspect import iscoroutine

import pytest
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver
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
    "report": {"report"},
    "follow": {"friend_add"},
    "unfollow": {"friend_remove"},
    "game-takeback-ask": {"game_takeback"},
    "game-takeback-accept": {"game_takeback"},
    "game-takeback-decline": {"game_takeback"},
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
    "game-conditions": {"game_prepare"},
    "game-conditions-tidy": {"game_prepare"},
    "game-conditions-clear": {"game_conditions_clear"},
    "vacation": {"vacation_take"},
    "vacation-end": {"vacation_end"},
    "notices-seen": {"notices_seen"},
    "bot-new": {"bot_register"},
    "bot-settings": {"bot_describe"},
    "bot-token-new": {"bot_token_make"},
    "bot-token-revoke": {"bot_token_revoke"},
    "bot-retire": {"bot_retire"},
    "bot-upload": {"bot_version_upload"},
    "bot-version-live": {"bot_version_live"},
    "bot-pause": {"bot_pause"},
    "bot-resume": {"bot_resume"},
    "bot-rules": {"bot_rules", "bot_rules_write"},
    "scrimmages": {"scrimmages", "scrimmage_ask"},
    "tournament-new": {"tournament_create"},
    "tournament-import": {"tournament_import"},
    "tournament-settings": {"tournament_change"},
    "tournament-open": {"tournament_open"},
    "tournament-start": {"tournament_start"},
    "tournament-finish": {"tournament_finish"},
    "tournament-cancel": {"tournament_cancel"},
    "tournament-message": {"tournament_message"},
    "tournament-staff": {"tournament_organiser_add", "tournament_organiser_remove"},
    "tournament-enter": {"tournament_enter"},
    "tournament-enter-player": {"tournament_enter"},
    "tournament-enter-list": {"tournament_enter_list"},
    "tournament-withdraw": {"tournament_withdraw"},
    "tournament-entrant": {"tournament_withdraw", "tournament_bye_ask", "tournament_bye_cancel"},
    "tournament-bye": {"tournament_bye_ask"},
    "tournament-bye-cancel": {"tournament_bye_cancel"},
    "tournament-forbid": {"tournament_forbid", "tournament_allow"},
    "tournament-pair": {"tournament_pair"},
    "tournament-by-hand-save": {"tournament_pair_by_hand"},
    "tournament-check": {"tournament_check"},
    "tournament-publish": {"tournament_publish"},
    "tournament-undo": {"tournament_undo"},
    "tournament-deadline": {"tournament_deadline"},
    "tournament-decide": {"tournament_decide"},
    "tournament-remind": {"tournament_remind"},
    "tournament-appeal": {"tournament_appeal"},
    "tournament-answer": {"tournament_answer"},
    "explore-new": {"exploration_create"},
    "explore-save": {"game_exploration_save"},
    "exploration-save": {"exploration_save"},
    "exploration-rename": {"exploration_change"},
    "exploration-publish": {"exploration_change"},
    "exploration-take-back": {"exploration_change"},
    "exploration-delete": {"exploration_delete"},
    "archive-import": {"records", "exploration_import"},
}
"""For the name of a page's action, the operations that do the same."""

ON_PAGES_ALONE = {
    "game-skip": "the order in which the pages lead through the games, kept in the session",
    "notice-settings": "by which ways people are told: about the account",
    "device-add": "subscribes the browser that shows the page",
    "device-remove": "takes that back: about the account",
    "unsubscribe": "a link in a mail, for who is not signed in",
    "own-data-archive": "all about the account, for who has given the password",
    "account-delete": "the same",
    "correct-result": "for moderators, not for players",
    "standing-seen": "a warning is read by the person, not by a program",
    "standing-name": "a name is chosen by the person, as at the sign-up",
    "standing-appeal": "for who may be banned, and then has no token",
    "moderation-take": "for moderators, not for players",
    "moderation-release": "for moderators, not for players",
    "moderation-close": "for moderators, not for players",
    "moderation-reveal": "for moderators, not for players",
    "moderation-person": "for moderators, not for players",
    "moderation-lift": "for moderators, not for players",
    "moderation-appeal": "for moderators, not for players",
}


def patterns(routes: Iterable[URLPattern | URLResolver]) -> Iterator[tuple[URLPattern, set[str]]]:
    """All pages below these routes, each with the names that its whole address has."""
    for route in routes:
        names = set(route.pattern.converters)
        if isinstance(route, URLPattern):
            yield route, names
            continue
        yield from ((below, names | more) for below, more in patterns(route.url_patterns))


def actions() -> Iterator[str]:
    """The names of the pages that take POST, as they say themselves when they are asked by a
    method that none of them takes."""
    request = RequestFactory().generic("TRACE", "/")
    request.user = User()
    apps = (games, notices, ratings, tournaments)
    for pattern, names in patterns(route for app in apps for route in app.urlpatterns):
        answer = pattern.callback(request, **dict.fromkeys(names))
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
