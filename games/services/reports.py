"""What players tell the moderators, and what becomes of it."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games.fair_notices import tell_moderators, tell_report_closed
from games.models import ActKind, ChatMessage, Game, Report
from games.models.report import LONGEST_WORDS, Category, Outcome, ReportQuerySet, Subject
from sumendi_site.accounts.deleted import is_deleted
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User

from .errors import BadText, GameNotFound
from .fair_errors import CannotJudge, ReportNotFound, ReportRefused, ReportTaken, TooManyReports
from .locking import lock_player
from .moderators import is_moderator, note_act, require_may_judge, require_moderator
from .patience import in_words, wait_for
from .texts import require_lines, require_one_line

MOST_A_DAY = 20
LONGEST_REMARK = 500
HELD = timedelta(days=3)
"""After so long another moderator can take over a report that was taken and not closed."""


@dataclass(frozen=True)
class Complaint:
    """What is reported: a game by its number, a line of a chat by its own, or a name or profile.
    Raises BadText and ReportRefused."""

    subject: Subject
    category: Category
    words: str = ""
    game: int | None = None
    line: int | None = None

    def __post_init__(self) -> None:
        words = strip_invisible(self.words.replace("\r\n", "\n"))
        if len(words) > LONGEST_WORDS:
            raise BadText(f"A report has at most {LONGEST_WORDS} characters.")
        require_lines(words, "A report")
        if self.category == Category.OTHER and not words:
            raise BadText("Say in your own words what is wrong.")
        if (self.subject == Subject.GAME) != (self.game is not None):
            raise ReportRefused("A report about a game names the game, and no other does.")
        if (self.subject == Subject.LINE) != (self.line is not None):
            raise ReportRefused("A report about a line of the chat names the line.")
        object.__setattr__(self, "words", words)


@transaction.atomic
def report(
    reporter: User, person: User, complaint: Complaint, key: uuid.UUID | None = None
) -> Report:
    """Tell the moderators of `person`. While a report of the same subject waits, this one is it;
    the same `key` again gives the same report, too."""
    lock_player(reporter)
    _require_other(reporter, person)
    if complaint.subject != Subject.GAME and is_deleted(person):
        raise ReportRefused("This account was deleted, and what it wrote with it.")
    key = key or uuid.uuid4()
    made = Report.objects.filter(key=key, reporter=reporter).first()
    new = made or _described(reporter, person, complaint)
    made = made or Report.objects.open().filter(reporter=reporter, what=new.what).first()
    if made is not None:
        return made
    _require_patience(reporter)
    new.key = key
    try:
        with transaction.atomic():
            new.save()
    except IntegrityError as error:
        raise ReportRefused("This key belongs to another report.") from error
    tell_moderators()
    return new


def may_report(reporter: User, person: User) -> bool:
    """Whether `person` is somebody else, and no part of the site."""
    is_own = reporter.principal_id == person.principal_id
    return not is_own and person.kind != User.Kind.HOUSE


def _require_other(reporter: User, person: User) -> None:
    if reporter.principal_id == person.principal_id:
        raise ReportRefused("You cannot report yourself.")
    if person.kind == User.Kind.HOUSE:
        raise ReportRefused("House bots are part of the site. Tell its operator instead.")


def _described(reporter: User, person: User, complaint: Complaint) -> Report:
    """The report that is to be saved, with what it is about as it is now."""
    new = Report(
        reporter=reporter,
        person=person,
        subject=complaint.subject,
        category=complaint.category,
        words=complaint.words,
        what=f"{complaint.subject}:{person.pk}",
    )
    match complaint.subject:
        case Subject.GAME:
            new.game = _game_of(person, complaint.game)
            new.what = f"game:{new.game.pk}:{person.pk}"
        case Subject.LINE:
            new.line = _line_for(reporter, person, complaint.line)
            new.game, new.quoted = new.line.game, new.line.text
            new.what = f"line:{new.line.pk}"
        case Subject.NAME:
            new.quoted = person.username
        case Subject.ABOUT:
            if not person.about:
                raise ReportRefused(f"The page of {person} says nothing.")
            new.quoted = person.about
    return new


def _game_of(person: User, game_id: int | None) -> Game:
    game = Game.objects.of(person).filter(pk=game_id or 0).first()
    if game is None:
        raise GameNotFound(f"{person} plays in no such game.")
    return game


def _line_for(reporter: User, person: User, line_id: int | None) -> ChatMessage:
    """What `person` wrote, for the one it was written to. A block hides no line from a report."""
    line = ChatMessage.objects.select_related("game").filter(pk=line_id or 0, author=person).first()
    if line is None or line.game.seat_of(reporter) is None:
        raise ReportRefused("There is no such line, or you cannot read it.")
    return line


def _require_patience(reporter: User) -> None:
    """The caller holds the reporter. Bots report in the name of who answers for them."""
    own = Q(reporter=reporter.principal_id) | Q(reporter__owner=reporter.principal_id)
    mine = Report.objects.filter(own)
    wait = wait_for(mine, MOST_A_DAY, timedelta(days=1), timezone.now())
    if wait is not None:
        raise TooManyReports(
            f"You have made {MOST_A_DAY} reports within a day. Wait {in_words(wait)} before the "
            "next one.",
            retry_after=wait,
        )


def reports_by(reporter: User) -> ReportQuerySet:
    """One's own, the newest first."""
    mine = Report.objects.filter(reporter=reporter)
    return mine.select_related("person__owner").order_by("-id")


