"""How guests come, what they cannot open, and how they become people."""

import re
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from sumendi_site.accounts.guests import new_guest
from sumendi_site.accounts.models import Invitation, User
from sumendi_site.accounts.names import validate_username
from sumendi_site.accounts.visits import look_in

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db

PLAY = "/play/bot/"
TERMS = {"bot": "pumice", "size": "5"}
FORM = {"username": "nora", "email": "", "password1": PASSWORD}


@pytest.fixture
def guests(client: Client) -> Client:
    """A browser in which somebody plays as a guest."""
    client.post(PLAY, TERMS)
    return client


def guest() -> User:
    return User.objects.get(kind=User.Kind.GUEST)


def who(client: Client) -> str:
    """Whose page the browser would be shown, empty for nobody."""
    user = client.get("/learn/").context["user"]
    return str(getattr(user, "username", ""))


def sign_up(client: Client, **fields: Any) -> Any:
    return client.post("/accounts/signup/", FORM | fields)


def test_a_guest_has_a_short_name_that_is_valid_and_no_password() -> None:
    made = new_guest()
    validate_username(made.username)
    assert re.fullmatch("guest-[0-9a-f]{6}", made.username)
    assert not made.has_usable_password()


def test_a_guests_session_lasts_for_months(guests: Client) -> None:
    assert guests.session.get_expiry_age() > 180 * 86_400


def test_a_guest_is_told_on_every_page_to_sign_up(guests: Client) -> None:
    page = guests.get("/learn/").content.decode()
    assert f"You play as {guest().username}." in page


def test_what_a_guest_has_not_seen_is_still_news_after_the_sign_up(guests: Client) -> None:
    came = guest().date_joined
    sign_up(guests)
    assert look_in(User.objects.get(username="nora"), timezone.now()) == came


@pytest.mark.parametrize("name", ["guest-7f3a2c", "Guest-me", "house-pumice", "HOUSE-party"])
def test_nobody_signs_up_with_a_name_that_the_site_gives(client: Client, name: str) -> None:
    page = sign_up(client, username=name).content.decode()
    assert "Names that begin like this are given by the site." in page
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/account/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/password/set/",
        "/accounts/2fa/",
        "/accounts/2fa/totp/activate/",
        "/accounts/reauthenticate/",
    ],
)
def test_a_guest_has_no_account_to_look_after(guests: Client, path: str) -> None:
    for answer in (guests.get(path), guests.post(path, {"password1": PASSWORD})):
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")
    assert not guest().has_usable_password()


def test_signing_up_makes_the_guest_a_person_in_place(guests: Client) -> None:
    before = guest()
    sign_up(guests, email="nora@example.org")
    nora = User.objects.get(pk=before.pk)
    assert (nora.username, nora.kind, nora.email) == ("nora", "person", "nora@example.org")
    assert nora.check_password(PASSWORD)
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()


def test_a_guest_who_signed_up_is_signed_in_and_has_the_games(guests: Client) -> None:
    sign_up(guests)
    assert who(guests) == "nora"
    assert "house-pumice" in guests.get("/dashboard/").content.decode()


def test_the_sign_up_page_says_whose_games_are_kept(guests: Client) -> None:
    assert f"You play as {guest().username}." in guests.get("/accounts/signup/").content.decode()


def test_a_refused_sign_up_leaves_the_guest_as_it_was(guests: Client, amaia: User) -> None:
    sign_up(guests, username="amaia")
    assert who(guests) == guest().username


def test_the_old_session_of_the_guest_ends_with_the_sign_up(guests: Client) -> None:
    other = Client()
    other.cookies["sessionid"] = guests.cookies["sessionid"].value
    sign_up(guests)
    assert who(other) == ""


def test_sending_the_sign_up_twice_makes_one_account(guests: Client) -> None:
    other = Client()
    other.cookies["sessionid"] = guests.cookies["sessionid"].value
    sign_up(guests)
    sign_up(other)
    assert User.objects.filter(kind=User.Kind.PERSON).count() == 1


def test_a_guest_plays_on_but_does_not_sign_up_where_the_site_is_closed(
    guests: Client, settings: Any
) -> None:
    settings.SIGNUP_POLICY = "closed"
    assert sign_up(guests).status_code == 403
    assert who(guests) == guest().username


def test_a_guest_signs_up_with_an_invitation_where_one_is_needed(
    guests: Client, settings: Any
) -> None:
    settings.SIGNUP_POLICY = "invitation"
    assert sign_up(guests).status_code == 403
    invitation = Invitation.objects.create()
    guests.get(invitation.get_absolute_url())
    sign_up(guests)
    invitation.refresh_from_db()
    assert invitation.used_by == User.objects.get(username="nora")
    assert who(guests) == "nora"


def test_a_guest_confirms_the_address_where_mail_is_configured(
    guests: Client, settings: Any, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    before = guest()
    sign_up(guests, email="nora@example.org")
    assert User.objects.get(username="nora").kind == User.Kind.GUEST
    link = re.findall(r"http://testserver(/\S+)", str(mailoutbox[0].body))[0]
    guests.post(link)
    guests.post("/accounts/login/", {"login": "nora", "password": PASSWORD})
    assert who(guests) == "nora"
    assert User.objects.get(username="nora").pk == before.pk


def test_a_guest_who_signs_in_elsewhere_is_warned_and_leaves_the_games(
    guests: Client, amaia: User
) -> None:
    before = guest()
    assert "do not come with you" in guests.get("/accounts/login/").content.decode()
    guests.post("/accounts/login/", {"login": "amaia", "password": PASSWORD})
    assert who(guests) == "amaia"
    assert before.games_as_first.count() == 1


def test_a_guest_is_warned_before_signing_out(guests: Client) -> None:
    page = guests.get("/accounts/logout/").content.decode()
    assert "you cannot come back to your games" in page


def test_the_bar_sends_no_guest_out_at_once(guests: Client) -> None:
    page = guests.get("/learn/").content.decode()
    assert 'action="/accounts/logout/"' not in page
    assert 'href="/accounts/logout/"' in page


def test_people_open_their_account_as_before(amaias: Client) -> None:
    assert amaias.get("/account/").status_code == 200
