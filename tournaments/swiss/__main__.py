"""Swiss tournaments on the command line: pairing, tie-breaks and random events."""

import argparse
import csv
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from .entrants import Mode
from .event import BrokenEvent
from .generator import generate
from .pairing import NoLegalPairing, pair_round
from .ranks import with_ranks
from .standings import standings
from .tiebreaks import ROUND_ROBIN_LIST, SWISS_LIST, UnknownTieBreak, parse_list, shown
from .tiebreaks.codes import TieBreak
from .trf import Report, TrfError, read, write
from .trf.lines import MAX_BYTES
from .trf.players import MOST_ROUNDS

DONE, NO_PAIRING, REFUSED = 0, 1, 2
MOST_PLAYERS = 9999


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. The exit code is 0 if done, 1 without a legal pairing, 2 for wrong input."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (OSError, TrfError, BrokenEvent, UnknownTieBreak) as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.swiss", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    pair = commands.add_parser("pair", help="print the boards of the next round")
    pair.add_argument("file", type=Path)
    pair.add_argument("--colour-free", action="store_true", help="for a game without colours")
    pair.set_defaults(run=_pair)

    tie_breaks = commands.add_parser("tiebreaks", help="print ranks and tie-breaks as CSV")
    tie_breaks.add_argument("file", type=Path)
    tie_breaks.add_argument("--codes", help="like BH,BH/C1,SB; by default those of the file")
    tie_breaks.add_argument("--after", type=int, metavar="ROUND", help="by default the last one")
    tie_breaks.set_defaults(run=_tie_breaks)

    random = commands.add_parser("generate", help="print a random event as a report file")
    random.add_argument("--players", type=_up_to(MOST_PLAYERS), required=True)
    random.add_argument("--rounds", type=_up_to(MOST_ROUNDS), required=True)
    random.add_argument("--seed", type=int, required=True)
    random.set_defaults(run=_generate)
    return parser


def _up_to(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"expected 1 to {most}, not {text}")
        return int(text)

    return number


def _report(path: Path) -> Report:
    """The report in a file; what was odd in it is told on the error output."""
    with path.open("rb") as file:
        report = read(file.read(MAX_BYTES + 1))
    for remark in report.remarks:
        sys.stderr.write(f"warning: {remark}\n")
    return report


def _pair(options: argparse.Namespace) -> int:
    """The number of boards, then white and black of each; black 0 is the allocated bye."""
    mode = Mode.FREE if options.colour_free else Mode.DUTCH
    try:
        pairs = pair_round(_report(options.file).event, mode)
    except NoLegalPairing as error:
        sys.stdout.write("NO VALID PAIRING\n")
        sys.stderr.write(f"{error}\n")
        return NO_PAIRING
    boards = [f"{pair.white} {pair.black or 0}" for pair in pairs]
    sys.stdout.write("".join(f"{line}\n" for line in (str(len(boards)), *boards)))
    return DONE


def _tie_breaks(options: argparse.Namespace) -> int:
    report = _report(options.file)
    listed = _list(report, options.codes)
    if options.after is not None and not 0 <= options.after <= report.event.finished:
        sys.stderr.write(f"{report.event.finished} rounds are finished, not {options.after}.\n")
        return REFUSED
    lines = standings(
        report.event, listed, after=options.after, is_round_robin=report.is_round_robin
    )
    table = csv.writer(sys.stdout)
    table.writerow(["StartNo", "Rank", *(tie_break.text for tie_break in listed)])
    for line in sorted(lines, key=lambda line: line.number):
        values = (shown(value, report.event.rounds) for value in line.values)
        table.writerow([line.number, line.rank, *values])
    return DONE


def _list(report: Report, codes: str | None) -> tuple[TieBreak, ...]:
    """The tie-breaks asked for, or those of the file, or the usual ones."""
    if codes or report.tie_breaks:
        return parse_list(codes or report.tie_breaks)
    return ROUND_ROBIN_LIST if report.is_round_robin else SWISS_LIST


def _generate(options: argparse.Namespace) -> int:
    event = generate(options.players, options.rounds, options.seed)
    name = f"Random event of {options.players} players, seed {options.seed}"
    tie_breaks = tuple(tie_break.text for tie_break in SWISS_LIST[1:])
    report = Report(event, name=name, city="Internet", tie_breaks=tie_breaks)
    sys.stdout.buffer.write(write(with_ranks(report)))
    return DONE


if __name__ == "__main__":
    sys.exit(main())
