"""Everything that the page of a game shows to one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games import endings
from games.models import Game, Move, RetractedMove, Termination
from games.rules import IllegalMoveError, Position
from games.rules.svg import svg
from games.services.conditions import MAKERS, count_alive
from games.services.house_bots import level_of
from games.services.reports import may_report
from games.services.takebacks import why_not_ask
from games.services.time_gifts import day_was_given
from sumendi_site.accounts.models import User
from sumendi_site.assets import version
from sumendi_site.searching import Search, search_now

from . import clocks, log, moves, panels, scores, sentences
from .analysis import AnalysisPanel
from .programs import Programs, programs_of
from .reading import Surroundings
from .rematch import Rematch, rematch_of
from .stepping import Stepping

Reader = User | AnonymousUser


@dataclass(frozen=True)
class PlayerLine:
    user: User
    side: str
    clock: clocks.Clock | None
    away_until: datetime | None
    is_to_move: bool
    is_winner: bool
    played_by: str


@dataclass(frozen=True)
class TextRow:
    """One row of the board in words."""

    letter: str
    pieces: str


class Table(Stepping):
    """A game as `reader` sees it at `now`, with the position after ply `shown` on the board, the
    newest when it is None."""

    def __init__(
        self,
        game: Game,
        surroundings: Surroundings,
        reader: Reader,
        now: datetime,
        shown: int | None = None,
    ) -> None:
        self.game = game
        self.surroundings = surroundings
        self.reader = reader
        self.now = now
        self.newest = game.ply_count
        # A move may have been made since the game was read.
        self.moves: Sequence[Move] = list(game.moves.filter(ply__lte=self.newest))
        self.step_to(shown)
        self.position: Position = moves.position_after(game, self.moves, self.shown)

    @property
    def title(self) -> str:
        return f"{self.game.first.username} against {self.game.second.username}"

    @property
    def seat(self) -> str | None:
        return self.game.seat_of(self.reader)

    @property
    def is_readers_turn(self) -> bool:
        return self.can_act and self.game.to_move == self.reader

    @property
    def can_place(self) -> bool:
        return self.is_readers_turn and self.is_newest and not self.game.awaits_side_choice

    @property
    def can_choose_side(self) -> bool:
        return self.is_readers_turn and self.is_newest and self.game.awaits_side_choice

    @property
    def can_act(self) -> bool:
        """Whether the reader may move, resign, offer a draw or cancel; nobody banned may."""
        return self.seat is not None and self.game.is_running and self.reader.is_active

    @property
    def can_offer_draw(self) -> bool:
        game = self.game
        return (
            self.can_act
            and not game.can_be_cancelled
            and game.draw_offer_by_id is None
            and game.draw_declined_at_ply != game.ply_count
        )

    @property
    def has_draw_to_answer(self) -> bool:
        offer = self.game.draw_offer_by_id
        return self.can_act and offer is not None and not self.has_offered_draw

    @property
    def has_offered_draw(self) -> bool:
        return self.can_act and self.game.draw_offer_by_id == self.reader.pk

    @property
    def replies_played(self) -> int:
        """How many prepared replies were played for the reader since their last move by hand."""
        own = (
            move.by_condition for move in reversed(self.moves) if move.player_id == self.reader.pk
        )
        return sum(takewhile(bool, own)) if self.can_act else 0

    @property
    def takeback_ply(self) -> int | None:
        """The ply that a takeback would begin with: the one that is asked for, or the reader's."""
        asker = self.game.takeback_by_id or self.reader.pk
        own = [move.ply for move in self.moves if move.player_id == asker]
        return own[-1] if own else None

    @property
    def takeback_move(self) -> str:
        return self.moves[self.takeback_ply - 1].text if self.takeback_ply else ""

    @property
    def can_ask_takeback(self) -> bool:
        return self.can_act and not why_not_ask(self.game, self.takeback_ply)

    @property
    def has_takeback_to_answer(self) -> bool:
        asked = self.game.takeback_by_id is not None
        return self.can_act and asked and not self.has_asked_takeback

    @property
    def has_asked_takeback(self) -> bool:
        return self.can_act and self.game.takeback_by_id == self.reader.pk

    @cached_property
    def taken_back(self) -> Sequence[RetractedMove]:
        return list(self.game.retracted.all()) if self.game.takebacks else []

    @cached_property
    def rematch(self) -> Rematch | None:
        """For a player of a finished game."""
        if not self.game.is_over or self.seat is None or not isinstance(self.reader, User):
            return None
        return rematch_of(self.game, self.reader)

    @cached_property
    def analysis(self) -> AnalysisPanel | None:
        """Of a game that is over alone: nobody gets help while it goes on."""
        if not self.game.is_over:
            return None
        found = self.game.analysis if self.surroundings.has_analysis else None
        texts = [move.text for move in self.moves]
        return AnalysisPanel(self.game, found, self.reader, texts, self.shown)

    @cached_property
    def waits_for_search(self) -> bool:
        """It is the turn of a level, and the search that plays for it is being compiled."""
        player = self.game.to_move
        if not self.game.is_running or player is None or level_of(player) is None:
            return False
        return search_now() == Search.WARMING

    @property
    def opponent(self) -> User:
        return self.game.second if self.seat == "first" else self.game.first

    @property
    def next_ply(self) -> int:
        return self.newest + 1

    @property
    def status(self) -> str:
        return sentences.status(self.game, self.reader)

    @property
    def ending(self) -> str:
        return endings.ending(self.game)

    @property
    def shown_move(self) -> str:
        """Which move the position on the board follows, as the list of moves has it."""
        return moves.where(self.move_rows)

    @property
    def players(self) -> list[PlayerLine]:
        """The reader, or else Black, is the lower line, as one sits at a board."""
        game = self.game
        upper, lower = (game.white, game.black)
        if self.reader == upper:
            upper, lower = lower, upper
        return [self._player(upper), self._player(lower)]

    def _player(self, user: User) -> PlayerLine:
        away_until = self.surroundings.away.get(user.pk) if self.game.is_running else None
        return PlayerLine(
            user=user,
            side=self.game.side_of(user),
            clock=clocks.clock_of(self.game, user, self.now, away_until),
            away_until=away_until,
            is_to_move=self.game.to_move == user,
            is_winner=self.game.winner == user,
            played_by=self.programs.in_words(self.game.seat_of(user) or ""),
        )

    @cached_property
    def programs(self) -> Programs:
        return programs_of(self.game)

    @property
    def owns_failure(self) -> bool:
        """Whether the reader may read the log of the program that failed."""
        failure = self.programs.failure
        return failure is not None and failure.loser.owner_id == self.reader.pk

    @cached_property
    def log(self) -> list[log.Entry]:
        return log.log_of(self.game, self.surroundings, self.now)

    @property
    def panels(self) -> list[SafeString]:
        return panels.panels_of(self.game, self.reader)

    @property
    def can_give_day(self) -> bool:
        return (
            self.can_act
            and not self.is_readers_turn
            and self.game.deadline is not None
            and not self.game.event_label
            and not day_was_given(self.game)
        )

    @property
    def can_prepare(self) -> bool:
        """Whether the reader may have conditional moves here."""
        return self.can_act and isinstance(self.reader, User) and self.reader.kind in MAKERS

    @cached_property
    def alive_lines(self) -> int:
        """How many of the lines that the reader has prepared can still be played."""
        if not self.surroundings.has_conditions:
            return 0
        conditions = self.game.conditions.get(player=self.reader.pk)
        return count_alive(self.game, conditions, tuple(move.text for move in self.moves))

    def reportable(self) -> list[User]:
        """Whom the reader can report for how they play."""
        reader = self.reader
        if not isinstance(reader, User):
            return []
        players = (self.game.first, self.game.second)
        return [player for player in players if may_report(reader, player)]

    @property
    def terms(self) -> str:
        kind = "rated" if self.game.rated else "casual"
        return f"size {self.game.size} · {kind} · {self.game.control.in_words}"

    @property
    def was_cancelled(self) -> bool:
        return self.game.termination == Termination.CANCELLED

    @property
    def is_annulled(self) -> bool:
        return self.surroundings.is_annulled

    @property
    def has_published(self) -> bool:
        """Whether somebody else has published what they explored in this game."""
        return self.game.is_over and self.surroundings.has_published

    @property
    def score_title(self) -> str:
        if self.was_cancelled:
            return "The end"
        if not self.is_newest:
            return "If the game had ended here"
        if self.game.is_over:
            return "Final score" if self.game.termination == "score" else "The score at the end"
        return "If the game ended now"

    @property
    def score_rows(self) -> list[scores.ScoreRow]:
        return scores.rows(self.position)

    @property
    def move_rows(self) -> list[moves.Row]:
        return moves.rows(self.moves, self.shown, self.programs.by_ply)

    @cached_property
    def board(self) -> SafeString:
        picture = svg(
            self.position,
            orientation=getattr(self.reader, "orientation", 0),
            coordinates=getattr(self.reader, "coordinates", True),
            last_move=moves.last_placement(self.moves, self.shown),
        )
        return mark_safe(picture)  # noqa: S308 - made of names of cells and numbers alone

    @property
    def board_in_words(self) -> list[TextRow]:
        """The rows from the top down; empty rows are left out."""
        rows: dict[str, list[str]] = {}
        for cell, piece in self.position.cells().items():
            rows.setdefault(cell[0], []).append(f"{cell} {_in_words(piece)}")
        return [TextRow(letter, ", ".join(rows[letter])) for letter in sorted(rows, reverse=True)]

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script needs; `options` only for the reader whose turn it is."""
        game = self.game
        data: dict[str, Any] = {
            "game": game.pk,
            "version": version(),
            "now": self.now.isoformat(),
            "newest": self.newest,
            "shown": self.shown,
            "lastEvent": self.surroundings.last_event,
            "url": game.get_absolute_url(),
            "moveUrl": reverse("game-move", args=[game.pk]),
            "eventsUrl": reverse("game-events", args=[game.pk]),
            "signInUrl": reverse("account_login"),
            "status": self.status,
            "isOver": game.is_over,
            "canPlace": self.can_place,
            "confirm": getattr(self.reader, "confirm_step", False),
            "side": self.position.turn,
        }
        if self.can_place:
            data |= _choices(self.position)
        return data


def _choices(position: Position) -> dict[str, Any]:
    """Where a volcano can be placed and what it would do, and why not elsewhere."""
    options = position.options()
    return {
        "options": options,
        "heights": {cell: position.height_if_placed(cell) for cell in options},
        "pieces": position.cells(),
        "refused": {
            cell: _refusal(position, cell) for cell in position.board.cells if cell not in options
        },
    }


def _refusal(position: Position, cell: str) -> str:
    try:
        position.targets(cell)
    except IllegalMoveError as error:
        return str(error)
    raise ValueError(f"{cell} is a legal placement")


def _in_words(piece: str) -> str:
    side = "black" if piece[0] == "b" else "white"
    return f"{side} lava" if piece[1] == "L" else f"{side} volcano of height {piece[1]}"
