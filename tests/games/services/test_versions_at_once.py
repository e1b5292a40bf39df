"""Versions, challenges to programs and scrimmages, asked for by several threads at once."""

import uuid
from functools import partial

import pytest

from games.models import Bot, BotVersion, Bout, Game, Scrimmage, Termination, VersionState
from games.services import challenge, errors, scrimmages, versions
from games.services.scrimmages import MOST_WAITING, Side
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.at_once import at_once
from tests.games.bots.hosting import CHOOSES, hosting_on, make_check, make_hosted_bot, make_version
from tests.games.factories import make_terms, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 8
QUEUED, CHECKING, READY, REFUSED, RETIRED = VersionState


@pytest.fixture
def magma(amaia: User) -> User:
    hosting_on()
    return make_hosted_bot(amaia)


def test_of_uploads_at_once_the_last_one_is_checked(amaia, magma):
    at_once([partial(versions.upload, amaia, "magma", "bot.py", CHOOSES)] * THREADS)
    states = dict(BotVersion.objects.order_by("number").values_list("number", "state"))
    last = THREADS + 1
    assert states == {1: READY, **dict.fromkeys(range(2, last), REFUSED), last: QUEUED}


def test_an_upload_that_is_sent_many_times_at_once_makes_one_version(amaia, magma):
    key = uuid.uuid4()
    answers = at_once([partial(versions.upload, amaia, "magma", "b.py", CHOOSES, key)] * THREADS)
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * (THREADS - 1)
    assert BotVersion.objects.filter(key=key).count() == 1


def test_of_all_that_goes_live_at_once_one_version_is_live(amaia, magma):
    make_version(magma)
    checked = [make_version(magma, state=CHECKING) for _ in range(3)]
    for version in checked:
        make_check(version)
    Bout.objects.update(status="finished", termination=Termination.SCORE)
    ends = [partial(versions.check_ended, version) for version in checked]
    rollbacks = [partial(versions.make_live, amaia, "magma", number) for number in (1, 2)]
    at_once([*ends, *rollbacks])
    states = list(BotVersion.objects.values_list("state", flat=True))
    assert sorted(states) == sorted([READY, *[RETIRED] * 4])


def test_a_check_whose_end_several_see_is_told_once(amaia, magma):
    version = make_version(magma, state=CHECKING)
    make_check(version)
    Bout.objects.update(status="finished", termination=Termination.SCORE)
    at_once([partial(versions.check_ended, version)] * THREADS)
    assert Notice.objects.filter(kind="version_ready").count() == 1


def test_challenges_at_once_begin_no_more_games_than_the_owner_lets(magma):
    Bot.objects.update(most_games=2)
    people = [make_user(f"player-{number}") for number in range(THREADS)]
    answers = at_once([partial(challenge, one, magma, make_terms()) for one in people])
    refused = [one for one in answers if isinstance(one, errors.CannotChallenge)]
    assert (Game.objects.running().count(), len(refused)) == (2, THREADS - 2)


def test_scrimmages_at_once_leave_no_more_bouts_than_may_wait(amaia, magma):
    ask = partial(scrimmages.ask, amaia, Side("magma"), Side("magma"), 5, 20)
    answers = at_once([ask] * 4)
    assert sum(isinstance(one, errors.TooManyBouts) for one in answers) == 2
    assert (Scrimmage.objects.count(), Bout.objects.count()) == (2, MOST_WAITING)
