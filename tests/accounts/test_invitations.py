from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from sumendi_site.accounts.models import Invitation, User

FORM = {"username": "nora", "password1": "lava-flows-downhill"}


@pytest.fixture(autouse=True)
def by_invitation(settings: Any) -> None:
    settings.SIGNUP_POLICY = "invitation"


@pytest.fixture
def invitation(db: None) -> Invitation:
    return Invitation.objects.create(note="Nora")


def guest(invitation: Invitation) -> Client:
    """A browser that followed the link."""
    client = Client()
    client.get(invitation.get_absolute_url())
    return client


def sign_up(client: Client, **fields: Any) -> Any:
    return client.post("/accounts/signup/", FORM | fields)


def test_without_an_invitation_nobody_signs_up(client: Client, db: None) -> None:
    answer = sign_up(client)
    assert answer.status_code == 403
    assert "open by invitation" in answer.content.decode()
    assert not User.objects.exists()


def test_the_link_leads_to_the_sign_up(client: Client, invitation: Invitation) -> None:
    assert client.get(invitation.get_absolute_url())["Location"] == "/accounts/signup/"
    assert client.get("/accounts/signup/").status_code == 200


def test_an_invitation_is_marked_as_used(invitation: Invitation) -> None:
    sign_up(guest(invitation))
    invitation.refresh_from_db()
    assert invitation.used_by == User.objects.get()
    assert invitation.used_at is not None


def test_a_refused_form_leaves_the_invitation_unused(invitation: Invitation) -> None:
    client = guest(invitation)
    sign_up(client, username="x")
    assert sign_up(client).status_code == 302


def test_a_used_invitation_says_so(client: Client, invitation: Invitation) -> None:
    sign_up(guest(invitation))
    answer = client.get(invitation.get_absolute_url())
    assert answer.status_code == 403
    assert "has been used already" in answer.content.decode()


def test_an_expired_invitation_says_so(client: Client, invitation: Invitation) -> None:
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = client.get(invitation.get_absolute_url())
    assert answer.status_code == 403
    assert "has expired" in answer.content.decode()


def test_an_invitation_that_expires_during_the_sign_up_is_refused(invitation: Invitation) -> None:
    client = guest(invitation)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "has expired" in sign_up(client).content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("code", ["nonsense", "x" * 500, "%F0%9F%8C%8B"])
def test_an_unknown_code_says_so(client: Client, db: None, code: str) -> None:
    answer = client.get(f"/invitation/{code}/")
    assert answer.status_code == 403
    assert "There is no such invitation." in answer.content.decode()


def test_an_invitation_is_not_spent_on_somebody_who_has_an_account(
    amaias: Client, invitation: Invitation
) -> None:
    assert amaias.get(invitation.get_absolute_url())["Location"] == "/dashboard/"
    invitation.refresh_from_db()
    assert invitation.used_at is None


def test_two_sign_ups_at_once_with_one_invitation_make_one_account(
    invitation: Invitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = guest(invitation), guest(invitation)
    sign_up(first)
    # The second has passed the first check already.
    monkeypatch.setattr("sumendi_site.accounts.policy.why_not_sign_up", lambda request: "")
    answer = sign_up(second, username="unai")
    assert answer.status_code == 403
    assert "a moment before you" in answer.content.decode()
    assert User.objects.get().username == "nora"


@pytest.mark.stack
@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_an_invitation_at_once_one_succeeds() -> None:
    invitation = Invitation.objects.create()
    users = [User.objects.create_user(f"guest{number}") for number in range(8)]

    def use(user: User) -> bool:
        try:
            return Invitation.use(invitation.code, user)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(users)) as pool:
        assert sum(pool.map(use, users)) == 1


def test_the_command_prints_a_link_that_works(client: Client, db: None) -> None:
    out = StringIO()
    call_command("invite", note="Nora", days=3, stdout=out)
    link = out.getvalue().strip()
    assert client.get("/" + link.split("/", 3)[3])["Location"] == "/accounts/signup/"
    assert Invitation.objects.get().note == "Nora"


@pytest.mark.parametrize("days", [0, -1, 10**9])
def test_the_command_refuses_days_that_make_no_sense(db: None, days: int) -> None:
    with pytest.raises(CommandError, match="days must be from 1"):
        call_command("invite", days=days)
    assert not Invitation.objects.exists()


def test_the_operator_makes_an_invitation_on_the_admin_page(client: Client, db: None) -> None:
    boss = User.objects.create_superuser("boss", password="lava-flows-downhill")
    client.force_login(boss)
    client.post("/admin/accounts/invitation/add/", {"note": "Unai"})
    invitation = Invitation.objects.get()
    assert (invitation.note, invitation.created_by) == ("Unai", boss)
    assert invitation.code in client.get("/admin/accounts/invitation/").content.decode()
