from datetime import timedelta

import pytest
import time_machine
from celery import current_app
from django.core import mail
from django.utils import timezone

from sumendi_site.notices import delivering, postman
from sumendi_site.notices.models import Delivery
from sumendi_site.notices.seeing import seen_at
from tests.games.factories import make_user

from .conftest import with_address
from .posts import choose, delivery_of, make_due, post, tell


@pytest.fixture
def handed_out(monkeypatch):
    """What the workers were woken for: (delivery, attempts)."""
    woken: list[tuple[int, int]] = []
    monkeypatch.setattr(delivering, "wake", lambda task, *args: woken.append(args))
    return woken


def test_what_is_due_is_handed_out_once(amaia, handed_out):
    delivery = delivery_of(tell(amaia))
    make_due(amaia)
    assert [delivering.hand_out(), delivering.hand_out()] == [1, 0]
    assert handed_out == [(delivery.pk, 0)]


def test_what_is_not_due_waits(amaia, handed_out):
    tell(amaia)
    assert delivering.hand_out() == 0


def test_what_a_dead_worker_left_is_handed_out_again(amaia, handed_out):
    delivery = delivery_of(tell(amaia))
    make_due(amaia)
    delivering.hand_out()
    # The worker was killed after it had claimed the delivery and before it could store anything.
    Delivery.objects.filter(pk=delivery.pk).update(
        attempts=1, claimed_until=timezone.now() - timedelta(seconds=1)
    )
    assert delivering.hand_out() == 1
    assert handed_out[-1] == (delivery.pk, 1)


def test_a_message_that_comes_twice_sends_one_mail(amaia, handed_out):
    tell(amaia)
    make_due(amaia)
    delivering.hand_out()
    for _ in range(2):
        delivering.deliver(*handed_out[0])
    assert len(mail.outbox) == 1


def test_a_message_that_comes_too_late_sends_nothing(amaia, handed_out):
    tell(amaia)
    make_due(amaia)
    delivering.hand_out()
    Delivery.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    delivering.deliver(*handed_out[0])
    assert mail.outbox == []


@pytest.mark.parametrize("mail_daily", [False, True])
def test_a_message_that_waited_for_a_worker_has_a_whole_lease_to_send(
    amaia, handed_out, monkeypatch, mail_daily
):
    choose(amaia, mail_daily=mail_daily)
    for key in "ab":
        tell(amaia, key=key)
    make_due(amaia)
    handed_out_meanwhile = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        delivering.hand_out()
        clock.shift(delivering.LEASE - timedelta(seconds=5))

        def send_slowly(*_):
            clock.shift(timedelta(seconds=10))
            handed_out_meanwhile.append(delivering.hand_out())

        monkeypatch.setattr("sumendi_site.notices.channels.email.Email.send", send_slowly)
        delivering.deliver(*handed_out[0])
    assert handed_out_meanwhile == [0]


def test_few_messages_of_a_channel_are_under_way_at_a_time(db, handed_out):
    for number in range(delivering.MOST_AT_ONCE + 2):
        reader = with_address(make_user(f"player{number}", email=f"p{number}@example.org"))
        tell(reader)
        make_due(reader)
    assert delivering.hand_out() == delivering.MOST_AT_ONCE
    assert delivering.hand_out() == 0


def test_one_message_to_a_reader_is_under_way_at_a_time(amaia, handed_out):
    for number in range(delivering.MOST_AT_ONCE + 2):
        tell(amaia, key=f"first{number}")
    make_due(amaia)
    other = with_address(make_user("itziar", email="itziar@example.org"))
    waiting = delivery_of(tell(other))
    make_due(other)
    assert delivering.hand_out() == 2
    assert (waiting.pk, 0) in handed_out


