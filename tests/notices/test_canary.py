import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from sumendi_site.notices import canary
from sumendi_site.notices.models import Delivery, Notice
from tests.games.factories import make_user

from .conftest import with_address
from .posts import delivery_of, tell


@pytest.fixture
def operator(db):
    return make_user("operator", is_staff=True)


def ago(**length: float):
    return timezone.now() - timedelta(**length)


def test_all_is_quiet_while_mail_goes_out(amaia, operator):
    delivery = delivery_of(tell(amaia))
    Delivery.objects.filter(pk=delivery.pk).update(state="sent", finished=timezone.now())
    assert canary.look() == []
    assert not Notice.objects.filter(recipient=operator).exists()


def test_mail_that_nobody_sends_is_an_alarm(amaia, operator, caplog):
    Delivery.objects.filter(pk=delivery_of(tell(amaia)).pk).update(due=ago(hours=2))
    assert canary.look() == ["Mail: 1 waiting for over an hour. Is the postman running?"]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert Notice.objects.get(recipient=operator).text.title == "Mail has stopped"


def test_mail_that_is_tried_in_vain_is_an_alarm(amaia):
    Delivery.objects.filter(pk=delivery_of(tell(amaia)).pk).update(attempts=canary.TRIES)
    assert canary.look() == ["Mail: 1 tried 3 times or more in vain, none sent for an hour."]


def test_one_address_that_fails_while_others_work_is_no_alarm(amaia):
    Delivery.objects.filter(pk=delivery_of(tell(amaia)).pk).update(attempts=canary.TRIES)
    other = delivery_of(tell(amaia, key="other"))
    Delivery.objects.filter(pk=other.pk).update(state="sent", finished=timezone.now())
    assert canary.look() == []


def refuse(*names: str) -> None:
    for name in names:
        reader = with_address(make_user(name, email=f"{name}@example.org"))
        fields = {"state": "failed", "attempts": 1, "finished": timezone.now()}
        Delivery.objects.filter(pk=delivery_of(tell(reader)).pk).update(**fields)


def test_a_server_that_refuses_everybody_is_an_alarm(db):
    refuse("ane", "benat", "garazi")
    assert canary.look() == ["Mail: all 3 readers were refused, none sent for an hour."]


def test_two_addresses_that_are_refused_are_no_alarm(db):
    refuse("ane", "benat")
    assert canary.look() == []


def test_three_addresses_that_are_refused_while_others_work_are_no_alarm(amaia):
    refuse("ane", "benat", "garazi")
    other = delivery_of(tell(amaia))
    Delivery.objects.filter(pk=other.pk).update(state="sent", finished=timezone.now())
    assert canary.look() == []


def test_an_operator_is_told_once_a_day(amaia, operator):
    Delivery.objects.filter(pk=delivery_of(tell(amaia)).pk).update(due=ago(hours=2))
    canary.look()
    canary.look()
    assert Notice.objects.filter(recipient=operator).count() == 1


def test_late_mail_shows_in_the_health_of_the_site(amaia, client: Client):
    Delivery.objects.filter(pk=delivery_of(tell(amaia)).pk).update(due=ago(hours=2))
    assert client.get("/healthz").json()["mail"] == "late"
