"""Asking for the analysis of a game."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import UNFINISHED, AnalysedPosition, Analysis, AnalysisState, Game
from games.services.analysis_errors import AnalysisNotFound, NotToBeAnalysed, TooManyAnalyses
from games.services.errors import GameNotFound, SignUpFirst
from games.services.locking import lock_player
from games.services.patience import in_words, wait_for
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake

from .figures import FIRST_JUDGED, placed
from .still_played import is_still_played

WORK = "games.tasks.analyse_games"
DAY = timedelta(days=1)


def hindrance(game: Game) -> NotToBeAnalysed | None:
    """Why nobody can have this game analysed; None where anybody can."""
    if not game.is_over:
        return NotToBeAnalysed(
            "A game is analysed after its end: nobody gets help while it goes on.",
            reason="not_finished",
        )
    if game.ply_count < FIRST_JUDGED:
        return NotToBeAnalysed(
            "This game ended before its second placement, so there is nothing to analyse.",
            reason="no_moves",
        )
    return None


def analysis_of(game_id: int) -> Analysis:
    """The analysis of a game. Raises GameNotFound, and AnalysisNotFound where nobody has asked for
    one, or nobody can."""
    game = _found(game_id)
    analysis = Analysis.objects.filter(game=game).first()
    if analysis is None:
        why = hindrance(game)
        raise AnalysisNotFound(why.message if why else "")
    analysis.game = game
    return analysis


def whose_line(game: Game, ply: int, line: Sequence[str]) -> AnalysedPosition | None:
    """The position after `ply` from which the search would have gone on with `line`; None where it
    would not, or nobody knows."""
    done = Analysis.objects.filter(game=game, state=AnalysisState.DONE)
    found = AnalysedPosition.objects.filter(analysis__in=done, ply=placed(ply)).first()
    return found if found is not None and found.line == list(line) else None


def other_of(asker: User, game_id: int) -> Analysis | None:
    """The analysis of another game that they asked for, and that is not done yet."""
    others = Analysis.objects.filter(asker=asker, state__in=UNFINISHED).exclude(game=game_id)
    return others.select_related("game").first()


def ask(game_id: int, reader: User) -> Analysis:
    """Have a game analysed. It is done once: whoever asks again gets the same analysis, and begins
    anew one that failed. What was found before that is kept.

    Raises GameNotFound, NotToBeAnalysed (also while a running game shares positions with this one),
    SignUpFirst (guests have only their own games analysed) and TooManyAnalyses.
    """
    game = _found(game_id)
    if why := hindrance(game):
        raise why
    if not _is_to_be_begun(game):
        return Analysis.objects.select_related("game").get(game=game)
    _require_may_ask(game, reader)
    _require_patience(game, reader)
    _require_not_still_played(game)  # it takes a while: before others have to wait for the lock
    return _begin(game, reader)


@transaction.atomic
def _begin(game: Game, reader: User) -> Analysis:
    lock_player(reader)
    if not _is_to_be_begun(game):
        return Analysis.objects.select_related("game").get(game=game)
    _require_patience(game, reader)
    now = timezone.now()
    begun = {"asker": reader, "asked": now, "simulations": settings.ANALYSIS_SIMULATIONS}
    analysis, is_new = Analysis.objects.get_or_create(game=game, defaults=begun)
    if not is_new:
        _begin_anew(analysis, reader, now)
    wake(WORK)
    return analysis


def _found(game_id: int) -> Game:
    game = Game.objects.with_players().filter(pk=game_id).first()
    if game is None:
        raise GameNotFound
    return game


def _is_to_be_begun(game: Game) -> bool:
    return not Analysis.objects.filter(game=game).exclude(state=AnalysisState.FAILED).exists()


def _require_may_ask(game: Game, reader: User) -> None:
    if reader.kind == User.Kind.GUEST and game.seat_of(reader) is None:
        raise SignUpFirst("As a guest you can have your own games analysed. Sign up for others.")


def _require_not_still_played(game: Game) -> None:
    """Nobody gets help for a game that goes on by playing it once more and ending the copy."""
    if is_still_played(game):
        raise NotToBeAnalysed(
            "A game that still goes on has positions of this one, or nearly so. Ask again when it "
            "is over.",
            reason="still_played",
        )


def _require_patience(game: Game, reader: User) -> None:
    """One at a time, and so many a day."""
    other = other_of(reader, game.pk)
    if other is not None:
        raise TooManyAnalyses(
            f"Another analysis that you asked for, of game {other.game_id}, is not done yet. Ask "
            "again when it is."
        )
    most = settings.ANALYSES_A_DAY
    others = Analysis.objects.filter(asker=reader).exclude(game=game)
    seconds = wait_for(others, most, DAY, timezone.now(), made="asked")
    if seconds is not None:
        raise TooManyAnalyses(
            f"You can have {most} games analysed in 24 hours. Ask again in {in_words(seconds)}.",
            retry_after=seconds,
        )


def _begin_anew(analysis: Analysis, reader: User, now: datetime) -> None:
    """After a failure; if somebody else was faster, theirs goes on."""
    failed = Analysis.objects.filter(pk=analysis.pk, state=AnalysisState.FAILED)
    failed.update(
        state=AnalysisState.WAITING,
        asker=reader,
        asked=now,
        not_before=now,
        faults=0,
        finished=None,
    )
    analysis.refresh_from_db()
