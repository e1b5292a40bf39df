import json
import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from sumendi_site.notices import devices
from sumendi_site.notices.models import Notice, settings_of
from sumendi_site.notices.seeing import unseen_count
from tests.games.factories import make_user

from .conftest import HARBOUR
from .posts import choose, make_due, post, tell

PRIVATE = ["/notices/", "/notices/choices/"]


@pytest.fixture
def amaias(amaia) -> Client:
    client = Client()
    client.force_login(amaia)
    return client


@pytest.fixture
def unais(unai) -> Client:
    client = Client()
    client.force_login(unai)
    return client


@pytest.mark.parametrize("path", PRIVATE)
def test_who_is_not_signed_in_is_asked_to(client, db, path):
    assert client.get(path).url.startswith("/accounts/login/")


def test_the_page_lists_what_happened_and_how_it_was_sent(amaias, amaia):
    tell(amaia)
    post(amaia)
    page = amaias.get("/notices/").content.decode()
    assert "The harbour of Izaro is open." in page
    assert "E-mail" in page
    assert "sent" in page


def test_the_page_says_until_when_a_mail_waits(amaias, amaia):
    tell(amaia).deliveries.filter(channel="email").update(due=datetime(2099, 11, 30, 8, tzinfo=UTC))
    page = amaias.get("/notices/").content.decode()
    assert "waits until <time" in page
    assert ">Mon 30 Nov, 08:00</time>." in page


def test_the_page_says_that_a_mail_is_due(amaias, amaia):
    tell(amaia)
    make_due(amaia)
    assert "due now." in amaias.get("/notices/").content.decode()


def test_the_page_says_why_a_mail_failed(amaias, amaia, settings):
    settings.EMAIL_BACKEND = "tests.notices.no_such_backend"
    tell(amaia)
    post(amaia)
    assert "tried 1 time, again <time" in amaias.get("/notices/").content.decode()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "failed. The push service refused it: 400 Bad Request."),
        (410, "failed. This device is no longer subscribed."),
        (503, "The server said: 503 Service Unavailable."),
    ],
)
def test_the_page_says_why_a_push_message_failed(amaias, amaia, push_service, status, words):
    devices.subscribe(amaia, json.dumps(push_service.subscription).encode(), "Firefox")
    push_service.status = status
    tell(amaia)
    post(amaia, "push")
    page = " ".join(amaias.get("/notices/").content.decode().split())
    (line,) = re.findall("<li>Push: .*?</li>", page)
    assert words in line


def test_nobody_reads_the_notices_of_another(unais, amaia):
    tell(amaia)
    assert "Izaro" not in unais.get("/notices/").content.decode()


def test_nobody_opens_a_notice_of_another(unais, amaia):
    notice = tell(amaia)
    assert unais.get(f"/notices/{notice.pk}/").status_code == 404
    notice.refresh_from_db()
    assert notice.seen is None


def test_nobody_marks_the_notices_of_another(unais, amaia):
    tell(amaia)
    unais.post("/notices/seen/")
    assert unseen_count(amaia) == 1


def test_nobody_removes_the_device_of_another(unais, amaia):
    device = amaia.push_devices.create(endpoint="https://push.example.org/1")
    assert unais.post(f"/notices/devices/{device.pk}/remove/").status_code == 404
    assert amaia.push_devices.exists()


def test_a_notice_leads_to_its_page_and_is_seen_then(amaias, amaia):
    notice = tell(amaia)
    assert amaias.get(f"/notices/{notice.pk}/").url == "/learn/"
    assert unseen_count(amaia) == 0


def test_who_has_read_the_list_has_seen_it(amaias, amaia):
    tell(amaia)
    assert ">new<" in amaias.get("/notices/").content.decode()
    assert ">new<" not in amaias.get("/notices/").content.decode()


def test_all_can_be_marked_as_read_at_once(amaias, amaia):
    for number in range(40):
        tell(amaia, key=str(number))
    amaias.get("/notices/")
    assert unseen_count(amaia) == 10
    amaias.post("/notices/seen/")
    assert unseen_count(amaia) == 0


