"""What the archive is asked: a position, the way to it, and which games count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.http import urlencode

from games.models import Game
from games.rules import SIZES, Position, PositionError, RulesError
from games.rules.plies import SIDE_CHOICE_PLY
from games.services.archive import ALL, Between, Filters
from games.services.importing import MOST_CHARACTERS, BadRecord, Listed, games_in, record_in

USUAL_SIZE = 6
LONGEST_POSITION = 200
LONGEST_PATH = 12
"""Moves that an address names: what is deeper is named by its position alone."""
LONGEST_MOVES = 100 * LONGEST_PATH
HIGHEST_RATING = 4000
FIRST_YEAR, LAST_YEAR = 2000, 9999
LARGEST_FILE = MOST_CHARACTERS
"""Bytes."""
BETWEEN = [
    ("", "Anybody"),
    (Between.PEOPLE.value, "Two people"),
    (Between.MIXED.value, "A person and a bot"),
    (Between.PROGRAMS.value, "Two bots"),
]


@dataclass(frozen=True)
class Line:
    """Moves from a position on; the side choice is none of them. Raises MoveError unless all of
    them are legal."""

    base: Position
    moves: tuple[str, ...] = ()
    position: Position = field(init=False)

    def __post_init__(self) -> None:
        position = self.base
        for move in self.moves:
            position = position.play(move)
        object.__setattr__(self, "position", position)

    def query(self, count: int | None = None) -> dict[str, str]:
        """What names its first `count` moves in an address, or all."""
        return _query(self.base, self.moves[:count])

    def query_with(self, move: object) -> dict[str, str]:
        """What names the line with a legal move behind it."""
        if len(self.moves) < LONGEST_PATH:
            return _query(self.base, (*self.moves, str(move)))
        return _query(self.position, (str(move),))


def _query(base: Position, moves: Sequence[str]) -> dict[str, str]:
    start = (
        {"size": str(base.size)} if base == Position.start(base.size) else {"position": str(base)}
    )
    return start | ({"moves": " ".join(moves)} if moves else {})


class ArchiveForm(forms.Form):
    """A line by `size` or `position` and `moves`, or by `game` and `ply`; the rest filters."""

    size = forms.TypedChoiceField(
        choices=[(size, f"Size {size}") for size in SIZES],
        coerce=int,
        required=False,
        empty_value=str(USUAL_SIZE),
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": "The board's size is 5, 6 or 7."},
    )
    moves = forms.CharField(max_length=LONGEST_MOVES, required=False, widget=forms.HiddenInput)
    game = forms.ModelChoiceField(
        Game.objects.all(),
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": "There is no game of this number."},
    )
    ply = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)

    position = forms.CharField(
        label="Position",
        max_length=LONGEST_POSITION,
        required=False,
        help_text="As text: rows from the top down, then the side to move.",
    )
    between = forms.ChoiceField(label="Between", choices=BETWEEN, required=False)
    rating = forms.IntegerField(
        label="Both rated from", min_value=1, max_value=HIGHEST_RATING, required=False
    )
    since = forms.IntegerField(
        label="From the year", min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
    )
    until = forms.IntegerField(
        label="To the year", min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
    )
    rated = forms.BooleanField(label="Rated games only", required=False)

    def clean_position(self) -> Position | None:
        text = self.cleaned_data["position"].strip()
        try:
            return Position.parse(text) if text else None
        except PositionError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_between(self) -> Between | None:
        chosen = self.cleaned_data["between"]
        return Between(chosen) if chosen else None

    def clean(self) -> None:
        if self.errors:
            return
        try:
            self.cleaned_data["line"] = self._line()
        except RulesError as error:
            raise forms.ValidationError(str(error)) from error

    def _line(self) -> Line:
        asked = self.cleaned_data
        if asked["game"] is not None:
            return line_of(asked["game"], asked["ply"])
        base = asked["position"] or Position.start(int(asked["size"]))
        return Line(base, tuple(asked["moves"].split()))

    @property
    def filter_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("between", "rating", "since", "until", "rated")]

    @property
    def line(self) -> Line:
        """What is asked for; the empty board where that cannot be read."""
        line: Line = self.cleaned_data.get("line") or Line(Position.start(USUAL_SIZE))
        return line

    @property
    def filters(self) -> Filters:
        """Those that can be read."""
        if not self.is_valid():
            return ALL
        asked: dict[str, Any] = self.cleaned_data
        return Filters(**{name: asked[name] for name in vars(ALL)})

    @property
    def filter_query(self) -> dict[str, str]:
        found = {name: value for name, value in vars(self.filters).items() if value}
        return {name: "on" if value is True else str(value) for name, value in found.items()}

    def query_for(self, line: Mapping[str, str]) -> str:
        """The part of an address that asks for a line, by its query, among the same games."""
        return urlencode({**line, **self.filter_query})


class RecordForm(forms.Form):
    """A text with a record or several, pasted or as a file. `cleaned_data` has the only one as
    `record`, or what there is to choose from as `several`."""

    text = forms.CharField(
        label="Record",
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 12, "class": "mono", "spellcheck": "false"}),
        help_text="The tags in square brackets, an empty line, then the moves. Of several records "
        "one behind the other you choose one.",
    )
    file = forms.FileField(label="Or a file", required=False)

    def clean(self) -> None:
        if self.errors:
            return
        text = self._text()
        try:
            self.cleaned_data["record"] = record_in(text)
        except BadRecord as error:
            self.cleaned_data["several"] = _several_in(text, error)

    def _text(self) -> str:
        text: str = self.cleaned_data["text"]
        sent = self.cleaned_data["file"]
        if sent is None:
            if not text.strip():
                raise forms.ValidationError("Paste a record, or choose a file with one.")
            return text
        if text.strip():
            raise forms.ValidationError("Paste a record or choose a file, not both.")
        if sent.size > LARGEST_FILE:
            raise forms.ValidationError(f"Bring at most {LARGEST_FILE // 1024:,} KB at once.")
        try:
            return str(sent.read(), "utf-8")
        except UnicodeDecodeError as error:
            raise forms.ValidationError("The file is no text in UTF-8.") from error


def _several_in(text: str, problem: BadRecord) -> list[Listed]:
    """The records in a text which is not one of them, for this problem."""
    try:
        games = games_in(text)
    except BadRecord as error:
        raise forms.ValidationError(error.message) from error
    if len(games) < 2:
        raise forms.ValidationError(problem.message) from problem
    return games


def line_of(game: Game, ply: int | None) -> Line:
    """The moves of a game up to a ply, to the newest where none is named."""
    last = game.ply_count if ply is None else min(ply, game.ply_count)
    moves = game.moves.filter(ply__lte=last).exclude(ply=SIDE_CHOICE_PLY).order_by("ply")
    line = Line(Position.start(game.size), tuple(moves.values_list("text", flat=True)))
    return line if len(line.moves) <= LONGEST_PATH else Line(line.position)
