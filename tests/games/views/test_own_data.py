"""The pages by which readers take their data with them, or delete their account."""

import io
import zipfile
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from sumendi_site.accounts.deletion import finish_deletions
from sumendi_site.accounts.guests import new_guest
from sumendi_site.accounts.models import Deletion, User
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from tests.games.factories import PASSWORD, make_game, make_user

DATA, ARCHIVE, DELETE = "/account/data/", "/account/data/archive/", "/account/data/delete/"


@pytest.fixture
def proven(amaia: User) -> Client:
    """amaia's browser, just after she has given her password."""
    cache.clear()
    client = Client()
    client.force_login(amaia)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def names_in(answer: Any) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        return archive.namelist()


def test_the_account_page_leads_to_the_data(proven):
    assert f'href="{DATA}"' in proven.get("/account/").content.decode()
    assert "games/chat.json" in proven.get(DATA).content.decode()


def test_the_archive_is_a_zip_file(proven, amaia, unai):
    make_game(amaia, unai)
    answer = proven.post(ARCHIVE)
    assert answer["Content-Type"] == "application/zip"
    assert 'filename="sumendi-amaia.zip"' in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    assert {"README.txt", "account.json", "games/games.json"} <= set(names_in(answer))


def test_the_archive_can_be_taken_three_times_an_hour(proven):
    assert [proven.post(ARCHIVE).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_the_archive_is_not_made_for_who_merely_looks(proven):
    assert proven.get(ARCHIVE)["Location"] == DATA


@pytest.mark.parametrize("path", [DATA, DELETE])
def test_the_password_is_asked_for_once_more(client, amaia, path):
    client.force_login(amaia)
    assert client.get(path)["Location"].startswith("/accounts/reauthenticate/")


@pytest.mark.parametrize("path", [ARCHIVE, DELETE])
def test_nothing_is_given_or_deleted_without_the_password(client, amaia, path):
    client.force_login(amaia)
    answer = client.post(path, {"name": "amaia"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not Deletion.objects.exists()


@pytest.mark.parametrize(("path", "page"), [(ARCHIVE, DATA), (DELETE, DELETE)])
def test_what_was_sent_before_the_password_is_never_done_after_it(client, amaia, path, page):
    client.force_login(amaia)
    asked = client.post(path, {"name": "amaia"}, follow=True)
    assert "Nothing was done yet" in asked.content.decode()
    given = {"password": PASSWORD, "next": path}
    assert client.post("/accounts/reauthenticate/", given, follow=True).request["PATH_INFO"] == page
    assert not Deletion.objects.exists()


def test_who_has_no_password_is_told_how_to_set_one(client, amaia):
    amaia.set_unusable_password()
    amaia.save()
    client.force_login(amaia)
    answer = client.get(DATA)
    assert answer.status_code == 403
    assert 'href="/accounts/password/reset/"' in answer.content.decode()


@pytest.mark.parametrize("path", [DATA, ARCHIVE, DELETE])
def test_a_visitor_is_sent_to_the_sign_in(client, db, path):
    method = client.post if path == ARCHIVE else client.get
    assert method(path)["Location"].startswith("/accounts/login/")


def test_the_page_says_what_goes_and_what_stays(proven, amaia):
    page = proven.get(DELETE).content.decode()
    assert f"deleted-{amaia.pk}" in page
    assert "Your running games are resigned" in page
    assert "What stays" in page


def test_who_types_the_name_is_gone_and_signed_out_and_gets_a_mail(proven, amaia, mailoutbox):
    User.objects.filter(pk=amaia.pk).update(email="amaia@example.org")
    answer = proven.post(DELETE, {"name": "amaia"}, follow=True)
    assert "Your account is deleted" in answer.content.decode()
    assert not answer.context["user"].is_authenticated
    assert [mail.to for mail in mailoutbox] == [["amaia@example.org"]]
    assert "Hello amaia" in mailoutbox[0].body
    amaia.refresh_from_db()
    assert not amaia.is_active


@pytest.mark.parametrize("name", ["", "Amaia", "unai", "x" * 100])
def test_who_types_something_else_stays(proven, amaia, name):
    answer = proven.post(DELETE, {"name": name})
    assert answer.status_code == 400
    assert "name" in answer.context["form"].errors
    assert not Deletion.objects.exists()


def test_an_operator_is_told_why_not(proven, amaia):
    User.objects.filter(pk=amaia.pk).update(is_superuser=True)
    assert "You operate this site" in proven.get(DELETE).content.decode()
    assert proven.post(DELETE, {"name": "amaia"}).status_code == 400
    assert not Deletion.objects.exists()


def test_who_is_banned_takes_the_data_and_can_go(proven, amaia):
    nora = make_user("nora", is_staff=True)
    Sanction.objects.create(person=amaia, by=nora, kind=SanctionKind.BAN, reason="A program.")
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    assert "sanctions.json" in names_in(proven.post(ARCHIVE))
    proven.post(DELETE, {"name": "amaia"})
    assert Deletion.objects.exists()
    assert proven.get("/account/").status_code == 302


@pytest.fixture
def guest(db):
    cache.clear()
    return new_guest()


def test_a_guest_takes_the_data(client, guest, unai):
    make_game(guest, unai)
    client.force_login(guest)
    assert client.get(DATA).status_code == 200
    assert "games/games.json" in names_in(client.post(ARCHIVE))


def test_a_guest_leaves_for_good(client, guest, unai):
    game = make_game(guest, unai)
    client.force_login(guest)
    client.post(DELETE, {"name": guest.username})
    finish_deletions()
    game.refresh_from_db()
    assert (game.first.username, game.is_over) == (f"deleted-{guest.pk}", True)
