"""Real conversations with a mail server."""

import email
import email.policy
import time
from email.message import EmailMessage

import pytest
from django.core.management import CommandError, call_command

from sumendi_site.notices.delivering import LEASE
from sumendi_site.smtp import PATIENCE
from tests.games.factories import make_user

from .conftest import with_address
from .posts import choose, delivery_of, post, tell


def read(message: bytes) -> EmailMessage:
    parsed = email.message_from_bytes(message, policy=email.policy.default)
    assert isinstance(parsed, EmailMessage)
    return parsed


def text_of(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def test_a_mail_says_it_as_plain_text_and_as_html(amaia, smtp):
    notice = tell(amaia)
    post(amaia)
    (message,) = map(read, smtp.messages)
    assert (message["To"], message["Subject"]) == ("amaia@example.org", "[Sumendi] Harbour open")
    assert "The harbour of Izaro is open." in text_of(message, "plain")
    assert 'href="http://localhost:8000/learn/"' in text_of(message, "html")
    assert delivery_of(notice).state == "sent"


def test_a_mail_is_numbered_with_the_name_of_the_site(amaia, smtp, settings):
    settings.SITE_URL = "https://sumendi.example"
    tell(amaia)
    post(amaia)
    (message,) = map(read, smtp.messages)
    assert message["Message-ID"].strip().endswith("@sumendi.example>")


def test_a_mail_has_an_unsubscribe_link_for_one_click(amaia, smtp):
    tell(amaia)
    post(amaia)
    (message,) = map(read, smtp.messages)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (
        message["List-Unsubscribe"]
        .strip()
        .startswith("<http://localhost:8000/notices/unsubscribe/")
    )


def test_what_happened_in_a_day_is_one_mail(amaia, smtp):
    choose(amaia, mail_daily=True)
    notices = [tell(amaia, key=key) for key in "abc"]
    post(amaia)
    (message,) = map(read, smtp.messages)
    assert message["Subject"] == "Your day at Sumendi: Harbour open, and 2 more"
    assert "No more mails of any kind" in text_of(message, "plain")
    assert {delivery_of(notice).state for notice in notices} == {"sent"}


def test_a_server_that_hangs_is_left_alone_and_tried_again(amaia, smtp):
    smtp.hangs = True
    notice = tell(amaia)
    began = time.monotonic()
    post(amaia)
    assert time.monotonic() - began < 3
    delivery = delivery_of(notice)
    assert (delivery.state, delivery.attempts) == ("queued", 1)
    assert delivery.reason == "The server broke off, or did not answer in time."
    smtp.hangs = False
    post(amaia)
    assert delivery_of(notice).state == "sent"


def test_a_server_that_answers_drop_by_drop_is_left_alone(amaia, smtp, monkeypatch):
    monkeypatch.setattr("sumendi_site.smtp.PATIENCE", 1)
    smtp.drips = True
    notice = tell(amaia)
    began = time.monotonic()
    post(amaia)
    assert time.monotonic() - began < 3
    assert delivery_of(notice).reason == "The server broke off, or did not answer in time."


def test_a_conversation_with_a_server_ends_well_before_the_lease():
    assert LEASE.total_seconds() > PATIENCE * 2


def test_a_server_that_is_down_is_tried_again(amaia, smtp, settings):
    settings.EMAIL_PORT = 1
    notice = tell(amaia)
    post(amaia)
    assert delivery_of(notice).reason == "The server could not be reached."


def test_a_server_that_is_busy_is_tried_again(amaia, smtp):
    smtp.data_answer = "451 come back later"
    notice = tell(amaia)
    post(amaia)
    delivery = delivery_of(notice)
    assert delivery.state == "queued"
    assert "come back later" in delivery.reason


@pytest.mark.parametrize(
    "answer",
    [
        "554 5.7.1 Service unavailable; client host blocked",
        "550 5.7.1 Message refused as spam",
        "550 5.2.2 Mailbox full",
        "530 5.7.0 Authentication required",
        "450 try again",
    ],
)
def test_a_refusal_that_may_end_is_tried_again(amaia, smtp, answer):
    smtp.recipient_answer = answer
    notice = tell(amaia)
    post(amaia)
    assert delivery_of(notice).state == "queued"


@pytest.mark.parametrize(
    "answer", ["550 5.1.1 unknown user", "551 moved away", "553 5.1.3 no such name"]
)
def test_a_refusal_of_the_recipient_is_given_up(amaia, smtp, answer):
    smtp.recipient_answer = answer
    notice = tell(amaia)
    post(amaia)
    assert delivery_of(notice).state == "failed"


def test_an_address_in_another_script_that_does_not_exist_is_given_up(db, smtp):
    smtp.recipient_answer = "550 no such mailbox"
    reader = with_address(make_user("greta", email="greta@b\u00fccher.example"))
    notice = tell(reader)
    post(reader)
    assert delivery_of(notice).state == "failed"


def test_an_address_that_does_not_exist_is_given_up(amaia, smtp):
    smtp.recipient_answer = "550 no such mailbox"
    notice = tell(amaia)
    post(amaia)
    delivery = delivery_of(notice)
    assert (delivery.state, delivery.attempts) == ("failed", 1)
    assert delivery.reason == "Your mail server refused it: no such mailbox"


def test_a_name_cannot_smuggle_a_header_into_a_mail(amaia, smtp):
    notice = tell(amaia)
    notice.data = {"island": "Izaro\r\nBcc: everybody@example.org"}
    notice.save()
    post(amaia)
    (message,) = map(read, smtp.messages)
    assert message["Bcc"] is None


def test_check_mail_says_that_the_server_took_a_message(db, smtp, capsys):
    call_command("check_mail", "operator@example.org")
    assert "The message to operator@example.org was taken by 127.0.0.1" in capsys.readouterr().out
    assert read(smtp.messages[0])["Subject"] == "[Sumendi] Test"


def test_check_mail_says_why_a_server_refused(db, smtp):
    smtp.recipient_answer = "550 no such mailbox"
    with pytest.raises(CommandError, match="no such mailbox"):
        call_command("check_mail", "operator@example.org")
