"""Swiss tournaments on the command line: pair, tiebreaks, check, roundrobin, generate."""

import argparse
import csv
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from .checker import Board, check
from .entrants import Mode
from .event import BrokenEvent, Colour, Event
from .generator import generate
from .pairing import NoLegalPairing, NoRoundLeft, pair_round
from .ranks import rank_remarks, with_ranks
from .reasons import Pair
from .round_robin import round_robin
from .standings import Standing, standings
from .tiebreaks import ROUND_ROBIN_LIST, SWISS_LIST, UnknownTieBreak, dummies, parse_list, shown
from .tiebreaks import explain as explain_value
from .tiebreaks.codes import TieBreak
from .trf import Report, TrfError, read, write
from .trf.lines import MAX_BYTES
from .trf.players import MOST_PLAYERS, MOST_ROUNDS
from .trf.report import DUTCH
from .words import explain, points

Parser = argparse.ArgumentParser
MOST_SEED = 2**63
DONE, OTHERWISE, REFUSED = 0, 1, 2
STANDARD_INPUT = Path("-")
DESCRIPTION = """\
Swiss tournaments by FIDE's rules of 2026: pair a round, rank the players, check what was paired.
Files are tournament reports in TRF26 or TRF16; - is the standard input."""
EXIT_CODES = """\
Results go to the standard output, remarks on odd files to the error output. The exit code is 0 if
all went well, 1 if there is no legal pairing or `check` found a difference, 2 for wrong input."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code, as `EXIT_CODES` tells."""
    options = _parser().parse_args(arguments)
    if sys.stdout is None:
        return _refuse("The standard output is closed.")
    try:
        code = int(options.run(options))
        sys.stdout.flush()
    except (TrfError, BrokenEvent) as error:
        return _refuse(f"{options.file}: {error}")
    except UnknownTieBreak as error:
        return _refuse(str(error))
    except BrokenPipeError:  # who reads the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _refuse(f"{error.filename or 'output'}: {error.strerror}")
    return code


def _refuse(why: str) -> int:
    sys.stderr.write(f"{why}\n")
    return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.swiss",
        description=DESCRIPTION,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(run: Callable[[argparse.Namespace], int], name: str, does: str) -> Parser:
        added = commands.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        added.set_defaults(run=run)
        return added

    _add_pair(command(_pair, "pair", "print the boards of the next round: white, black or 0"))
    _add_tie_breaks(command(_tie_breaks, "tiebreaks", "print ranks and tie-breaks as CSV"))
    _add_check(command(_check, "check", "tell the rounds that were not paired by the rules"))
    _add_round_robin(command(_round_robin, "roundrobin", "print Berger tables, one line a round"))
    _add_generate(command(_generate, "generate", "print a random event as a report"))
    return parser


def _add_pair(parser: Parser) -> None:
    _add_report(parser)
    _add_colours(parser)
    parser.add_argument("--why", action="store_true", help="tell the reasons of every board")


def _add_tie_breaks(parser: Parser) -> None:
    _add_report(parser)
    parser.add_argument(
        "--codes", help="like BH,BH/C1,SB; by default those of the report, else the usual ones"
    )
    parser.add_argument(
        "--after", type=int, metavar="ROUND", help="by default the last finished round"
    )
    parser.add_argument("--why", action="store_true", help="tell the sums instead of a table")


def _add_check(parser: Parser) -> None:
    _add_report(parser)
    _add_colours(parser)


def _add_round_robin(parser: Parser) -> None:
    parser.add_argument("--players", type=_from(2, MOST_PLAYERS), required=True)
    parser.add_argument("--cycles", type=_from(1, 8), default=1, help="1 by default")


def _add_generate(parser: Parser) -> None:
    parser.add_argument("--players", type=_from(1, MOST_PLAYERS), required=True)
    parser.add_argument("--rounds", type=_from(1, MOST_ROUNDS), required=True)
    parser.add_argument(
        "--seed", type=_from(0, MOST_SEED), required=True, help="the same seed, the same event"
    )
    parser.add_argument(
        "--played", type=_from(0, MOST_ROUNDS), help="rounds with results; all by default"
    )


def _add_report(parser: Parser) -> None:
    parser.add_argument("file", type=Path, help="a report in TRF26 or TRF16; - is standard input")


def _add_colours(parser: Parser) -> None:
    parser.add_argument("--colour-free", action="store_true", help="for a game without colours")
    parser.add_argument(
        "--initial-colour",
        choices=("W", "B"),
        help="drawn for the first player, if the report does not tell",
    )


def _from(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"expected {least} to {most}, not {text}")
        return int(text)

    return number


def _report(path: Path) -> Report:
    """The report in a file; what was odd in it is told on the error output."""
    if path == STANDARD_INPUT:
        report = read(sys.stdin.buffer.read(MAX_BYTES + 1))
    else:
        with path.open("rb") as file:
            report = read(file.read(MAX_BYTES + 1))
    for remark in report.remarks:
        sys.stderr.write(f"{path}: {remark}\n")
    return report


