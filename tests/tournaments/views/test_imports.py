"""The page that imports a finished event, and the pages of what came of it."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from sumendi_site.accounts.models import User
from tests.tournaments.factories import make_organiser
from tests.tournaments.swiss.files import DATA
from tournaments.models import Access, Tournament
from tournaments.services.interop.finished_events import MOST_BYTES, import_event

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/new/import/"
REPORT = (DATA / "examples" / "ex1.trf").read_bytes()
PATHS = [
    "", "crosstable/", "players/1/", "rules/", "log/", "rounds/2/", "rounds/2/boards/1/",
    "report.trf", "standings.csv", "pairings.csv", "rounds/2/records.txt", "rounds.ics",
]  # fmt: skip


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def imported(organiser):
    return import_event(organiser, REPORT, 6)


def sent(**fields):
    return {"size": 6, "key": str(uuid.uuid4()), **fields}


@pytest.mark.parametrize(
    "fields",
    [{"text": REPORT.decode()}, {"file": SimpleUploadedFile("event.trf", REPORT)}],
    ids=["pasted", "uploaded"],
)
def test_a_report_becomes_a_tournament(client, organiser, fields):
    client.force_login(organiser)
    answer = client.post(PAGE, sent(unlisted="on", **fields))
    made = Tournament.objects.get()
    assert answer.url == made.get_absolute_url()
    assert (made.access, made.entries.count()) == (Access.UNLISTED, 8)


def test_sent_twice_it_is_one(client, organiser):
    client.force_login(organiser)
    form = sent(text=REPORT.decode())
    assert [client.post(PAGE, form).status_code for _ in range(2)] == [302, 302]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Choose a file, or paste its text below."),
        ({"text": "001 nothing"}, "Line 1, column 5: The starting rank should be a whole number"),
        ({"text": REPORT.decode(), "size": 9}, "Select a valid choice"),
        ({"text": REPORT.decode(), "name": "x"}, "A name has at least three letters"),
        ({"file": SimpleUploadedFile("big", b" " * (MOST_BYTES + 1))}, "more than 200,000 bytes"),
    ],
    ids=["nothing", "no report", "size", "name", "too large"],
)
def test_what_is_wrong_is_said_and_nothing_is_imported(client, organiser, fields, said):
    client.force_login(organiser)
    answer = client.post(PAGE, sent(**fields))
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Tournament.objects.exists()


def test_guests_and_strangers_to_the_site_import_nothing(client):
    assert client.post(PAGE, sent(text=REPORT.decode())).url.startswith("/accounts/login/")
    client.force_login(User.objects.create_user("guest-1", kind=User.Kind.GUEST))
    assert client.post(PAGE, sent(text=REPORT.decode())).status_code == 403
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("path", PATHS)
def test_every_page_and_file_of_an_import_is_there(client, imported, path):
    assert client.get(imported.get_absolute_url() + path).status_code == 200


def test_the_desk_of_an_import_offers_what_can_be_done(client, imported, organiser):
    client.force_login(organiser)
    page = client.get(imported.get_absolute_url() + "desk/").content.decode()
    assert "its results stand as the report has them" in page
    assert "Write to all" not in page


def test_the_pages_say_that_names_are_no_accounts(client, imported):
    User.objects.create_user(imported.entries.get(number=1).name.split()[0])
    page = client.get(imported.get_absolute_url()).content.decode()
    assert "imported</span> by <a" in page
    assert "need not be meant" in page
    card = client.get(imported.get_absolute_url() + "players/1/").content.decode()
    assert "no account here is meant by it" in card


def test_the_list_marks_an_import(client, imported):
    assert "imported</span>" in client.get("/tournaments/").content.decode()


def test_nobody_enters_leaves_or_decides_in_an_import(client, imported, organiser):
    client.force_login(organiser)
    url = imported.get_absolute_url()
    acts = {
        "enter/": {}, "withdraw/": {}, "desk/enter/": {"player": "olatz"}, "desk/pair/": {},
        "desk/message/": {"text": "Hello!"},
        "rounds/1/boards/1/decide/": {"verdict": "draw", "why": "So be it."},
    }  # fmt: skip
    found = {path: client.post(url + path, data).status_code for path, data in acts.items()}
    assert set(found.values()) <= {403, 404, 409}, found