def find_report(report_id: int) -> Report:
    found = Report.objects.with_people().select_related("game").filter(pk=report_id).first()
    if found is None:
        raise ReportNotFound
    return found


def readable_report(by: User, report_id: int) -> Report:
    """Raises ReportNotFound, also where it is a report of this moderator or of their bot."""
    found = find_report(report_id)
    if by.pk in (found.person_id, found.person.owner_id):
        raise ReportNotFound
    return found


def hindrance_to_judge(by: User, found: Report) -> str:
    """Why a moderator has to leave this report to others; empty if they may take it."""
    try:
        require_may_handle(by, found)
    except CannotJudge as error:
        return error.message
    return ""


def require_may_handle(by: User, found: Report) -> None:
    """Nobody judges an own report, or a game that they or a bot of theirs play. Raises
    NotAModerator and CannotJudge."""
    require_moderator(by)
    if found.reporter is not None and by.pk == found.reporter.principal_id:
        raise CannotJudge("This is your own report: let another moderator decide.")
    if found.game is not None:
        players = (found.game.first, found.game.second)
        if any(by.pk in (player.pk, player.owner_id) for player in players):
            raise CannotJudge("You play in this game: let another moderator decide.")
    if by.pk in (found.person_id, found.person.owner_id):
        require_may_judge(by, found.person)


def is_held(found: Report) -> bool:
    """Whether a moderator has taken it, lately, who still is one."""
    by, since = found.taken_by, found.taken
    if by is None or since is None or not is_moderator(by):
        return False
    return since > timezone.now() - HELD


@transaction.atomic
def take_report(by: User, report_id: int) -> Report:
    """Be the one who looks into it. Of two who take it at once one does. What somebody had taken
    three days ago, or who is no moderator any more, can be taken over. Doing it twice is no
    error."""
    found = find_report(report_id)
    require_may_handle(by, found)
    this = Report.objects.open().filter(pk=report_id, taken_by=found.taken_by, taken=found.taken)
    if not is_held(found) and this.update(taken_by=by, taken=timezone.now()):
        before = found.taken_by if found.taken_by != by else None
        said = f"{_named(found)}, taken over from {before}" if before else _named(found)
        note_act(ActKind.TAKEN, by, said, **_about(found))
        return find_report(report_id)
    if found.taken_by_id != by.pk or not found.is_open:
        raise ReportTaken(_why_taken(found))
    return found


@transaction.atomic
def release_report(by: User, report_id: int) -> Report:
    """Let another moderator look into it. Doing it twice is no error."""
    found = find_report(report_id)
    require_moderator(by)
    if Report.objects.open().filter(pk=report_id, taken_by=by).update(taken_by=None, taken=None):
        note_act(ActKind.RELEASED, by, _named(found), **_about(found))
    return find_report(report_id)


@transaction.atomic
def close_report(by: User, report_id: int, outcome: Outcome, remark: str = "") -> Report:
    """Say what came of it, once; the reporter is told. Only who has taken it closes it. The same
    again is no error."""
    found = find_report(report_id)
    require_may_handle(by, found)
    remark = strip_invisible(remark)
    if len(remark) > LONGEST_REMARK:
        raise BadText(f"A remark has at most {LONGEST_REMARK} characters.")
    require_one_line(remark, "A remark")
    mine = Report.objects.open().filter(pk=report_id, taken_by=by)
    if not mine.update(closed=timezone.now(), closed_by=by, outcome=outcome, remark=remark):
        if (found.closed_by_id, found.outcome) == (by.pk, outcome):
            return found
        raise ReportTaken(_why_taken(found))
    closed = find_report(report_id)
    said = f"{_named(closed)}: {closed.get_outcome_display()} {remark}".strip()
    note_act(ActKind.CLOSED, by, said, **_about(closed))
    tell_report_closed(closed)
    return closed


@transaction.atomic
def reveal_chat(by: User, report_id: int) -> Report:
    """Read what the players of the game of a report wrote to each other. That is in the log."""
    found = find_report(report_id)
    require_may_handle(by, found)
    if found.game is None:
        raise GameNotFound
    if not found.acts.filter(kind=ActKind.REVEALED, by=by).exists():
        said = f"Chat of game {found.game.pk}, for {_named(found)}"
        note_act(ActKind.REVEALED, by, said, **_about(found))
    return found


def _why_taken(found: Report) -> str:
    if not found.is_open:
        return "This report is closed already."
    if found.taken_by is None:
        return "Take the report before you close it."
    return f"{found.taken_by} looks into this report."


def _named(found: Report) -> str:
    return f"report {found.pk} of {found.person}"


def _about(found: Report) -> dict[str, object]:
    return {"person": found.person, "game": found.game, "report": found}
