"""The word of the person against an act of a moderator, and its answer by another one."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.fair_notices import tell_appeal_answered, tell_moderators
from games.models import ActKind
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import LONGEST_WORDS, Appeal, Sanction

from .errors import BadText
from .fair_errors import AppealNotFound, AppealRefused, CannotJudge
from .leaving import come_back
from .moderators import all_moderators, note_act, reason_of, require_may_judge
from .sanctions import own_sanction, write_lift
from .texts import require_lines


@transaction.atomic
def appeal(reader: User, sanction_id: int, text: str) -> Appeal:
    """Ask that another moderator looks at it: once for each act. The same words again are no
    error."""
    act = own_sanction(reader, sanction_id)
    words = strip_invisible(text.replace("\r\n", "\n"))
    if not words:
        raise BadText("Write why the moderators should look at it once more.")
    if len(words) > LONGEST_WORDS:
        raise BadText(f"An appeal has at most {LONGEST_WORDS} characters.")
    require_lines(words, "An appeal")
    made = Appeal.objects.filter(sanction=act).first()
    if made is not None and made.text == words:
        return made
    if made is not None:
        raise AppealRefused("You have appealed against this already.")
    if act.lifted is not None:
        raise AppealRefused("This was lifted: there is nothing to appeal against.")
    try:
        with transaction.atomic():
            made = Appeal.objects.create(sanction=act, text=words)
    except IntegrityError as error:
        raise AppealRefused("You have appealed against this already.") from error
    tell_moderators()
    return made


def answer_appeal(by: User, appeal_id: int, text: str, *, granted: bool) -> Appeal:
    """Let the act stand, or lift it. Whoever imposed it answers only where there is nobody else.
    The same answer again is no error."""
    answered = _answer(by, appeal_id, reason_of(text), granted=granted)
    if granted:
        come_back(answered.sanction.person)
    return answered


@transaction.atomic
def _answer(by: User, appeal_id: int, text: str, *, granted: bool) -> Appeal:
    found = find_appeal(appeal_id)
    require_may_answer(by, found.sanction)
    open_still = Appeal.objects.filter(pk=appeal_id, answered=None)
    if not open_still.update(answered=timezone.now(), answered_by=by, answer=text, granted=granted):
        if (found.answered_by_id, found.answer, found.granted) == (by.pk, text, granted):
            return found
        raise AppealRefused("Another moderator has answered this appeal.")
    found.refresh_from_db()
    act = found.sanction
    said = f"Appeal of {act.person} {'granted' if granted else 'turned down'}: {text}"
    note_act(ActKind.ANSWERED, by, said, person=act.person, sanction=act)
    tell_appeal_answered(found)
    if granted:
        write_lift(by, act.pk, "The appeal was granted.")
    return found


def require_may_answer(by: User, act: Sanction) -> None:
    """Raises NotAModerator and CannotJudge."""
    require_may_judge(by, act.person)
    if by.pk != act.by_id:
        return
    party = (by.pk, act.person_id, act.person.owner_id)
    if all_moderators().exclude(pk__in=[pk for pk in party if pk]).exists():
        raise CannotJudge("This was your own act: another moderator answers the appeal.")


def find_appeal(appeal_id: int) -> Appeal:
    with_people = Appeal.objects.select_related(
        "sanction__person__owner", "sanction__by", "answered_by"
    )
    found = with_people.filter(pk=appeal_id).first()
    if found is None:
        raise AppealNotFound
    return found
