"""The analysis of a finished game, as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import capfirst

from games.models import Analysis, Game, Result
from games.rules.plies import in_words, number_of
from games.services import analysis
from games.services.analysis import Figures, Judgement, Swing
from sumendi_site.accounts.models import User
from sumendi_site.searching import Search, search_now

from .lists import Reader

TOP = 100
"""The height of the graph in its own units: one for each percent."""
MOST_NAMED = 8
"""Swings that are marked in the graph and named below it; the table has them all."""
TICK = 10
"""Moves from one number below the graph to the next."""
IN_WORDS = {
    Result.BLACK: "Black wins",
    Result.WHITE: "White wins",
    Result.DRAW: "the game is a draw",
}
STANDING = {
    Result.BLACK: "Black was winning",
    Result.WHITE: "White was winning",
    Result.DRAW: "It was a draw",
}


@dataclass(frozen=True)
class Mark:
    """A ply on the graph: its number, how far from the top, and what it is in words."""

    ply: int
    y: int
    words: str
    swing: str = ""

    @property
    def left(self) -> str:
        """Where the part of the graph begins that is nearest to it."""
        return f"{self.ply - 0.5:.1f}"


@dataclass(frozen=True)
class Tick:
    """The number of a move below the graph, and where it stands from the left, in percent."""

    number: int
    left: str


@dataclass(frozen=True)
class JudgedRow:
    """A placement in the table of all figures; chances are those of the mover, in percent."""

    judgement: Judgement
    url: str

    @property
    def ply(self) -> int:
        return self.judgement.ply

    @property
    def number(self) -> int | None:
        return number_of(self.ply)

    @property
    def side(self) -> str:
        return self.judgement.side.capitalize()

    @property
    def move(self) -> str:
        return self.judgement.move

    @property
    def before(self) -> str:
        return percent(self.judgement.chance_before)

    @property
    def after(self) -> str:
        return percent(self.judgement.chance_after)

    @property
    def swing(self) -> Swing | None:
        return self.judgement.swing

    @property
    def is_large(self) -> bool:
        return self.swing == Swing.LARGE

    @property
    def is_best(self) -> bool:
        return self.judgement.is_best

    @property
    def best(self) -> str:
        return self.judgement.before.best

    @property
    def best_chance(self) -> str:
        return percent(self.judgement.before.best_chance or 0)

    @property
    def simulations(self) -> str:
        """Behind the chance before; those behind the chance after stand in the next row. What is
        proved rests on none, also where a search then chose among moves that all lose."""
        before = self.judgement.before
        return f"{before.simulations:,}" if before.simulations and not before.proof else "solved"

    @property
    def tried(self) -> str:
        """How many of them tried the best move, and how many the one that was played."""
        before = self.judgement.before
        if before.proof or not before.simulations:
            return ""
        played = f"{before.played_visits:,}"
        return played if self.is_best else f"{before.best_visits:,} / {played}"

    @property
    def proof(self) -> str:
        """What the position after the move was proved to be."""
        proof = self.judgement.after.proof
        return IN_WORDS[Result(proof)] if proof else ""


@dataclass(frozen=True)
class Proved:
    """The first position whose ending was proved: after which ply, how it stood, the best play, and
    the plies after which the proof said otherwise than before."""

    ply: int
    result: Result
    url: str
    is_lasting: bool
    changes: Sequence[int]

    @property
    def after(self) -> str:
        """`After move 22`, or with `From` where all that follows is proved too."""
        return f"{'From' if self.is_lasting else 'After'} {in_words(self.ply)}"

    @property
    def words(self) -> str:
        """What the position was, and what became of it."""
        solved = "each position is solved" if self.is_lasting else "the position is solved"
        return f"{solved}. {STANDING[self.result]} then{self._outcome}."

    @property
    def _outcome(self) -> str:
        if self.changes:
            return f"; the result changed with {listed(self.changes)}"
        return ", and the result never changed" if self.is_lasting else ""


class AnalysisPanel:
    """What the page of the finished `game` says of its analysis, if somebody asked for one; `texts`
    are its plies, and the position after ply `shown` is on the board."""

    def __init__(
        self,
        game: Game,
        found: Analysis | None,
        reader: Reader,
        texts: Sequence[str],
        shown: int,
    ) -> None:
        self.game = game
        self.found = found
        self.texts = texts
        self.shown = shown
        self.reader = reader
        self.is_for_visitor = not reader.is_authenticated
        self.is_for_others = getattr(reader, "kind", "") == "guest" and game.seat_of(reader) is None

    @property
    def hindrance(self) -> str:
        """Why there can be none."""
        why = analysis.hindrance(self.game)
        return why.message if why else ""

    @property
    def is_done(self) -> bool:
        return self.found is not None and self.found.is_done

    @property
    def has_failed(self) -> bool:
        return self.found is not None and self.found.has_failed

    @property
    def can_be_asked_for(self) -> bool:
        return not self.hindrance and (self.found is None or self.has_failed)

    @cached_property
    def other(self) -> Analysis | None:
        """The reader's that goes on: so long they can ask for no other."""
        if not isinstance(self.reader, User):
            return None
        return analysis.other_of(self.reader, self.game.pk)

    @property
    def waits_for_search(self) -> bool:
        return search_now() == Search.WARMING

    @cached_property
    def done(self) -> int:
        """How many positions have been searched."""
        return self.found.positions.count() if self.found else 0

    @property
    def total(self) -> int:
        return analysis.count_positions(self.last)

    @property
    def last(self) -> int:
        return len(self.texts)

    @property
    def simulations(self) -> str:
        """For each position."""
        return f"{self.found.simulations:,}" if self.found else ""

    @cached_property
    def figures(self) -> Figures:
        assert self.found is not None  # noqa: S101  # asked of one that is done alone
        return analysis.figures_of(self.texts, self.found.positions.all())

    @property
    def line(self) -> str:
        """The points of the graph from left to right."""
        return " ".join(f"{mark.ply},{mark.y}" for mark in self.marks)

    @cached_property
    def marks(self) -> list[Mark]:
        swings = {judged.ply: judged.swing for judged in self.figures.judgements}
        return [
            Mark(ply, round(TOP * (1 - black)), self._in_words(ply, black), swings.get(ply) or "")
            for ply, black in enumerate(self.figures.blacks)
        ]

    @property
    def named_marks(self) -> list[Mark]:
        """Those of the swings that are named below the graph."""
        return [self.marks[row.ply] for row in self.worst]

    @property
    def named_sizes(self) -> set[str]:
        """Of the marks, for the key."""
        return {mark.swing for mark in self.named_marks}

    @cached_property
    def rows(self) -> list[JudgedRow]:
        return [JudgedRow(judged, self._line_url(judged)) for judged in self.figures.judgements]

    @property
    def swings(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.swing]

    @property
    def worst(self) -> list[JudgedRow]:
        """Those swings that gave the most away, the worst first."""
        return sorted(self.swings, key=lambda row: row.judgement.change)[:MOST_NAMED]

    @cached_property
    def proved(self) -> Proved | None:
        """None where no position was proved but that at the end of the board."""
        for ply, position in sorted(self.figures.positions.items()):
            if position.proof and position.best:
                url = self._explore_url(ply, position.line)
                proofs = self.figures.proofs[ply:]
                changes = [
                    after
                    for after, (old, new) in enumerate(pairwise(proofs), start=ply + 1)
                    if old and new and old != new
                ]
                return Proved(ply, Result(position.proof), url, all(proofs), changes)
        return None

    @property
    def ticks(self) -> list[Tick]:
        plies = [(number_of(ply), ply) for ply in range(1, self.last + 1)]
        return [
            Tick(number, f"{100 * ply / self.last:.1f}")
            for number, ply in plies
            if number and number % TICK == 0
        ]

    @property
    def story(self) -> str:
        """The graph in words."""
        blacks = self.figures.blacks
        count = len(self.swings)
        moves = f"{count} move{'' if count == 1 else 's'}"
        marked = f"{moves} lost 10\N{NO-BREAK SPACE}% or more of the winning chance"
        return (
            f"From {percent(blacks[0])} before the first move to {percent(blacks[-1])} at the end;"
            f" lowest {percent(min(blacks))}, highest {percent(max(blacks))}. {marked}."
        )

    def _in_words(self, ply: int, black: float) -> str:
        if ply == 0:
            return f"Before the first move: Black {percent(black)}"
        return f"{capfirst(in_words(ply))}, {self.texts[ply - 1]}: Black {percent(black)}"

    def _line_url(self, judged: Judgement) -> str:
        """The explore board with what would have been better; from the position before the move."""
        return self._explore_url(judged.ply - 1, judged.before.line)

    def _explore_url(self, ply: int, line: Sequence[str]) -> str:
        asked = urlencode({"ply": ply, "line": " ".join(line)})
        return f"{reverse('explore', args=[self.game.pk])}?{asked}"


def percent(chance: float) -> str:
    """Certain only where it is: an estimate is neither 0 nor 100 %."""
    hundredths = round(100 * chance)
    if chance not in (0, 1):
        hundredths = min(max(hundredths, 1), 99)
    return f"{hundredths}\N{NO-BREAK SPACE}%"


def listed(plies: Sequence[int]) -> str:
    """`moves 24, 25 and 26`; the choice of side, which changes no position, is not among them."""
    *others, last = [str(number_of(ply)) for ply in plies]
    if not others:
        return f"move {last}"
    return f"moves {', '.join(others)} and {last}"
