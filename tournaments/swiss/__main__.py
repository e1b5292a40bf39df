"""Swiss tournaments on the command line: pair, tiebreaks, check, generate."""

import argparse
import csv
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from .checker import Board, check
from .entrants import Mode
from .event import BrokenEvent
from .generator import generate
from .pairing import NoLegalPairing, pair_round
from .ranks import rank_remarks, with_ranks
from .standings import standings
from .tiebreaks import ROUND_ROBIN_LIST, SWISS_LIST, UnknownTieBreak, parse_list, shown
from .tiebreaks.codes import TieBreak
from .trf import Report, TrfError, read, write
from .trf.lines import MAX_BYTES
from .trf.players import MOST_PLAYERS, MOST_ROUNDS
from .trf.report import DUTCH

DONE, OTHERWISE, REFUSED = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    That is 0 if all went well, 1 without a legal pairing or if `check` found a difference, and 2
    for input that is wrong.
    """
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (TrfError, BrokenEvent) as error:
        sys.stderr.write(f"{options.file}: {error}\n")
        return REFUSED
    except (OSError, UnknownTieBreak) as error:
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

    checked = commands.add_parser("check", help="tell the rounds that were paired otherwise")
    checked.add_argument("file", type=Path)
    checked.add_argument("--colour-free", action="store_true", help="for a game without colours")
    checked.set_defaults(run=_check)

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
        sys.stderr.write(f"{path}: {remark}\n")
    return report


def _pair(options: argparse.Namespace) -> int:
    """The number of boards, then white and black of each; black 0 is the allocated bye."""
    report = _report(options.file)
    _remark_on_rules(options.file, report)
    if report.event.finished == report.event.rounds:
        said = f"{report.event.rounds} rounds by record 142 or, without it, the longest line"
        sys.stderr.write(f"{options.file}: no round is left to pair: there are {said}.\n")
        return REFUSED
    try:
        pairs = pair_round(report.event, _mode(options))
    except NoLegalPairing as error:
        sys.stdout.write("NO VALID PAIRING\n")
        sys.stderr.write(f"{error}\n")
        return OTHERWISE
    boards = [f"{pair.white} {pair.black or 0}" for pair in pairs]
    sys.stdout.write("".join(f"{line}\n" for line in (str(len(boards)), *boards)))
    return DONE


def _remark_on_rules(path: Path, report: Report) -> None:
    if report.is_round_robin or report.type_code != DUTCH:
        other = report.kind if report.is_round_robin else report.type_code
        sys.stderr.write(f"{path}: this is {other}, but the rules used are those of {DUTCH}.\n")


def _mode(options: argparse.Namespace) -> Mode:
    return Mode.FREE if options.colour_free else Mode.DUTCH


def _tie_breaks(options: argparse.Namespace) -> int:
    report = _report(options.file)
    listed = _list(report, options.codes)
    after = report.event.finished if options.after is None else options.after
    if not 0 <= after <= report.event.finished:
        sys.stderr.write(f"Round {after} is not finished; {report.event.finished} rounds are.\n")
        return REFUSED
    lines = standings(report.event, listed, after=after, is_round_robin=report.is_round_robin)
    table = csv.writer(sys.stdout)
    table.writerow(["StartNo", "Rank", *(tie_break.text for tie_break in listed)])
    for line in sorted(lines, key=lambda line: line.number):
        values = (shown(value, after) for value in line.values)
        table.writerow([line.number, line.rank, *values])
    return DONE


def _list(report: Report, codes: str | None) -> tuple[TieBreak, ...]:
    """The tie-breaks asked for, or those of the file, or the usual ones."""
    if codes or report.tie_breaks:
        return parse_list(codes or report.tie_breaks)
    return ROUND_ROBIN_LIST if report.is_round_robin else SWISS_LIST


def _check(options: argparse.Namespace) -> int:
    """The rounds that the rules would have paired otherwise, each with why."""
    report = _report(options.file)
    _remark_on_rules(options.file, report)
    for remark in rank_remarks(report):
        sys.stderr.write(f"{options.file}: {remark}\n")
    differences = check(report.event, _mode(options))
    for difference in differences:
        sys.stdout.write(f"Round {difference.round}: {difference.why}.\n")
        sys.stdout.write(f"  by the rules: {_boards(difference.expected)}\n")
        sys.stdout.write(f"  played: {_boards(difference.played)}\n")
    finished = report.event.finished
    sys.stdout.write(f"Rounds checked: {finished}, paired otherwise: {len(differences)}\n")
    return OTHERWISE if differences else DONE


def _boards(boards: Sequence[Board]) -> str:
    return ", ".join(f"{white}-{black or 'bye'}" for white, black in boards) or "nothing"


def _generate(options: argparse.Namespace) -> int:
    event = generate(options.players, options.rounds, options.seed)
    name = f"Random event of {options.players} players, seed {options.seed}"
    tie_breaks = tuple(tie_break.text for tie_break in SWISS_LIST[1:])
    report = Report(event, name=name, city="Internet", tie_breaks=tie_breaks)
    sys.stdout.buffer.write(write(with_ranks(report)))
    return DONE


if __name__ == "__main__":
    sys.exit(main())
