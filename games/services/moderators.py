"""Who may moderate, whom, and the log of all that moderators do."""

from typing import Any

from django.db.models import QuerySet

from games.models import ActKind, ModeratorAct
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import LONGEST_REASON

from .errors import NotAModerator
from .fair_errors import CannotJudge, NoReason
from .texts import require_lines


def is_moderator(user: object) -> bool:
    return isinstance(user, User) and user.is_staff and user.is_active


def all_moderators() -> "QuerySet[User]":
    return User.objects.filter(is_staff=True, is_active=True)


def require_moderator(by: User) -> None:
    if not is_moderator(by):
        raise NotAModerator


def require_may_judge(by: User, person: User) -> None:
    """Nobody judges themselves or a bot of theirs, and nobody an operator. Raises NotAModerator
    and CannotJudge."""
    require_moderator(by)
    if by.pk in (person.pk, person.owner_id):
        raise CannotJudge("This is about yourself: let another moderator decide.")
    answers = person.owner or person
    if answers.is_superuser:
        raise CannotJudge(f"{answers} runs this site: moderators cannot act on operators.")


def reason_of(why: str) -> str:
    """What is shown to the person. Raises NoReason and BadText."""
    seen = strip_invisible(why)
    if not seen:
        raise NoReason("Say why: the person is shown the reason.")
    if len(seen) > LONGEST_REASON:
        raise NoReason(f"A reason has at most {LONGEST_REASON} characters.")
    require_lines(seen, "A reason")
    return seen


def note_act(kind: ActKind, by: User, text: str = "", **about: Any) -> ModeratorAct:
    """Write it down, in the transaction of the act; `about` names person, game, report and
    sanction as far as there are such."""
    return ModeratorAct.objects.create(kind=kind, by=by, text=text, **about)
