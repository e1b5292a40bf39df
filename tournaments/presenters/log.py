"""The director's log as people read it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from games.templatetags.moments import in_full
from tournaments.models import Act, LogEntry, Tournament
from tournaments.models.entry import ByeKind

from .points import result
from .terms import count

Data = Mapping[str, Any]
MOST = 80
"""Characters of a value that are shown."""


@dataclass(frozen=True)
class LogLine:
    when: datetime
    who: str
    text: str


def lines_of(entries: Iterable[LogEntry]) -> list[LogLine]:
    return [LogLine(one.created, str(one.by or "the site"), text_of(one)) for one in entries]


def text_of(entry: LogEntry) -> str:
    """What was done, without who did it."""
    write = WRITERS.get(Act(entry.act))
    if write is None:
        return str(entry.get_act_display())
    is_own = entry.by is not None and entry.data.get("player") == str(entry.by)
    return write({**entry.data, "is_own": is_own}, entry.round)


def _round(said: str) -> Callable[[Data, int | None], str]:
    return lambda data, round_: f"{said} round {round_}"


def _started(data: Data, round_: int | None) -> str:
    seat = "first" if data["first_seat_drawn"] == "w" else "second"
    return (
        f"began the tournament with {count(data['players'], 'player')};"
        f" the lot gave number 1 the {seat} seat"
    )


def _changes(data: Data, round_: int | None) -> str:
    changes = data["changes"]
    if not changes:
        return "changed the password"
    said = [f"{_setting(name)} from {_told(a)} to {_told(b)}" for name, (a, b) in changes.items()]
    return f"changed {'; '.join(said)}"


def _setting(name: str) -> str:
    return str(Tournament._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value) if value not in (None, "") else "nothing"
    return text if len(text) <= MOST else f"{text[:MOST]}…"


def _entered(data: Data, round_: int | None) -> str:
    number = f", number {data['number']}" if data.get("number") else ""
    whom = "" if data["is_own"] else f"{data['player']} "
    return f"entered {whom}({data['rating']}{number})"


def _withdrew(data: Data, round_: int | None) -> str:
    if data.get("closed"):
        return f"took {data['player']} out, whose account is closed"
    how = " after the round" if data.get("after_round") else ""
    return f"withdrew{how}" if data["is_own"] else f"took {data['player']} out{how}"


def _bye(data: Data, round_: int | None) -> str:
    kind = ByeKind(data["kind"]).label
    if data["is_own"]:
        return f"asked for round {round_}: {kind}"
    return f"noted for {data['player']} in round {round_}: {kind}"


def _pair(said: str) -> Callable[[Data, int | None], str]:
    return lambda data, round_: f"{said} {' and '.join(data['players'])}"


def _decided(said: str) -> Callable[[Data, int | None], str]:
    def write(data: Data, round_: int | None) -> str:
        game = f"round {round_}, board {data['board']}, {data['white']} against {data['black']}"
        return f"{said} {game}: {result(*data['codes'])}. “{data['why']}”"

    return write


def _deadline(data: Data, round_: int | None) -> str:
    before, after = (parse_datetime(text) if text else None for text in data["deadline"])
    moved = f"from {in_full(before)} " if before else ""
    return f"moved the deadline of round {round_} {moved}to {in_full(after) if after else 'none'}"


def _warned(data: Data, round_: int | None) -> str:
    if "board" in data:
        return f"reminded {data['players'][0]} of board {data['board']} in round {round_}"
    if data["hours"]:
        return f"warned of the deadline of round {round_}: {count(data['hours'], 'hour')} left"
    games = count(data["told"], "game")
    return f"told the organisers that the deadline of round {round_} has passed: {games} to decide"


def _staff(data: Data, round_: int | None) -> str:
    if "added" in data:
        return f"made {data['added']} an organiser"
    if "organiser" in data:
        return f"handed the tournament over to {data['organiser']}"
    return f"{data['removed']} is no organiser any more"


def _imported(data: Data, round_: int | None) -> str:
    said = f"imported the tournament with {count(data['players'], 'player')} from a report"
    remarks = [
        *data["remarks"],
        *([f"{data['more_remarks']} more"] if data["more_remarks"] else []),
    ]
    return f"{said}. Read, though not as it should be: {'; '.join(remarks)}" if remarks else said


WRITERS: dict[Act, Callable[[Data, int | None], str]] = {
    Act.CREATED: lambda data, round_: f"created “{data['name']}”",
    Act.CHANGED: _changes,
    Act.ROUNDS: _changes,
    Act.STARTED: _started,
    Act.PAIRED: _round("paired"),
    Act.CHECKED: _round("checked"),
    Act.PAIRED_BY_HAND: _round("changed by hand the pairings of"),
    Act.UNDONE: _round("took back the pairings of"),
    Act.PUBLISHED: _round("published"),
    Act.CLOSED: _round("closed"),
    Act.ENTERED: _entered,
    Act.ENTERED_BY_DIRECTOR: _entered,
    Act.IMPORTED: lambda data, round_: f"entered a list of {count(len(data['players']), 'player')}",
    Act.EVENT_IMPORTED: _imported,
    Act.WITHDRAWN: _withdrew,
    Act.BYE: _bye,
    Act.BYE_CANCELLED: lambda data, round_: (
        f"took back the bye of {data['player']} in round {round_}"
    ),
    Act.FORBIDDEN: _pair("forbade the pair"),
    Act.ALLOWED: _pair("allowed again the pair"),
    Act.DECIDED: _decided("decided"),
    Act.CORRECTED: _decided("corrected"),
    Act.PROOF_ASKED: lambda data, round_: (
        f"asked for a proof of round {round_}, board {data['board']}"
    ),
    Act.NO_PROOF: lambda data, round_: (
        f"has no proof of round {round_}, board {data['board']}: {data['why']}"
    ),
    Act.APPEALED: lambda data, round_: f"appealed in round {round_}, board {data['board']}",
    Act.ANSWERED: lambda data, round_: (
        f"answered the appeal of round {round_}, board {data['board']}"
    ),
    Act.DEADLINE: _deadline,
    Act.WARNED: _warned,
    Act.MESSAGE: lambda data, round_: f"wrote to all: “{data['text']}”",
    Act.STAFF: _staff,
    Act.NO_PAIRING: lambda data, round_: f"could not pair round {round_}: {data['why']}",
    Act.CANCELLED: lambda data, round_: (
        f"called the tournament off{': “' + data['why'] + '”' if data.get('why') else ''}"
    ),
    Act.FINISHED: lambda data, round_: "ended the tournament",
}
