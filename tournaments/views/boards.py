"""What organisers do about a board: remind, decide, correct, answer an appeal."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.answers import reader
from tournaments.forms import AnswerForm, VerdictForm
from tournaments.models import Appeal, Pairing
from tournaments.presenters.boards import BoardPage, board_page
from tournaments.services import appeals, deciding, proofs
from tournaments.services.errors import AppealNotFound, TournamentError

from .desk import require_director
from .events import find_board
from .finding import EventPage, event_action, open_event, show


@never_cache
@require_safe
def board(request: HttpRequest, slug: str, number: int, board: int) -> HttpResponse:
    """A board: why it was paired, what was decided about it, and who may say what."""
    event = open_event(request, slug)
    return _show(request, event, find_board(event, number, board))


def _show(
    request: HttpRequest,
    event: EventPage,
    pairing: Pairing,
    status: int = 200,
    verdict_form: VerdictForm | None = None,
    answer_form: AnswerForm | None = None,
) -> HttpResponse:
    """With the form as it was sent, if something was wrong with it."""
    page = board_page(event.tournament, pairing, request.user, event.is_directed)
    context = {
        "page": page,
        "round": pairing.round,
        "verdict_form": verdict_form or (_verdict_form(page) if page.can_decide else None),
        "answers": _answer_forms(page, answer_form) if page.can_decide else [],
    }
    return show(request, "board.html", event, "round", status, **context)


def _verdict_form(page: BoardPage, data: Any = None) -> VerdictForm:
    first, second = _names(page.pairing)
    return VerdictForm(data, first=first, second=second, shown=page.verdicts)


def _answer_forms(page: BoardPage, sent: AnswerForm | None) -> list[tuple[Appeal, AnswerForm]]:
    """One for each appeal that has no answer."""
    first, second = _names(page.pairing)
    waiting = [one for decided in page.decided for one in decided.appeals if not one.answered]
    return [
        (one, sent)
        if sent is not None and sent.appeal == one.pk
        else (one, AnswerForm(None, appeal=one.pk, first=first, second=second))
        for one in waiting
    ]


def _names(pairing: Pairing) -> tuple[str, str]:
    return pairing.white.called, pairing.black.called if pairing.black else "nobody"


@event_action
def decide(request: HttpRequest, event: EventPage, number: int, board: int) -> HttpResponse:
    """Give the board its result: a game that runs is decided or forfeited, one that has ended is
    corrected."""
    require_director(event)
    pairing = find_board(event, number, board)
    page = board_page(event.tournament, pairing, request.user, event.is_directed)
    form = _verdict_form(page, request.POST)
    if not form.is_valid():
        return _show(request, event, pairing, 400, verdict_form=form)
    verdict, why = form.cleaned_data["verdict"], form.cleaned_data["why"]
    try:
        deciding.act_for(pairing, verdict)(reader(request), pairing.pk, verdict, why)
    except TournamentError as error:
        form.add_error(None, error.message)
        return _show(request, event, pairing, error.status, verdict_form=form)
    messages.success(request, "Done. Both players are told, with your reason.")
    return _to_board(event, pairing)


@event_action
def ask_proof(request: HttpRequest, event: EventPage, number: int, board: int) -> HttpResponse:
    pairing = find_board(event, number, board)
    proofs.ask(reader(request), pairing.pk)
    messages.success(request, "A worker looks for a proof. If it finds one, the game ends by it.")
    return _to_board(event, pairing)


@event_action
def remind(request: HttpRequest, event: EventPage, number: int, board: int) -> HttpResponse:
    pairing = find_board(event, number, board)
    if deciding.bump(reader(request), pairing.pk):
        messages.success(request, "The player to move is reminded.")
    else:
        messages.info(request, "The player was reminded of this move a short while ago.")
    return redirect("tournament-desk", event.tournament.slug)


@event_action
def answer(
    request: HttpRequest, event: EventPage, number: int, board: int, appeal: int
) -> HttpResponse:
    require_director(event)
    pairing = find_board(event, number, board)
    if not Appeal.objects.filter(pk=appeal, decision__pairing=pairing).exists():
        raise AppealNotFound
    first, second = _names(pairing)
    form = AnswerForm(request.POST, appeal=appeal, first=first, second=second)
    if not form.is_valid():
        return _show(request, event, pairing, 400, answer_form=form)
    appeals.answer(reader(request), appeal, form.cleaned_data["text"], form.new_verdict)
    messages.success(request, "The appeal has its answer.")
    return _to_board(event, pairing)


def _to_board(event: EventPage, pairing: Pairing) -> HttpResponse:
    place = (event.tournament.slug, pairing.round.number, pairing.board)
    return redirect("tournament-board", *place)
