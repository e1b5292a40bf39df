"""Moderators annul a game or correct its result, having seen what that does to the ratings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import services as games
from games.models import Game, GameStatus
from games.models.result_event import ResultKind
from games.services import GameError
from games.services.errors import NotAModerator
from games.views.answers import reader
from ratings.facts import Reason
from ratings.forms import CorrectionForm
from ratings.models import LedgerEntry
from ratings.presenters import words
from ratings.presenters.panel import corrections_of
from ratings.services import (
    Decision,
    Difference,
    Preview,
    Turned,
    carry_out,
    is_carried_out,
    is_followed,
    newest_event,
    preview,
    seal,
)
from sumendi_site.accounts.models import User


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: int) -> HttpResponse:
    """The form; sent to, it shows what the correction would do; sent to with just that as `seen`,
    it corrects. Sent to with `back`, it is the form again as it was filled in."""
    if not reader(request).is_staff:
        raise PermissionDenied(NotAModerator.message)
    finished = Game.objects.filter(status=GameStatus.FINISHED)
    game = get_object_or_404(finished.select_related("first", "second"), pk=game_id)
    data = request.POST if request.method == "POST" else None
    form = CorrectionForm(data, game=game, is_annulled=_is_annulled(game))
    goes_back = "back" in request.POST
    status = 400 if form.is_bound and not goes_back else 200
    if form.is_valid() and not goes_back:
        try:
            return _preview_or_correct(request, game, form)
        except GameError as error:
            if is_carried_out(_decision(request, game, form), request.POST.get("seen", "")):
                return _done(request, game)  # the button was pressed twice
            form.add_error(None, error.message)
            status = error.status
    context = {"game": game, "form": form, "corrections": corrections_of(game)}
    return render(request, "ratings/correct.html", context, status=status)


def _preview_or_correct(request: HttpRequest, game: Game, form: CorrectionForm) -> HttpResponse:
    games.examine(game, reader(request), *form.change)
    newest, decision = newest_event(game), _decision(request, game, form)
    is_rated = is_followed(newest)
    foreseen = preview(game.pk, *form.change)
    digest = seal(decision, newest, _shown(foreseen)) if is_rated else ""
    seen = request.POST.get("seen", "")
    if seen and seen == digest:
        carry_out(decision, newest)
        return _done(request, game)
    if is_carried_out(decision, seen):
        return _done(request, game)
    context = {
        "game": game,
        "form": form,
        "foreseen": foreseen,
        "rows": [_row(one) for one in foreseen.differences],
        "turned": [_turned(one) for one in foreseen.turned],
        "digest": digest,
        "is_rated": is_rated,
        "has_changed": bool(seen),
        "now": words.ending_of(game) + words.not_rated_because(_reason_now(game)),
        "then": _ending_then(game, form) + words.not_rated_because(foreseen.reason),
    }
    status = 409 if seen else 200
    return render(request, "ratings/correct_preview.html", context, status=status)


def _reason_now(game: Game) -> str:
    """Why the game is not rated, also where the ledger has not followed its annulment yet."""
    if _is_annulled(game):
        return Reason.ANNULLED
    rows = LedgerEntry.objects.current().filter(game=game)
    return rows.values_list("reason", flat=True).first() or ""


def _ending_then(game: Game, form: CorrectionForm) -> str:
    result, termination = form.change
    ending = termination or game.termination
    return words.ending(result or game.result, ending, game.black, game.white)


def _decision(request: HttpRequest, game: Game, form: CorrectionForm) -> Decision:
    return Decision(game, reader(request), *form.change, form.cleaned_data["why"])


def _done(request: HttpRequest, game: Game) -> HttpResponse:
    messages.success(request, "Done. The ratings follow in a moment.")
    return redirect(game)


def _is_annulled(game: Game) -> bool:
    newest = game.result_events.last()
    return newest is not None and newest.kind == ResultKind.ANNULLED


def _row(one: Difference) -> tuple[User, str, str, str]:
    """Player, rating before, rating after and difference."""
    return one.player, words.points(one.before), words.points(one.after), words.signed(one.change)


def _turned(one: Turned) -> tuple[Turned, str]:
    """A game that becomes rated, or is not rated any more, and what is said of it."""
    if one.after:
        return one, words.not_rated(one.after)
    return one, f"Rated. Before: {words.not_rated(one.before)}"


def _shown(foreseen: Preview) -> str:
    """All that the preview shows, to be sealed, but for how many games are rated again: on a busy
    site another ends every few seconds."""
    lines = [f"{one.player.pk} {one.before} {one.after}" for one in foreseen.differences]
    lines += [f"{one.game} {one.before} {one.after}" for one in foreseen.turned]
    return "\n".join([*lines, foreseen.reason])