def _pair(options: argparse.Namespace) -> int:
    """The number of boards, then white and black of each; black 0 is the allocated bye."""
    report = _report(options.file)
    _remark_on_rules(options.file, report)
    event = _with_colour(report.event, options)
    try:
        pairs = pair_round(event, _mode(options))
    except NoRoundLeft:
        said = f"{event.rounds} rounds by record 142 or, without it, the longest line"
        return _refuse(f"{options.file}: no round is left to pair: there are {said}.")
    except NoLegalPairing as error:
        sys.stdout.write("NO VALID PAIRING\n")
        sys.stderr.write(f"{error}\n")
        return OTHERWISE
    if not pairs:
        sys.stderr.write(f"{options.file}: nobody is present in round {event.finished + 1}.\n")
    sys.stdout.write(f"{len(pairs)}\n")
    for pair in pairs:
        sys.stdout.write(f"{pair.white} {pair.black or 0}\n")
        if options.why:
            sys.stdout.writelines(f"  {line}\n" for line in (_names(event, pair), *explain(pair)))
    return DONE


def _names(event: Event, pair: Pair) -> str:
    """The players of a pair with the scores by which the round is paired."""
    players = event.by_number
    told = (f"{players[s.player].name} ({points(s.score)})" for s in pair.reasons.sides)
    return " - ".join((*told, *(() if pair.black else ("bye",))))


def _with_colour(event: Event, options: argparse.Namespace) -> Event:
    if event.initial_colour or not options.initial_colour:
        return event
    return replace(event, initial_colour=Colour(options.initial_colour.lower()))


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
        return _refuse(f"Round {after} is not finished; {report.event.finished} rounds are.")
    lines = standings(report.event, listed, after=after, is_round_robin=report.is_round_robin)
    if options.why:
        return _tell_sums(report.event, lines)
    table = csv.writer(sys.stdout)
    table.writerow(["StartNo", "Rank", *(tie_break.text for tie_break in listed)])
    for line in sorted(lines, key=lambda line: line.number):
        values = (shown(value, after) for value in line.values)
        table.writerow([line.number, line.rank, *values])
    return DONE


def _tell_sums(event: Event, lines: Iterable[Standing]) -> int:
    players = event.by_number
    for line in lines:
        sys.stdout.write(f"{line.rank}. {players[line.number].name} ({line.number})\n")
        stand_ins = {text: None for value in line.values for text in dummies(value)}
        for text in (*map(explain_value, line.values), *stand_ins):
            sys.stdout.write(f"  {text}\n")
    return DONE


def _list(report: Report, codes: str | None) -> tuple[TieBreak, ...]:
    """The tie-breaks asked for, or those of the file, or the usual ones."""
    if codes or report.tie_breaks:
        return parse_list(codes or report.tie_breaks)
    return ROUND_ROBIN_LIST if report.is_round_robin else SWISS_LIST


def _check(options: argparse.Namespace) -> int:
    """The rounds that the rules would have paired otherwise, each with why."""
    report = _report(options.file)
    for remark in rank_remarks(report):
        sys.stderr.write(f"{options.file}: {remark}\n")
    if report.is_round_robin:
        sys.stdout.write("Rounds checked: none; a table gives the pairings of a round robin.\n")
        return DONE
    _remark_on_rules(options.file, report)
    differences = check(_with_colour(report.event, options), _mode(options))
    for difference in differences:
        sys.stdout.write(f"Round {difference.round}: {difference.why}.\n")
        sys.stdout.write(f"  by the rules: {_boards(difference.expected)}\n")
        sys.stdout.write(f"  played: {_boards(difference.played)}\n")
    finished = report.event.finished
    sys.stdout.write(f"Rounds checked: {finished}, paired otherwise: {len(differences)}\n")
    return OTHERWISE if differences else DONE


def _boards(boards: Sequence[Board]) -> str:
    return ", ".join(f"{white}-{black or 'bye'}" for white, black in boards) or "nothing"


def _round_robin(options: argparse.Namespace) -> int:
    for number, boards in enumerate(round_robin(options.players, options.cycles), start=1):
        sys.stdout.write(f"{number}: {_boards(boards)}\n")
    return DONE


def _generate(options: argparse.Namespace) -> int:
    event = generate(options.players, options.rounds, options.seed, played=options.played)
    wanted = options.rounds if options.played is None else min(options.played, options.rounds)
    if event.finished < wanted:
        sys.stderr.write(f"After round {event.finished} there was no legal pairing any more.\n")
    name = f"Random event of {options.players} players, seed {options.seed}"
    tie_breaks = tuple(tie_break.text for tie_break in SWISS_LIST[1:])
    report = Report(event, name=name, city="Internet", tie_breaks=tie_breaks)
    sys.stdout.buffer.write(write(with_ranks(report)))
    return DONE


if __name__ == "__main__":
    sys.exit(main())
