"""The files about an account itself that its owner can take away."""

from collections.abc import Iterator
from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from .blocks import Block
from .exporters import Exporter, Row, columns_of, rows, table
from .follows import Follow
from .models import Invitation, User
from .preferences import Preferences
from .sanctions import Sanction
from .sessions import sessions_of
from .tokens import ApiToken

PROFILE = ("username", "kind", "email", "about", "date_joined", "last_login", "looked_in")
RATING = ("rating_points", "peak_points", "rating_deviation", "rated_games", "last_rated_at")


def _account(person: User) -> Iterator[Row]:
    preferences = [field.name for field in Preferences._meta.local_fields]
    names = (*PROFILE, *preferences, *RATING)
    roles = [name for name in ("is_active", "is_staff", "is_superuser") if getattr(person, name)]
    groups = list(person.groups.values_list("name", flat=True))
    yield {name: getattr(person, name) for name in names} | {"roles": roles, "groups": groups}


def _sessions(person: User) -> Iterator[Row]:
    """Without their keys, which are as good as passwords. Allauth notes how somebody signed in."""
    for session in sessions_of(person):
        ways = session.get_decoded().get("account_authentication_methods", [])
        signed_in = [{"by": way.get("method"), "at": _moment(way.get("at"))} for way in ways]
        yield {"expires": session.expire_date, "signed_in": signed_in}


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _invitations(person: User) -> Iterator[Row]:
    """What is noted of an invitation is for who made it."""
    dates = {name: name for name in ("created_at", "expires_at", "used_at")}
    yield from columns_of(Invitation.objects.filter(created_by=person), {"note": "note"} | dates)
    others = Invitation.objects.exclude(created_by=person).filter(used_by=person)
    yield from columns_of(others, dates)


EXPORTERS: list[Exporter] = [
    rows(
        "account.json",
        "Your profile, preferences and rating.",
        _account,
        "accounts.User_groups.user",
    ),
    table(
        "addresses.json",
        "Your e-mail addresses.",
        EmailAddress,
        "user",
        "email verified primary",
    ),
    table(
        "second_factor.json",
        "Since when you use a second factor to sign in.",
        Authenticator,
        "user",
        "type created_at last_used_at",
    ),
    rows("sessions.json", "The browsers in which you are signed in.", _sessions),
    table(
        "tokens.json",
        "Your API tokens, without their texts.",
        ApiToken,
        "user",
        "name scopes created expiry last_used",
    ),
    table("blocks.json", "Whom you block.", Block, "owner", "created", blocked="blocked__username"),
    table(
        "friends.json", "Your friends.", Follow, "owner", "created", followed="followed__username"
    ),
    table(
        "sanctions.json",
        "What moderators did to your account, and your appeals.",
        Sanction,
        "person",
        "kind reason created until seen ends_games former_name lifted lifted_why",
        appeal="appeal__text",
        appealed="appeal__created",
        answer="appeal__answer",
        answered="appeal__answered",
    ),
    rows(
        "invitations.json",
        "Invitations that you made, and the one by which you came.",
        _invitations,
        "accounts.Invitation.created_by",
        "accounts.Invitation.used_by",
    ),
]

LEFT_OUT = {
    "accounts.User.owner": "each bot has a folder of its own",
    "accounts.User_user_permissions.user": "rights in the admin pages, which operators give",
    "accounts.Deletion.person": "who deletes an account can export nothing any more",
    "accounts.Block.blocked": "whom others block is theirs",
    "accounts.Follow.followed": "whom others follow is theirs",
    "accounts.Sanction.by": "about the people whom a moderator acted on",
    "accounts.Sanction.lifted_by": "about the people whom a moderator acted on",
    "accounts.Appeal.answered_by": "about the people whose appeal it is",
    "admin.LogEntry.user": "changes of operators to the data of others",
}
