"""The part of a finished game's page that says what the game did to the ratings."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, QuerySet
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import Game, ResultEvent
from games.models.result_event import ResultKind
from ratings.facts import Reason
from ratings.models import LedgerEntry
from sumendi_site.accounts.models import User

from . import words
from .entries import line_of


def rating_panel(game: Game, reader: User | AnonymousUser) -> SafeString:
    """For both players, or why the game is not rated, or that it is being rated; all corrections
    of the result, the oldest first, and for moderators the way to correct it."""
    corrections = corrections_of(game)
    current = LedgerEntry.objects.current().annotate(is_corrected=Exists(corrections))
    entry = current.filter(game=game).first()
    context: dict[str, object] = {"entry": entry, "game": game, "is_moderator": reader.is_staff}
    if entry is not None and entry.rated:
        players = (game.first, game.second)
        context["lines"] = [(player, line_of(entry, player.pk)) for player in players]
    elif entry is not None or game.is_mere_look:
        context["reason"] = words.not_rated(entry.reason if entry else Reason.CASUAL)
    if entry is not None and entry.is_corrected:
        context["corrections"] = corrections
    return render_to_string("ratings/game_panel.html", context)


def corrections_of(game: Game) -> "QuerySet[ResultEvent]":
    """The oldest first, with who is behind each and the revision of the ledger that came of it."""
    changes = ResultEvent.objects.filter(game=game).exclude(kind=ResultKind.FINISHED)
    return changes.select_related("by", "revision").order_by("number")
