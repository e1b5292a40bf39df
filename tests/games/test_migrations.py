"""What the migrations make of rows from before them."""

from collections.abc import Iterator
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


@pytest.fixture
def before_offers_expired() -> Iterator[Any]:
    """The models of a database in which offers have no end."""
    yield migrate_back_to("0003_warnings")
    migrate_to_the_newest()


@pytest.fixture
def before_accounts_were_kept() -> Iterator[Any]:
    """The models of a database whose results do not tell what the accounts were like."""
    yield migrate_back_to("0007_results_corrected")
    migrate_to_the_newest()


def migrate_back_to(name: str) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate([("games", name)])
    return executor.loader.project_state([("games", name)]).apps


def migrate_to_the_newest() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def make_old_offer(apps: Any, status: OfferStatus) -> Any:
    creator = apps.get_model("accounts", "User").objects.create(username="amaia")
    return apps.get_model("games", "Offer").objects.create(
        creator=creator,
        size=5,
        rated=False,
        seat="random",
        time_control="3d",
        status=status,
        created=timezone.now() - 100 * DAY,
    )


def test_an_open_offer_of_old_times_is_open_for_fourteen_more_days(before_offers_expired) -> None:
    make_old_offer(before_offers_expired, OfferStatus.OPEN)
    migrate_to_the_newest()
    now = timezone.now()
    assert services.expire_offers(now + 13 * DAY) == 0
    assert services.expire_offers(now + 14 * DAY) == 1


def test_an_answered_offer_of_old_times_gets_the_end_it_would_have_had(
    before_offers_expired,
) -> None:
    old = make_old_offer(before_offers_expired, OfferStatus.ACCEPTED)
    migrate_to_the_newest()
    assert Offer.objects.get().expires == old.created + 14 * DAY


def test_old_results_get_the_owners_and_bots_of_their_games(before_accounts_were_kept) -> None:
    users = before_accounts_were_kept.get_model("accounts", "User").objects
    amaia, unai = (users.create(username=name) for name in ("amaia", "unai"))
    bot = users.create(username="lapa", kind="bot", owner=unai)
    add_old_result(before_accounts_were_kept, 1, amaia, bot)
    add_old_result(before_accounts_were_kept, 2, bot, amaia)
    migrate_to_the_newest()
    columns = ("first_owner", "first_is_bot", "second_owner", "second_is_bot")
    assert list(ResultEvent.objects.order_by("number").values_list(*columns)) == [
        (None, False, unai.pk, True),
        (unai.pk, True, None, False),
    ]


def add_old_result(apps: Any, number: int, first: Any, second: Any) -> None:
    game = apps.get_model("games", "Game").objects.create(
        first=first, second=second, size=5, time_control="3d", status="finished", result="black"
    )
    apps.get_model("games", "ResultEvent").objects.create(
        number=number, game=game, black=first, white=second, result="black", ply_count=9
    )
