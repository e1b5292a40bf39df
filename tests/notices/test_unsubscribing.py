import re

import pytest
from django.core import mail
from django.test import Client

from sumendi_site.accounts.models import User
from sumendi_site.notices.channels.email.unsubscribing import EVERY_KIND, token
from sumendi_site.notices.kinds import find
from sumendi_site.notices.models import settings_of

from .posts import choose, post, tell


def mails(user, kind="harbour"):
    wanted = find(kind)
    assert wanted is not None
    return settings_of(User.objects.get(pk=user.pk)).wants(wanted, "email")


def link_of(message) -> str:
    match = re.search(r"<http://localhost:8000(\S+)>", message.extra_headers["List-Unsubscribe"])
    assert match
    return match[1]


def test_one_click_in_the_mail_program_ends_mails_of_that_kind(amaia):
    tell(amaia)
    post(amaia)
    strict = Client(enforce_csrf_checks=True)  # as a mail program, without cookies
    answer = strict.post(link_of(mail.outbox[0]), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert (mails(amaia), mails(amaia, "urgent")) == (False, True)


def test_the_bell_goes_on_after_unsubscribing(client, amaia):
    client.post(f"/notices/unsubscribe/{token(amaia, 'harbour')}/")
    assert [way.channel for way in tell(amaia).deliveries.all()] == ["bell"]


def test_the_link_of_a_daily_mail_ends_all_mails(client, amaia):
    choose(amaia, mail_daily=True)
    tell(amaia, key="a")
    tell(amaia, key="b")
    post(amaia)
    client.post(link_of(mail.outbox[0]))
    assert (mails(amaia), mails(amaia, "urgent")) == (False, False)


def test_following_the_link_only_asks(client, amaia):
    answer = client.get(f"/notices/unsubscribe/{token(amaia, 'harbour')}/")
    assert "Send no more" in answer.content.decode()
    assert mails(amaia)


def test_unsubscribing_twice_is_no_error(client, amaia):
    url = f"/notices/unsubscribe/{token(amaia, EVERY_KIND)}/"
    assert [client.post(url).status_code for _ in range(2)] == [200, 200]


@pytest.mark.parametrize("forged", ["1:harbour:x", "nonsense", "1:harbour"])
def test_a_token_that_the_site_did_not_make_is_refused(client, amaia, forged):
    assert client.post(f"/notices/unsubscribe/{forged}/").status_code == 404


def test_a_token_serves_for_no_other_account(client, amaia, unai):
    forged = token(amaia, "harbour").replace(str(amaia.pk), str(unai.pk), 1)
    assert client.post(f"/notices/unsubscribe/{forged}/").status_code == 404
    assert mails(unai)
