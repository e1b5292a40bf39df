"""What moderators see before they decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import ActKind, ChatMessage, Game, Report
from games.models.report import ReportQuerySet
from games.services import GameError
from games.services.appeals import require_may_answer
from games.services.moderators import require_may_judge
from games.services.reports import hindrance_to_judge, is_held
from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import Appeal, Sanction

from .tally import Tally, tally_of

MOST = 200
LATEST_GAMES = 10


@dataclass(frozen=True)
class Dossier:
    """All that is known of an account: what was done to it, what others reported, its newest
    games. `hindrance` says why the moderator cannot act on it; empty if they can."""

    person: User
    hindrance: str
    acts: Sequence[Sanction]
    reports: Sequence[Report]
    games: Sequence[Game]
    tally: Tally


@dataclass(frozen=True)
class File:
    """A report, before the moderator who looks at it. `hindrance` says why they cannot take it;
    `chat` is there once they have asked for it."""

    report: Report
    dossier: Dossier
    hindrance: str
    is_mine: bool
    is_held: bool
    is_chat_shown: bool
    chat: Sequence[ChatMessage]


def queue_for(moderator: User) -> dict[str, Any]:
    """The open reports, the moderator's own first, then those that nobody has taken; and the
    appeals without an answer."""
    waiting = Report.objects.open().readable_by(moderator).with_people()
    mine = waiting.filter(taken_by=moderator).order_by("id")
    others = waiting.exclude(taken_by=moderator)
    return {
        "mine": list(mine[:MOST]),
        "others": list(others.order_by(F("taken").asc(nulls_first=True), "id")[:MOST]),
        "appeals": list(open_appeals()[:MOST]),
    }


def open_appeals() -> "QuerySet[Appeal]":
    unanswered = Appeal.objects.filter(answered=None)
    return unanswered.select_related("sanction__person", "sanction__by").order_by("id")


def closed_reports(moderator: User) -> ReportQuerySet:
    closed = Report.objects.exclude(closed=None).readable_by(moderator)
    return closed.with_people().order_by("-closed", "-id")


def dossier_of(person: User, moderator: User) -> Dossier:
    acts = Sanction.objects.filter(Q(person=person) | Q(person__owner=person)).with_appeals()
    reports = Report.objects.filter(Q(person=person) | Q(person__owner=person))
    readable = reports.readable_by(moderator).with_people()
    games = Game.objects.of(person).with_owners().order_by("-id")
    return Dossier(
        person=person,
        hindrance=_hindrance(person, moderator),
        acts=list(acts[:MOST]),
        reports=list(readable.order_by("-id")[:MOST]),
        games=list(games[:LATEST_GAMES]),
        tally=tally_of(person),
    )


def _hindrance(person: User, moderator: User) -> str:
    if is_deleted(person):
        return "This account was deleted."
    try:
        require_may_judge(moderator, person)
    except GameError as error:
        return error.message
    return ""


def file_of(report: Report, moderator: User) -> File:
    is_shown = report.acts.filter(kind=ActKind.REVEALED, by=moderator).exists()
    lines: Sequence[ChatMessage] = []
    if is_shown and report.game is not None:
        lines = list(report.game.chat.select_related("author").order_by("-id")[:MOST])[::-1]
    return File(
        report=report,
        dossier=dossier_of(report.person, moderator),
        hindrance=hindrance_to_judge(moderator, report),
        is_held=is_held(report),
        is_mine=report.taken_by_id == moderator.pk,
        is_chat_shown=is_shown,
        chat=lines,
    )


def hindrance_to_answer(moderator: User, appeal: Appeal) -> str:
    """Why this moderator has to leave the appeal to others; empty if they may answer."""
    try:
        require_may_answer(moderator, appeal.sanction)
    except GameError as error:
        return error.message
    return ""


def report_of(number: str) -> Report | None:
    """The report that an address names; None where it names none."""
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    return Report.objects.filter(pk=int(number)).first()
