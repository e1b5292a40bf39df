"""The whole way of a mail, with the site's own processes and a mail server that also hangs."""

from pathlib import Path

import pytest

from tests.stack.site import Site, Tables, running_site

from .servers import SmtpServer

pytestmark = pytest.mark.site

PLAY = """
from allauth.account.models import EmailAddress
from tests.games.factories import make_game, make_user

amaia, unai = make_user("amaia"), make_user("unai", email="unai@example.org")
EmailAddress.objects.create(user=unai, email=unai.email, primary=True, verified=True)
make_game(amaia, unai, ["e5"])
"""
DELIVERY = """
from sumendi_site.notices.models import Delivery

delivery = Delivery.objects.get(channel="email")
print(delivery.state, delivery.attempts, "claimed" if delivery.claimed_until else "free")
"""
MAKE_DUE = """
from django.utils import timezone
from sumendi_site.notices.models import Delivery

Delivery.objects.update(due=timezone.now())
"""


@pytest.fixture
def smtp():
    with SmtpServer() as server:
        yield server


@pytest.fixture
def site(tmp_path: Path, tables: Tables, smtp: SmtpServer):
    mail = {"EMAIL_URL": f"smtp://127.0.0.1:{smtp.port}", "NOTICE_MAIL_DELAY": "0"}
    with running_site(tmp_path / "site", tables, SUMENDI_DEMO="0", **mail) as site:
        yield site


def test_a_move_is_mailed_once_the_server_takes_it(site: Site, smtp: SmtpServer) -> None:
    smtp.hangs = True
    site.shell(PLAY)
    site.until(lambda: smtp.connections)
    assert site.healthy()
    smtp.hangs = False
    smtp.released.set()
    site.until(lambda: site.shell(DELIVERY) == "queued 1 free")
    site.shell(MAKE_DUE)
    site.until(lambda: smtp.messages)
    assert b"Your turn against amaia" in smtp.messages[0]
    site.until(lambda: site.shell(DELIVERY) == "sent 2 free")
