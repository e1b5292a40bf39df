"""The parts of a game's page that say what the game did to the ratings, or that it will do
nothing to them."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, QuerySet, Subquery
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from games.models import Game, ResultEvent
from games.models.result_event import ResultKind
from ratings.facts import Reason
from ratings.models import Cursor, LedgerEntry
from ratings.services import foresee
from sumendi_site.accounts.models import User

from . import words
from .entries import line_of


def rating_panel(game: Game, reader: User | AnonymousUser) -> SafeString:
    """For both players, or why the game is not rated, or that it is being rated; all corrections
    of the result, the oldest first, and the way to correct it for moderators who did not play."""
    if not game.is_over:
        return SafeString()
    corrections = corrections_of(game)
    followed = Subquery(Cursor.objects.values("last")[:1])
    current = LedgerEntry.objects.current().annotate(
        is_corrected=Exists(corrections),
        is_behind=Exists(corrections.filter(number__gt=followed)),
    )
    entry = current.filter(game=game).first()
    may_correct = reader.is_staff and game.seat_of(reader) is None
    context: dict[str, object] = {"entry": entry, "game": game, "may_correct": may_correct}
    if entry is not None and entry.is_behind:
        context["reason"] = "The game is being rated again."
    elif entry is not None and entry.rated:
        players = (game.first, game.second)
        context["lines"] = [(player, line_of(entry, player.pk)) for player in players]
    elif entry is not None or game.is_mere_look:
        context["reason"] = words.not_rated(entry.reason if entry else Reason.CASUAL)
    if entry is not None and entry.is_corrected:
        context["corrections"] = corrections
    return render_to_string("ratings/game_panel.html", context)


def foresight_panel(game: Game, reader: User | AnonymousUser) -> SafeString:
    """For the players of a rated game that goes on and, as it stands, would not be rated. One
    query, for them alone."""
    if not (game.is_running and game.rated and isinstance(reader, User) and game.seat_of(reader)):
        return SafeString()
    opponent = game.opponent_of(reader)
    what = foresee(reader, [opponent], timezone.now()).get(opponent.pk)
    if what is None or (what.reason == Reason.PAIR and _is_always_rated(game)):
        return SafeString()
    said = words.foreseen_of_running(reader, opponent, what)
    return render_to_string("ratings/foresight_panel.html", {"said": said})


def _is_always_rated(game: Game) -> bool:
    """However many games these two have played: in a tournament, between people."""
    return bool(game.event_label) and not (game.first.is_bot or game.second.is_bot)


def corrections_of(game: Game) -> "QuerySet[ResultEvent]":
    """The oldest first, with who is behind each and the revision of the ledger that came of it."""
    changes = ResultEvent.objects.filter(game=game).exclude(kind=ResultKind.FINISHED)
    return changes.select_related("by", "revision", "black", "white").order_by("number")
