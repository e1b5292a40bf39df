from datetime import UTC, datetime

import pytest
from django.db import transaction

from sumendi_site.live.models import LiveEvent
from sumendi_site.notices.models import Delivery, Notice
from sumendi_site.notices.notify import next_digest, notify, notify_all
from tests.games.factories import make_user

from .posts import choose, delivery_of, tell


def test_a_notice_has_a_delivery_for_each_way_that_reaches_the_reader(amaia):
    assert {way.channel for way in tell(amaia).deliveries.all()} == {"bell", "email"}


def test_the_same_key_again_tells_nothing(amaia):
    assert tell(amaia) == tell(amaia)
    assert Delivery.objects.count() == 2


def test_many_are_told_some_at_a_time_and_each_once(db, monkeypatch):
    monkeypatch.setattr("sumendi_site.notices.notify.AT_ONCE", 2)
    readers = [make_user(f"reader-{number}") for number in range(3)]
    news = {reader.pk: {"island": "Izaro"} for reader in readers}
    assert [notify_all(news, "harbour", "h1") for _ in range(2)] == [3, 0]
    assert Notice.objects.count() == 3


def test_two_readers_may_hear_of_the_same_thing(amaia, unai):
    assert tell(amaia) != tell(unai)


def test_a_kind_that_nobody_registered_is_refused(amaia):
    with pytest.raises(LookupError, match="weather"):
        notify(amaia, "weather", "w1", {})


@pytest.mark.parametrize("kind", ["bot", "house"])
def test_programs_are_told_nothing(db, kind):
    assert notify(make_user(kind=kind), "harbour", "h1", {"island": "Izaro"}) is None
    assert not Notice.objects.exists()


def test_a_guest_has_the_bell_only(db):
    guest = make_user("guest-1", kind="guest", email="guest@example.org")
    assert [way.channel for way in tell(guest).deliveries.all()] == ["bell"]


def test_an_address_that_was_never_confirmed_gets_no_mail(db):
    notice = tell(make_user(email="amaia@example.org"))
    assert [way.channel for way in notice.deliveries.all()] == ["bell"]


def test_a_site_without_a_mail_server_queues_no_mail(amaia, settings):
    settings.MAIL_CONFIGURED = False
    assert [way.channel for way in tell(amaia).deliveries.all()] == ["bell"]


def test_a_way_that_the_reader_does_not_want_is_not_taken(amaia):
    choose(amaia, channels={"harbour": ["email"]})
    assert [way.channel for way in tell(amaia).deliveries.all()] == ["email"]


def test_a_mail_waits_for_two_minutes(amaia):
    notice = tell(amaia)
    assert (delivery_of(notice).due - notice.created).total_seconds() == 120


def test_open_pages_hear_of_a_notice(amaia):
    notice = tell(amaia)
    assert LiveEvent.objects.get(topic=f"player:{amaia.pk}").data == {"notice": notice.pk}


def test_what_is_rolled_back_was_never_told(amaia):
    with transaction.atomic():
        tell(amaia)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_the_daily_mail_waits_for_the_morning_of_the_reader(db):
    evening = datetime(2026, 3, 28, 20, 0, tzinfo=UTC)
    # The clocks of Madrid go forward in that night: 8:00 is 6:00 UTC, not 7:00.
    assert next_digest("Europe/Madrid", evening) == datetime(2026, 3, 29, 6, 0, tzinfo=UTC)


def test_a_daily_mail_that_is_due_now_waits_for_tomorrow(db):
    eight = datetime(2026, 5, 2, 8, 0, tzinfo=UTC)
    assert next_digest("UTC", eight) == datetime(2026, 5, 3, 8, 0, tzinfo=UTC)


def test_an_urgent_notice_does_not_wait_for_the_daily_mail(amaia):
    choose(amaia, mail_daily=True)
    assert delivery_of(tell(amaia)).in_digest
    assert not delivery_of(tell(amaia, "urgent", "u1")).in_digest
