"""The list of moves, and the record that can be downloaded."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.models import Bout, Game, Move
from games.rules import Position, Record
from games.rules.plies import SIDE_CHOICE_PLY, in_words, number_of
from games.services.placing import replay
from games.services.records import tags_of


@dataclass(frozen=True)
class Entry:
    """`by` is the version of the program that played it, where that is known."""

    ply: int
    text: str
    is_shown: bool
    by: int | None = None
    by_condition: bool = False


@dataclass
class Row:
    """A move of Black's and White's next; the side choice stands behind the first of all."""

    black: list[Entry] = field(default_factory=list)
    white: list[Entry] = field(default_factory=list)

    @property
    def sides(self) -> list[tuple[int | None, list[Entry]]]:
        """Black's entries and White's, with the number of the move that they begin with."""
        return [
            (number_of(entries[0].ply) if entries else None, entries)
            for entries in (self.black, self.white)
        ]


def rows(moves: Sequence[Move], shown: int, by: Mapping[int, int] | None = None) -> list[Row]:
    """The moves as a table; `shown` is the ply whose position is on the board, `by` the version
    that played a ply."""
    table: list[Row] = []
    for move in moves:
        version = (by or {}).get(move.ply)
        entry = Entry(move.ply, move.text, move.ply == shown, version, move.by_condition)
        if move.ply == SIDE_CHOICE_PLY:
            table[-1].black.append(entry)
            continue
        if table and not table[-1].white:
            table[-1].white.append(entry)
        else:
            table.append(Row(black=[entry]))
    return table


def where(table: Sequence[Row]) -> str:
    """The shown move in words: `move 12, White: e4:e5-e7`; empty before the first move."""
    for row in table:
        for side, entries in (("Black", row.black), ("White", row.white)):
            for entry in entries:
                if entry.is_shown:
                    by = f", {side}" if number_of(entry.ply) else ""
                    return f"{in_words(entry.ply)}{by}: {entry.text}"
    return ""


def position_after(game: Game | Bout, moves: Sequence[Move], ply: int) -> Position:
    """The position after `ply` plies; the newest is stored, earlier ones are played again."""
    if ply >= len(moves):
        return game.current
    return replay(game.size, (move.text for move in moves[:ply]))


def last_placement(moves: Sequence[Move], ply: int) -> str | None:
    """The newest move on the board after `ply` plies; choosing a side puts nothing there."""
    placed = [move.text for move in moves[:ply] if move.ply != SIDE_CHOICE_PLY]
    return placed[-1] if placed else None


def record_of(game: Game, site: str) -> Record:
    """The record of a game, running ones included; `site` is the address of its page."""
    # A move may have been made since the game was read.
    moves = game.moves.filter(ply__lte=game.ply_count).order_by("ply")
    return record_with(game, site, moves.values_list("text", flat=True))


def record_with(game: Game, site: str, moves: Iterable[str], number: str = "-") -> Record:
    """The same, of a game whose moves have been read already; `number` is that of its round."""
    return Record(tags_of(game, site, number), list(moves))
