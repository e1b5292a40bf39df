"""The forms of players and organisers."""

import re
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils import timezone

from games.rules import SIZES
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST
from tournaments.models import Tournament
from tournaments.services.boards import Board
from tournaments.services.desk import LONGEST_REASON
from tournaments.services.interop.finished_events import MOST_BYTES
from tournaments.services.interop.importing import LONGEST_LIST
from tournaments.services.messages import LONGEST as LONGEST_MESSAGE
from tournaments.services.verdicts import Verdict

STALE_FORM = "This page is out of date. Look at the form once more and send it again."
SPAN = re.compile(r"(?:(\d{1,3})\s*d)?\s*(?:(\d{1,4})\s*h)?", re.ASCII)
HELP_OF_TIES = (
    "Codes in the order in which they part players with as many points: BH Buchholz, BH/C1 without"
    " the lowest, SB Sonneborn-Berger, WIN wins, DE direct encounter, PS progressive, TPN number."
)


BOARDS = [(size, f"Size {size}") for size in SIZES]
GROUPS = {
    "The tournament": ("name", "about", "starts"),
    "Who plays": (
        "access",
        "password",
        "entrants",
        "rating_min",
        "rating_max",
        "most_entries",
    ),
    "Games": ("size", "time_control", "rated"),
    "Rounds": (
        "format",
        "rounds",
        "cycles",
        "pairing_mode",
        "round_hours",
        "no_show_hours",
        "proved_stands",
        "at_deadline",
        "is_automatic",
    ),
    "Points and places": ("points", "bye_worth", "half_byes", "tie_breaks"),
}


