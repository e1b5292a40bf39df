"""What gacrux, the pairing checker of a member of FIDE's technical commission, says of an event."""

import csv
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from gacrux.pairingchecker import pairingchecker  # type: ignore[import-untyped]

from tournaments.swiss.event import Event
from tournaments.swiss.trf import Report, read, write

Boards = tuple[tuple[int, int], ...]  # white and black, black 0 is the bye


@dataclass(frozen=True)
class Disagreement:
    """A round of an event that gacrux pairs otherwise."""

    round: int
    ours: Boards
    theirs: Boards


def disagreements(event: Event, folder: Path) -> list[Disagreement]:
    """The finished rounds that gacrux would have paired otherwise, by pairs and colours."""
    source = folder / "event.trf"
    source.write_bytes(write(Report(event, name="Compared")))
    return disagreements_with(source)


def disagreements_with(source: Path) -> list[Disagreement]:
    """The same for a report file. Gacrux does not count a last round in which nobody played, and
    so does not check it."""
    event, target = read(source.read_bytes()).event, source.with_suffix(".json")
    call = ["pairingchecker", "-i", str(source), "-o", str(target), "-c"]
    with patch.object(sys, "argv", call):
        code = pairingchecker().common_main()
    if code > 1:
        raise AssertionError(f"gacrux refused the file: {target.read_text()[:500]}")
    rounds = json.loads(target.read_text())["pairingResult"]["roundpairing"]
    if [one["round"] for one in rounds] != list(range(1, _last_played(event) + 1)):
        raise AssertionError("gacrux did not check every round.")
    return [
        Disagreement(one["round"], _boards(one["current"]), _boards(one["pairs"]))
        for one in rounds
        if set(map(tuple, one["current"])) != set(map(tuple, one["pairs"]))
    ]


def standings(source: Path, after: int, codes: str) -> list[dict[str, str]]:
    """What gacrux makes of a report file: a row for each player by number, with ``StartNo``,
    ``Rank`` and the values of these tie-breaks after that round."""
    arguments = ["-s", "-i", str(source), "-F", "CSV", "-d", ",", "-n", str(after)]
    run = subprocess.run(
        [sys.executable, "-m", "gacrux.tiebreakchecker", *arguments, "-t", *codes.split(",")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return list(csv.DictReader(run.stdout.splitlines()))


def _last_played(event: Event) -> int:
    rounds = range(event.finished, 0, -1)
    played = (r for r in rounds if any(p.result(r).code.is_played for p in event.players))
    return next(played, 0)


def _boards(pairs: list[list[int]]) -> Boards:
    return tuple(sorted((white, black) for white, black in pairs))