def test_the_bell_counts_what_is_new(amaias, amaia):
    tell(amaia)
    assert amaias.get("/notices/count/").json() == {"unseen": 1}
    assert '<span class="bell-count">1</span>' in amaias.get("/learn/").content.decode()


def test_a_kind_without_bell_is_not_counted(amaias, amaia):
    choose(amaia, channels={"harbour": ["email"]})
    tell(amaia)
    assert unseen_count(amaia) == 0


def test_other_pages_of_the_reader_hear_that_the_notices_were_seen(amaias, amaia):
    tell(amaia)
    amaias.get("/notices/")
    assert LiveEvent.objects.filter(topic=f"player:{amaia.pk}", kind="notices_seen").count() == 1


def test_a_notice_of_an_app_that_is_gone_is_still_listed(amaias, amaia):
    tell(amaia)
    Notice.objects.update(kind="forgotten")
    assert "no longer part of the site" in amaias.get("/notices/").content.decode()


def test_choices_are_kept(amaias, amaia):
    amaias.post("/notices/choices/", {"harbour.push": "on", "hours": "48, 2", "mail_daily": "1"})
    stored = settings_of(amaia)
    assert stored.channels["harbour"] == ["push"]
    assert (stored.hours, stored.mail_daily) == ([48, 2], True)


@pytest.mark.parametrize(
    ("hours", "reason"),
    [
        ("24, soon", "Write whole numbers"),
        ("1 2 3 4 5", "At most 4 warnings."),
        ("0", "Between 1 and 168 hours."),
        ("169", "Between 1 and 168 hours."),
        ("-4", "Write whole numbers"),
        ("²", "Write whole numbers"),
    ],
)
def test_hours_that_make_no_sense_are_refused_in_words(amaias, amaia, hours, reason):
    answer = amaias.post("/notices/choices/", {"hours": hours})
    assert reason in answer.content.decode()
    assert settings_of(amaia).hours == [24, 4]


def test_no_hours_mean_no_warnings(amaias, amaia):
    amaias.post("/notices/choices/", {"hours": ""})
    assert settings_of(amaia).hours == []


@pytest.mark.parametrize("told", [{}, {"next": "/"}, {"harbour.push": "on"}])
def test_what_is_not_the_form_of_choices_is_refused_and_changes_nothing(amaias, amaia, told):
    choose(amaia, channels={"harbour": ["email"]})
    answer = amaias.post("/notices/choices/", told)
    assert answer.status_code == 400
    assert "Nothing was saved" in answer.content.decode()
    assert settings_of(amaia).channels == {"harbour": ["email"]}


def test_the_alarm_of_the_mail_is_for_operators_only(amaias, amaia):
    assert "Mail has stopped" not in amaias.get("/notices/choices/").content.decode()
    amaia.is_staff = True
    amaia.save()
    assert "Mail has stopped" in amaias.get("/notices/choices/").content.decode()


def test_a_guest_chooses_for_the_bell_alone_and_keeps_the_other_defaults(client, db):
    guest = make_user("guest-00a1b2", kind=User.Kind.GUEST)
    client.force_login(guest)
    page = client.get("/notices/choices/").content.decode()
    assert "harbour.bell" in page
    assert "harbour.email" not in page
    assert "Devices" not in page
    client.post("/notices/choices/", {"hours": "24"})
    stored = settings_of(guest)
    assert [way for way in ("bell", "email", "push") if stored.wants(HARBOUR, way)] == [
        "email",
        "push",
    ]


@pytest.mark.parametrize(("kind", "sees"), [("guest", False), ("person", True)])
def test_the_tabs_show_a_guest_only_what_guests_have(client, db, kind, sees):
    client.force_login(make_user("somebody", kind=kind))
    page = client.get("/notices/choices/").content.decode()
    assert ("Second factor" in page) == sees
    assert "Vacation" in page