class HoursField(forms.Field):
    """A span in days and hours, ``30d`` or ``1d 12h``; the value is in hours."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        days, hours = divmod(value, 24)
        parts = ([f"{days}d"] if days else []) + ([f"{hours}h"] if hours else [])
        return " ".join(parts) or "0h"

    def to_python(self, value: Any) -> int:
        found = SPAN.fullmatch(str(value or "").strip().lower())
        if found is None or not any(found.groups()):
            raise forms.ValidationError("Write days and hours like 30d, 12h or 1d 12h.")
        days, hours = (int(part or 0) for part in found.groups())
        return 24 * days + hours


class EventForm(forms.ModelForm[Tournament]):
    """The settings of an event: those that can still be changed. `key` makes sending a new one
    twice harmless."""

    size = forms.TypedChoiceField(
        label="Board",
        choices=BOARDS,
        coerce=int,
        error_messages={"invalid_choice": "The board's size is 5, 6 or 7."},
    )
    round_hours = HoursField(
        label="Time for a round",
        help_text="From its publication to its deadline: 30d, 12h or 1d 12h.",
    )
    no_show_hours = HoursField(
        label="Whoever has not appeared forfeits after",
        help_text="Counted from their first turn; 0h means never.",
    )
    password = forms.CharField(
        label="Password",
        required=False,
        max_length=60,
        help_text="Only where entrants need one. Leave it empty to keep the one that it has.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    key = forms.UUIDField(
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
        error_messages={"required": STALE_FORM, "invalid": STALE_FORM},
    )

    class Meta:
        model = Tournament
        fields = tuple(name for names in GROUPS.values() for name in names if name != "password")
        labels = {
            "about": "About it",
            "access": "Who may find it and enter",
            "entrants": "Who plays",
            "rating_min": "Lowest rating",
            "rating_max": "Highest rating",
            "most_entries": "Players at most",
            "starts": "Begins by itself",
            "time_control": "Time of a game",
            "rated": "Games are rated",
            "rounds": "Rounds",
            "cycles": "Cycles of a round robin",
            "proved_stands": "At the deadline of a round a proved result stands",
            "at_deadline": "Games that run at the deadline of a round",
            "is_automatic": "Rounds are paired and published by themselves",
            "pairing_mode": "Pairing of a Swiss",
            "points": "Points for a win, a draw, a loss",
            "bye_worth": "The bye counts",
            "half_byes": "Half-point byes for a player",
            "tie_breaks": "Tie-breaks",
        }
        help_texts = {
            "about": "For its page. Optional.",
            "rounds": "Of a Swiss. A round robin has as many as its table.",
            "time_control": "3d: three days a move. 7d+1d: a bank of seven days, and one more for"
            " each move made. Among bots alone also 30s.",
            "starts": "Leave it empty to begin it yourself.",
            "proved_stands": "If the site can prove how a game that still runs ends with best play,"
            " it ends so and is rated. Otherwise the choice below holds.",
            "at_deadline": "More time left: with a time for each move, less time taken for"
            " all turns.",
            "is_automatic": "Otherwise you pair, check and publish each round.",
            "tie_breaks": HELP_OF_TIES,
        }
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "starts": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
        }

    def __init__(self, data: Any, *, instance: Tournament, may: Iterable[str]) -> None:
        super().__init__(data, instance=instance)
        self.fields["starts"].help_text += in_zone()
        self.fields["key"].initial = uuid.uuid4
        if instance.pk:
            del self.fields["key"]
        for name in set(self.fields) - set(may) - {"key"}:
            del self.fields[name]

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields that are there, by what they are about."""
        found = [
            (title, [self[name] for name in names if name in self.fields])
            for title, names in GROUPS.items()
        ]
        return [(title, fields) for title, fields in found if fields]

    @property
    def settings(self) -> dict[str, Any]:
        """Of a valid form, by the names of the columns."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        if not data.get("password"):
            data.pop("password", None)
        return data


class PlayerForm(forms.Form):
    """Somebody by name."""

    player = forms.CharField(
        label="Player",
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_player(self) -> User:
        return named(self.cleaned_data["player"])


class PairForm(PlayerForm):
    """Two by their names."""

    other = forms.CharField(
        label="The other one",
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_other(self) -> User:
        return named(self.cleaned_data["other"])


def named(name: str) -> User:
    """Raises ValidationError for nobody."""
    player = User.objects.named(name.strip())
    if player is None:
        raise forms.ValidationError("There is no player with this name.")
    return player


class EntryListForm(forms.Form):
    """Many by name."""

    text = forms.CharField(
        label="List",
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "mono", "autocapitalize": "none"}),
        help_text="One user name a line, a table (CSV) with a column “name”, or a report file"
        " (TRF). All of them are entered, or nobody.",
    )


class ImportForm(forms.Form):
    """A report file of a finished event, uploaded or pasted."""

    file = forms.FileField(label="Report file (TRF)", required=False, allow_empty_file=True)
    text = forms.CharField(
        label="Or its text",
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "class": "mono"}),
    )
    size = forms.TypedChoiceField(
        label="Board", choices=BOARDS, coerce=int, initial=6, help_text="The file does not say."
    )
    name = forms.CharField(
        label="Name of the tournament",
        required=False,
        max_length=80,
        help_text="Leave it empty to take that of the file.",
    )
    unlisted = forms.BooleanField(
        label="On no list: only whoever has the link finds it", required=False
    )
    again = forms.BooleanField(
        label="Import it once more, though it was imported within a day", required=False
    )
    key = forms.UUIDField(
        initial=uuid.uuid4,
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
        error_messages={"required": STALE_FORM, "invalid": STALE_FORM},
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file, text = data.get("file"), data.get("text")
        if not self.errors and bool(file) == bool(text):
            self.add_error("file", "Choose a file, or paste its text below.")
        return data

    @property
    def report(self) -> bytes:
        """Of a valid form; one byte more than is allowed shows that there are too many."""
        file = self.cleaned_data["file"]
        if file:
            return bytes(file.read(MOST_BYTES + 1))
        return str(self.cleaned_data["text"]).encode()


class MessageForm(forms.Form):
    text = forms.CharField(
        label="Message to all who play",
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DeadlineForm(forms.Form):
    deadline = forms.DateTimeField(
        label="New deadline of the round",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": "Choose a day and a time."},
        help_text="Those whose games run are told. An earlier one is at least an hour ahead.",
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["deadline"].help_text += in_zone()


def in_zone() -> str:
    """Which time a field without a zone is read in."""
    return f" Your time: {timezone.get_current_timezone_name()}."


class WhyForm(forms.Form):
    why = forms.CharField(
        label="Why?",
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say why."},
    )


class VerdictForm(WhyForm):
    """What an organiser says of a board. All verdicts can be sent, for the page may be old: what
    does not fit any more is refused with its reason."""

    verdict = forms.TypedChoiceField(
        label="The result",
        coerce=Verdict,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a result."},
    )
    field_order = ("verdict", "why")

    def __init__(self, data: Any, *, first: str, second: str, shown: Sequence[Verdict]) -> None:
        super().__init__(data, auto_id="verdict_%s")
        words = verdict_words(first, second)
        verdict: Any = self.fields["verdict"]
        verdict.choices = list(words.items())
        verdict.widget.choices = [(one, words[one]) for one in shown]
        self.fields["why"].help_text = "Both players see it, and it is in the log."


class AnswerForm(forms.Form):
    """The answer to an appeal, and perhaps another result."""

    text = forms.CharField(
        label="Answer",
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say something to whoever appeals."},
    )
    verdict = forms.ChoiceField(label="The result", required=False)

    def __init__(self, data: Any, *, appeal: int, first: str, second: str) -> None:
        super().__init__(data, auto_id=f"answer_{appeal}_%s")
        self.appeal = appeal
        verdict: Any = self.fields["verdict"]
        verdict.choices = [("", "stands"), *verdict_words(first, second).items()]

    @property
    def new_verdict(self) -> Verdict | None:
        said = self.cleaned_data["verdict"]
        return Verdict(said) if said else None


def verdict_words(first: str, second: str) -> dict[Verdict, str]:
    return {
        Verdict.FIRST_WINS: f"{first} wins",
        Verdict.DRAW: "A draw",
        Verdict.SECOND_WINS: f"{second} wins",
        Verdict.FIRST_FORFEITS: f"{first} forfeits: never played",
        Verdict.SECOND_FORFEITS: f"{second} forfeits: never played",
        Verdict.BOTH_FORFEIT: "Both forfeit: nobody played",
    }


LINE = re.compile(r"(\d{1,4})\s*[-\u2013,: ]\s*(\d{1,4}|bye)", re.ASCII | re.IGNORECASE)
MOST_BOARDS = 1000


class ByHandForm(forms.Form):
    """The boards of a draft, one a line by the pairing numbers, the first seat first: ``3 - 8``,
    or ``5 - bye``."""

    boards = forms.CharField(
        label="Boards",
        widget=forms.Textarea(attrs={"rows": 8, "class": "mono"}),
        help_text="One a line, by pairing numbers, the first seat first: 3 - 8, or 5 - bye.",
        error_messages={"required": "Write the boards, one a line."},
    )
    allow_rematch = forms.BooleanField(label="Let one pair meet a second time", required=False)

    def clean_boards(self) -> list[Board]:
        lines = [line.strip() for line in self.cleaned_data["boards"].splitlines()]
        return [_board(at, line) for at, line in enumerate(lines[:MOST_BOARDS], start=1) if line]


def _board(at: int, line: str) -> Board:
    found = LINE.fullmatch(line)
    if found is None:
        said = f"Line {at}: write two numbers like 3 - 8, or 5 - bye, not “{line[:20]}”."
        raise forms.ValidationError(said)
    first, second = found.groups()
    return int(first), None if second.lower() == "bye" else int(second)


def as_lines(boards: Iterable[Board]) -> str:
    return "\n".join(f"{first} - {'bye' if second is None else second}" for first, second in boards)
