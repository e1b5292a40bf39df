"""Who is served next."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.bots.turns import queue
from games.models import BotRun, BotTurn, BotVersion, Bout, TurnRank, TurnState
from games.rules import Position
from tests.games.at_once import at_once
from tests.games.bots.hosting import make_hosted_bot, make_turn
from tests.games.factories import make_user

pytestmark = pytest.mark.django_db
NOW = timezone.now


class Owners:
    """People with a live version each, and turns of theirs that wait."""

    def __init__(self) -> None:
        self.versions: dict[str, BotVersion] = {}
        self.bouts = 0

    def turn(self, name: str, **fields: object) -> BotTurn:
        if name not in self.versions:
            account = make_hosted_bot(make_user(name), f"{name}-bot")
            self.versions[name] = BotVersion.objects.get(bot=account.pk)
        version = self.versions[name]
        self.bouts += 1
        bout = Bout.objects.create(
            check_of=version, number=self.bouts, size=5, position=str(Position.start(5))
        )
        owner = version.bot.account.owner
        assert owner is not None
        return make_turn(bout, version, owner, **fields)

    def has_used(self, name: str, seconds: float, ago: float = 10) -> None:
        """Its programs have run so long, so many seconds ago."""
        turn = self.turn(name, state=TurnState.DONE)
        started = NOW() - timedelta(seconds=ago)
        BotRun.objects.create(turn=turn, owner=turn.owner, wall=seconds, started=started)


@pytest.fixture
def owners(db: None) -> Owners:
    return Owners()


def claim(now: datetime | None = None) -> BotTurn:
    turn = queue.claim(now or NOW())
    assert turn is not None
    return turn


def test_nothing_is_claimed_where_nothing_waits(owners: Owners) -> None:
    owners.turn("amaia", state=TurnState.DONE)
    assert queue.claim(NOW()) is None


def test_a_claim_is_a_lease_until_the_programs_time_is_over(owners: Owners) -> None:
    owners.turn("amaia")
    now = NOW()
    turn = claim(now)
    turn.refresh_from_db()
    assert (turn.state, turn.claimed) == (TurnState.RUNNING, now)
    assert turn.lease_until == now + timedelta(seconds=15) + queue.SLACK
    assert queue.mine(turn).exists()


def test_the_owner_whose_programs_ran_least_is_served_first(owners: Owners) -> None:
    owners.turn("amaia")
    owners.turn("unai")
    owners.has_used("amaia", 3)
    owners.has_used("unai", 2)
    assert claim().owner.username == "unai"


def test_what_was_used_long_ago_does_not_count(owners: Owners) -> None:
    owners.turn("amaia")
    owners.turn("unai")
    owners.has_used("amaia", 9, ago=61)
    owners.has_used("unai", 1)
    assert claim().owner.username == "amaia"


def test_what_runs_now_counts(owners: Owners, settings: Settings) -> None:
    settings.BOT_TURNS_AT_ONCE = 2
    owners.turn("amaia", state=TurnState.RUNNING, claimed=NOW() - timedelta(seconds=5), slot=0)
    owners.turn("amaia")
    owners.turn("unai")
    owners.has_used("unai", 3)
    assert claim().owner.username == "unai"


def test_of_an_owners_turns_those_against_people_come_first(owners: Owners) -> None:
    owners.turn("amaia", rank=TurnRank.LADDER)
    owners.turn("amaia", rank=TurnRank.SCRIMMAGE)
    newest = owners.turn("amaia", rank=TurnRank.PERSON)
    assert claim() == newest


def test_of_turns_alike_the_oldest_comes_first(owners: Owners) -> None:
    oldest = owners.turn("amaia")
    owners.turn("amaia")
    assert claim() == oldest


def test_among_owners_alike_the_oldest_turn_comes_first(owners: Owners) -> None:
    oldest = owners.turn("unai")
    owners.turn("amaia")
    assert claim() == oldest


def test_an_owner_has_one_turn_running_at_a_time(owners: Owners) -> None:
    owners.turn("amaia")
    owners.turn("amaia")
    claim()
    assert queue.claim(NOW()) is None
    assert not queue.waits(NOW())


def test_an_owner_may_be_given_more_at_a_time(owners: Owners, settings: Settings) -> None:
    settings.BOT_TURNS_AT_ONCE = 2
    for _ in range(3):
        owners.turn("amaia")
    assert {claim().slot, claim().slot} == {0, 1}
    assert queue.claim(NOW()) is None


def test_a_slow_owner_does_not_keep_others_waiting(owners: Owners) -> None:
    for _ in range(5):
        owners.turn("amaia")
    owners.turn("unai")
    claim()
    assert claim().owner.username == "unai"


def test_a_turn_that_was_put_off_waits(owners: Owners) -> None:
    turn = owners.turn("amaia", not_before=NOW() + timedelta(seconds=5))
    assert queue.claim(NOW()) is None
    assert claim(NOW() + timedelta(seconds=6)) == turn


def test_a_turn_that_is_given_back_is_claimed_again(owners: Owners) -> None:
    owners.turn("amaia")
    first = claim()
    assert queue.give_back(first, NOW())
    second = claim()
    assert (second.pk, second.outages) == (first.pk, 1)
    assert second.lease != first.lease


def test_a_lost_lease_gives_nothing_back(owners: Owners) -> None:
    owners.turn("amaia")
    turn = claim()
    BotTurn.objects.update(lease=uuid4())
    assert not queue.give_back(turn, NOW())
    assert not queue.renew(turn, NOW())


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_that_race_for_a_turn_one_gets_it(owners: Owners) -> None:
    owners.turn("amaia")
    claims = at_once([lambda: queue.claim(NOW())] * 4)
    assert len([turn for turn in claims if turn]) == 1


@pytest.mark.django_db(transaction=True)
def test_workers_that_race_for_one_owner_do_not_get_too_many_turns(owners: Owners) -> None:
    for _ in range(4):
        owners.turn("amaia")
    at_once([lambda: queue.claim(NOW())] * 4)
    assert BotTurn.objects.filter(state=TurnState.RUNNING).count() == 1


@pytest.mark.django_db(transaction=True)
def test_workers_that_race_take_turns_of_different_owners(owners: Owners) -> None:
    for name in ("amaia", "unai", "nora", "jon"):
        owners.turn(name)
    claims = at_once([lambda: queue.claim(NOW())] * 4)
    assert len({turn.owner_id for turn in claims if isinstance(turn, BotTurn)}) == 4
