"""A mail server that does not answer."""

import socket

import pytest
from django.contrib.auth import get_user_model

from tests.games.factories import make_user

pytestmark = pytest.mark.django_db

NAMED = {"username": "leire", "email": "leire@example.org", "password1": "lava-flows-downhill"}


@pytest.fixture(autouse=True)
def no_mail_server(settings, unused_port):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", unused_port


@pytest.fixture
def unused_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def test_somebody_who_signs_up_gets_in(client):
    answer = client.post("/accounts/signup/", NAMED, follow=True)
    assert answer.status_code == 200
    assert get_user_model().objects.filter(username="leire").exists()


def test_one_is_told_that_the_mail_was_not_sent(client):
    answer = client.post("/accounts/password/reset/", {"email": "a@example.org"}, follow=True)
    assert answer.status_code == 200
    assert "could not be sent just now" in answer.content.decode()


def test_nobody_is_sent_to_look_for_a_mail_that_was_not_sent(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    page = client.post("/accounts/signup/", NAMED, follow=True).content.decode()
    assert "could not be sent just now" in page
    assert "We have sent" not in page


def test_a_mail_that_was_not_sent_can_be_asked_for_again_at_once(client, settings, mailoutbox):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post("/accounts/signup/", NAMED)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    client.post("/accounts/login/", {"login": "leire", "password": NAMED["password1"]})
    assert len(mailoutbox) == 1


def test_the_answer_does_not_tell_who_has_an_account(client):
    make_user("amaia", email="amaia@example.org")
    pages = [
        client.post("/accounts/password/reset/", {"email": email}, follow=True).status_code
        for email in ("amaia@example.org", "nobody@example.org")
    ]
    assert pages == [200, 200]
