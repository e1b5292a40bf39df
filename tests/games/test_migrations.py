"""What the migrations make of rows from before them."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games import services
from games.models import Offer, ResultEvent
from games.models.offer import OfferStatus

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

DAY = timedelta(days=1)


@dataclass
class Found:
    """What there is at the newest migration."""

    ended_after_13_days: int
    ended_after_14_days: int
    answered_lasted: timedelta
    results: list[tuple[int | None, bool, int | None, bool]]
    owner: int


@pytest.fixture(scope="module")
def found(django_db_setup: None, django_db_blocker: Any) -> Found:
    """Old rows, taken all the way once: the journey takes ten seconds. The tests, which know
    nothing of the database, clean it as they end."""
    with django_db_blocker.unblock():
        try:
            answered = make_old_offers(migrate_to("0003_warnings"))
            owner = make_old_results(migrate_to("0007_results_corrected"))
        finally:
            migrate_to_the_newest()
        lasted = Offer.objects.get(pk=answered.pk).expires - answered.created
        columns = ("first_owner", "first_is_bot", "second_owner", "second_is_bot")
        results = list(ResultEvent.objects.order_by("number").values_list(*columns))
        now = timezone.now()
        after_13, after_14 = (services.expire_offers(now + days * DAY) for days in (13, 14))
    return Found(after_13, after_14, lasted, results, owner.pk)


def migrate_to(name: str) -> Any:
    """The models of a database at this migration."""
    executor = MigrationExecutor(connection)
    executor.migrate([("games", name)])
    return executor.loader.project_state([("games", name)]).apps


def migrate_to_the_newest() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def make_old_offers(apps: Any) -> Any:
    """Offers that have no end, an open one and an answered one, which is returned."""
    creator = apps.get_model("accounts", "User").objects.create(username="leire")
    make_old_offer(apps, creator, OfferStatus.OPEN)
    return make_old_offer(apps, creator, OfferStatus.ACCEPTED)


def make_old_offer(apps: Any, creator: Any, status: OfferStatus) -> Any:
    return apps.get_model("games", "Offer").objects.create(
        creator=creator,
        size=5,
        rated=False,
        seat="random",
        time_control="3d",
        status=status,
        created=timezone.now() - 100 * DAY,
    )


def make_old_results(apps: Any) -> Any:
    """Results that do not tell what the accounts were like: of a person and a bot, whose owner is
    returned, and the other way round."""
    users = apps.get_model("accounts", "User").objects
    amaia, unai = (users.create(username=name) for name in ("amaia", "unai"))
    bot = users.create(username="lapa", kind="bot", owner=unai)
    add_old_result(apps, 1, amaia, bot)
    add_old_result(apps, 2, bot, amaia)
    return unai


def add_old_result(apps: Any, number: int, first: Any, second: Any) -> None:
    game = apps.get_model("games", "Game").objects.create(
        first=first, second=second, size=5, time_control="3d", status="finished", result="black"
    )
    apps.get_model("games", "ResultEvent").objects.create(
        number=number, game=game, black=first, white=second, result="black", ply_count=9
    )


def test_an_open_offer_of_old_times_is_open_for_fourteen_more_days(found: Found) -> None:
    assert found.ended_after_13_days == 0
    assert found.ended_after_14_days == 1


def test_an_answered_offer_of_old_times_gets_the_end_it_would_have_had(found: Found) -> None:
    assert found.answered_lasted == 14 * DAY


def test_old_results_get_the_owners_and_bots_of_their_games(found: Found) -> None:
    assert found.results == [
        (None, False, found.owner, True),
        (found.owner, True, None, False),
    ]
