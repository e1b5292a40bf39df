"""Appeals against decisions, and their answers."""

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.queue import wake
from tournaments.event_notices import tell_answer, tell_appeal
from tournaments.models import Act, Appeal, Decision, Pairing, Tournament

from .booking import GO_ON
from .deciding import correct_locked
from .desk import interested, is_final, lock_board, lock_for_decision, reason
from .errors import AppealAnswered, AppealNotFound, CannotAppeal, NotYourBoard
from .log import note
from .verdicts import Verdict


@transaction.atomic
def appeal(player: User, pairing_id: int, why: str) -> Appeal:
    """Ask the organisers to look at the newest decision about a board again, as its players and
    the owners of their bots can until the next round is out. Asking again is the same appeal."""
    tournament, pairing = lock_board(pairing_id)
    if player.pk not in interested(pairing):
        raise NotYourBoard
    decision = pairing.decisions.order_by("-id").first()
    if decision is None:
        raise CannotAppeal("Nobody has decided this game: it ended by itself.")
    made = decision.appeals.filter(by=player).first()
    if made:
        return made
    if is_final(tournament, pairing):
        raise CannotAppeal("It is too late: the next round, or the final standings, are out.")
    made = decision.appeals.create(by=player, why=reason(why))
    board = pairing.board
    note(tournament, Act.APPEALED, player, round=pairing.round.number, board=board, why=made.why)
    tell_appeal(tournament, pairing, made)
    return made


def may_appeal(reader: User | AnonymousUser, pairing: Pairing, decision: Decision | None) -> bool:
    """Whether the reader can appeal against the newest decision about a board now."""
    if decision is None or reader.pk not in interested(pairing):
        return False
    has_appealed = any(one.by_id == reader.pk for one in decision.appeals.all())
    return not has_appealed and not is_final(pairing.round.tournament, pairing)


@transaction.atomic
def answer(director: User, appeal_id: int, text: str, verdict: Verdict | None = None) -> Appeal:
    """Answer an appeal, and correct the result if there is a `verdict`. The same answer again is
    the one that stands."""
    pairing_id = Decision.objects.filter(appeals=appeal_id).values_list("pairing", flat=True)
    found = pairing_id.first()
    if found is None:
        raise AppealNotFound
    tournament, pairing = lock_for_decision(director, found)
    made = Appeal.objects.select_related("decision", "by").get(pk=appeal_id)
    text = reason(text)
    if made.answered is not None:
        if (made.answer, made.answered_by_id) == (text, director.pk):
            return made
        raise AppealAnswered
    _answer(tournament, pairing, made, director, text)
    if verdict is not None:
        correct_locked(tournament, pairing, verdict, director, text)
    wake(GO_ON, tournament.pk)
    return made


def _answer(
    tournament: Tournament, pairing: Pairing, made: Appeal, director: User, text: str
) -> None:
    made.answer, made.answered, made.answered_by = text, timezone.now(), director
    made.save(update_fields=["answer", "answered", "answered_by"])
    board = pairing.board
    note(tournament, Act.ANSWERED, director, round=pairing.round.number, board=board, answer=text)
    tell_answer(tournament, pairing, made)