def test_a_digest_is_handed_out_as_one(amaia, handed_out):
    choose(amaia, mail_daily=True)
    for key in "abc":
        tell(amaia, key=key)
    make_due(amaia)
    assert delivering.hand_out() == 1
    delivering.deliver(*handed_out[0])
    assert len(mail.outbox) == 1
    assert not Delivery.objects.filter(state="queued").exists()


def test_pauses_grow_from_a_minute_to_six_hours():
    minutes = [delivering.pause(attempts).total_seconds() / 60 for attempts in range(1, 8)]
    assert minutes == [1, 4, 16, 64, 256, 360, 360]


def test_after_eight_tries_a_delivery_has_failed(amaia, settings):
    settings.EMAIL_BACKEND = "tests.notices.no_such_backend"
    notice = tell(amaia)
    for _ in range(delivering.MOST_TRIES):
        assert delivery_of(notice).state == "queued"
        post(amaia)
    delivery = delivery_of(notice)
    assert delivery.state == "failed"
    assert delivery.reason.endswith("Given up after 8 tries.")


def test_what_cannot_be_read_is_given_up_after_eight_tries(amaia):
    notice = tell(amaia, "broken")
    for _ in range(delivering.MOST_TRIES):
        assert delivery_of(notice).state == "queued"
        post(amaia)
    assert delivery_of(notice).state == "failed"


def test_what_cannot_be_read_stops_nothing_else_of_its_digest(amaia):
    choose(amaia, mail_daily=True)
    tell(amaia, "broken", key="a")
    notice = tell(amaia, key="b")
    post(amaia)
    assert delivery_of(notice).state == "sent"


def test_what_its_workers_died_of_is_given_up(amaia):
    notice = tell(amaia)
    Delivery.objects.filter(notice=notice).update(attempts=delivering.MOST_TRIES)
    post(amaia)
    assert mail.outbox == []
    assert delivery_of(notice).reason == "Given up after 8 tries."


def test_a_failure_is_tried_again_a_minute_later(amaia, settings):
    settings.EMAIL_BACKEND = "tests.notices.no_such_backend"
    notice = tell(amaia)
    post(amaia)
    wait = delivery_of(notice).due - timezone.now()
    assert timedelta(seconds=50) < wait <= timedelta(minutes=1)


def test_a_notice_that_was_seen_is_not_mailed(amaia):
    notice = tell(amaia, about="game:1")
    seen_at(amaia, "game:1")
    post(amaia)
    assert mail.outbox == []
    assert delivery_of(notice).reason == "You saw it on the site first."


def test_seeing_another_page_changes_nothing(amaia):
    tell(amaia, about="game:1")
    seen_at(amaia, "game:2")
    post(amaia)
    assert len(mail.outbox) == 1


def test_a_notice_that_no_longer_holds_is_not_mailed(amaia):
    notice = tell(amaia, "over")
    post(amaia)
    assert mail.outbox == []
    assert delivery_of(notice).state == "skipped"


def test_only_what_was_not_seen_is_in_the_mail_of_the_day(amaia):
    choose(amaia, mail_daily=True)
    tell(amaia, key="a", about="game:1")
    tell(amaia, key="b")
    seen_at(amaia, "game:1")
    post(amaia)
    assert mail.outbox[0].subject == "[Sumendi] Harbour open"


def test_a_worker_that_lost_its_claim_does_not_store_over_the_other(amaia, monkeypatch):
    notice = tell(amaia)

    def lose_the_claim(*_):
        Delivery.objects.filter(notice=notice).update(claimed_until=timezone.now())
        raise TimeoutError

    monkeypatch.setattr("sumendi_site.notices.channels.email.Email.send", lose_the_claim)
    post(amaia)
    assert delivery_of(notice).reason == ""


def test_sending_has_a_queue_that_only_the_postman_takes_from():
    route = current_app.amqp.router.route({}, "sumendi_site.notices.tasks.deliver")
    assert route["queue"].name == postman.QUEUE
    assert current_app.conf.task_default_queue != postman.QUEUE
