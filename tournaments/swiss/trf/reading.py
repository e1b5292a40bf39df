"""From the bytes of a report file to a `Report`."""

from collections import defaultdict
from dataclasses import replace
from types import MappingProxyType

from ..event import ABSENCE, Code, Event, Forbidden, Player, Result, Scoring, finished_rounds
from ..tiebreaks.codes import ORGANISERS_OWN, UnknownTieBreak, parse
from . import headers, old
from .draft import Draft
from .letters import ascii_text
from .lines import Line, split
from .players import MOST_ROUNDS, Row, check_pairs, column_of
from .report import SWISS, LaterBye, Report, TrfError, type_code_of

READERS = headers.READERS | old.READERS


def read(data: bytes) -> Report:
    """Read a report file of TRF26 or TRF16, also with JaVaFo's and bbpPairings' own records.

    What is not as it should be but can be understood is in `Report.remarks`. Raises `TrfError`,
    with line and column, for everything else; nothing is guessed.
    """
    draft, lines = Draft(), split(data)
    for line in lines:
        reader = READERS.get(line.code)
        if reader is None:
            draft.kept.append(line.text)
        else:
            reader(draft, line)
    if not draft.rows:
        last = lines[-1].number if lines else 1
        raise TrfError(last, 1, "there is no player (record 001) in this file.")
    return _report(draft)


def _report(draft: Draft) -> Report:
    _check_numbers(draft)
    check_pairs(draft.rows)
    finished = finished_rounds(row.results for row in draft.rows.values())
    rounds = _rounds(draft, finished)
    byes = _byes(draft, finished, rounds)
    event = Event(
        players=tuple(_player(row, finished, byes) for _, row in sorted(draft.rows.items())),
        rounds=rounds,
        finished=finished,
        initial_colour=draft.initial_colour,
        scoring=_scoring(draft.worth),
        forbidden=tuple(_to_the_end(group, rounds) for group in draft.forbidden),
        accelerations=(*draft.accelerations, *old.accelerations(draft.extra_points)),
        bonuses=tuple(draft.bonuses),
    )
    _remark_on_points(draft, event)
    _remark_on_gaps(draft, event)
    _remark_on_counts(draft, event)
    return Report(
        event=event,
        cards=MappingProxyType({n: row.card for n, row in sorted(draft.rows.items())}),
        name=draft.texts.get("012", ""),
        city=draft.texts.get("022", ""),
        federation=draft.texts.get("032", ""),
        first_day=draft.days.get("042"),
        last_day=draft.days.get("052"),
        kind=draft.texts.get("092") or SWISS,
        arbiter=draft.texts.get("102", ""),
        deputies=tuple(draft.deputies),
        time_control=draft.texts.get("122", ""),
        round_days=tuple(draft.round_days),
        program=draft.texts.get("182", ""),
        type_code=type_code_of(draft.texts.get("192", ""), draft.texts.get("092", "")),
        tie_breaks=_tie_breaks(draft),
        coded_time_control=draft.texts.get("222", ""),
        later_byes=_later_byes(byes, finished),
        kept=tuple(draft.kept),
        remarks=tuple(sorted(draft.remarks, key=lambda remark: (remark.line, remark.column))),
    )


def _check_numbers(draft: Draft) -> None:
    """Starting ranks are 1 to n without gaps, and every player named elsewhere exists."""
    numbers = sorted(draft.rows)
    for expected, number in enumerate(numbers, start=1):
        if number != expected:
            line = draft.rows[number].line
            raise line.error(5, f"there is no player {expected}; starting ranks have no gaps.")
    for line, column, number in draft.named:
        if number not in draft.rows:
            raise line.error(column, f"there is no player {number}; the last one is {numbers[-1]}.")


def _rounds(draft: Draft, finished: int) -> int:
    """The rounds of the event: as a record says, or else the last one spoken of."""
    longest = max(draft.rows.values(), key=lambda row: len(row.results))
    played = len(longest.results)
    if draft.rounds is None:
        last = max([played, *(bye.round or finished + 1 for bye in draft.byes)])
        return min(last, MOST_ROUNDS)
    if played > draft.rounds:
        column = column_of(draft.rounds + 1)
        raise longest.line.error(
            column, f"an entry for round {played}, but the event has {draft.rounds} rounds."
        )
    return draft.rounds


def _to_the_end(group: Forbidden, rounds: int) -> Forbidden:
    """One way to say that a group holds to the end, however the file said it."""
    if group.last_round is not None and group.last_round >= rounds:
        return replace(group, last_round=None)
    return group


def _scoring(worth: dict[str, int]) -> Scoring:
    """The scoring of record 162 (A is both absence and forfeit loss) or of the older records."""
    default = Scoring()
    win = worth.get("W", default.win)
    allocated_bye = worth.get("P")
    absence = worth.get("A", default.absence)
    return Scoring(
        win=win,
        draw=worth.get("D", default.draw),
        loss=worth.get("L", default.loss),
        forfeit_loss=worth.get("F", absence),
        absence=worth.get("Z", absence),
        allocated_bye=None if allocated_bye == win else allocated_bye,
    )


def _byes(draft: Draft, finished: int, rounds: int) -> dict[tuple[int, int], Code]:
    """The byes of records of their own, by round and player; a cell counts before them."""
    byes: dict[tuple[int, int], Code] = {}
    for bye in draft.byes:
        round_ = finished + 1 if bye.round is None else bye.round
        if bye.round is None and round_ > rounds:
            draft.remark(bye.line, bye.column, "there is no round left to pair; left out.")
            continue
        if not 1 <= round_ <= rounds:
            raise bye.line.error(7, f"expected a round from 1 to {rounds}, not {round_}.")
        cell = _cell(draft.rows[bye.player], round_)
        if cell is not None and cell.code is not bye.code:
            text = f"player {bye.player} has {cell.code} in round {round_} of record 001, "
            draft.remark(bye.line, bye.column, f"{text}which counts, not {bye.code}.")
        elif byes.setdefault((round_, bye.player), bye.code) is not bye.code:
            text = f"player {bye.player} has another bye in round {round_} already."
            raise bye.line.error(bye.column, text)
    return byes


def _cell(row: Row, round_: int) -> Result | None:
    return row.results[round_ - 1] if round_ <= len(row.results) else None


def _later_byes(byes: dict[tuple[int, int], Code], finished: int) -> tuple[LaterBye, ...]:
    later: dict[tuple[int, Code], list[int]] = defaultdict(list)
    for (round_, player), code in sorted(byes.items()):
        if round_ > finished + 1:
            later[round_, code].append(player)
    return tuple(LaterBye(code, r, tuple(players)) for (r, code), players in sorted(later.items()))


def _player(row: Row, finished: int, byes: dict[tuple[int, int], Code]) -> Player:
    """The player with an entry for each finished round, and one more for a bye asked for."""

    def entry(round_: int) -> Result | None:
        code = byes.get((round_, row.player.number))
        return _cell(row, round_) or (Result(code) if code else None)

    results = [entry(round_) or ABSENCE for round_ in range(1, finished + 1)]
    asked = entry(finished + 1)
    return replace(row.player, results=(*results, asked) if asked else tuple(results))


def _tie_breaks(draft: Draft) -> tuple[str, ...]:
    """The codes of record 212, or else of 202, without the points that a 212 begins with."""
    line = draft.tie_breaks.get("212") or draft.tie_breaks.get("202")
    if line is None:
        return ()
    codes = [ascii_text(code).strip().upper() for code in line.content.split(",") if code.strip()]
    for code in codes:
        _remark_on_code(draft, line, code)
    return tuple(codes[1:] if codes[:1] == ["PTS"] else codes)


def _remark_on_code(draft: Draft, line: Line, code: str) -> None:
    try:
        parse(code)
    except UnknownTieBreak as error:
        if not code.startswith(ORGANISERS_OWN):
            draft.remark(line, line.text.upper().find(code) + 1, str(error))


def _remark_on_points(draft: Draft, event: Event) -> None:
    """The sum in 001 may include the bye for the round to pair or not; both are about."""
    worth = {code: event.scoring.points(code) for code in Code}
    for player in event.players:
        row = draft.rows[player.number]
        bonus = event.bonus_points(player.number, event.finished)
        points = [worth[result.code] for result in player.results]
        sums = {sum(points) + bonus, sum(points[: event.finished]) + bonus}
        shortened = {total // 10 * 10 for total in sums if total >= 1000}  # no room for tenths
        if row.points is not None and row.points not in sums | shortened:
            text = (
                f"player {player.number} has {row.points / 10} points here, "
                f"but {max(sums) / 10} by the results, which count."
            )
            draft.remark(row.line, 81, text)
        if sum(result.code is Code.ALLOCATED_BYE for result in player.results) > 1:
            draft.remark(row.line, column_of(1), f"player {player.number} has U more than once.")


def _remark_on_gaps(draft: Draft, event: Event) -> None:
    """Players left out of the last finished round, unless absent before: is it finished at all?

    Results may still be missing, and these players would be paired as if they had been absent.
    """
    last = event.finished
    forgotten = [
        player
        for player in event.players
        if last and player.result(last) is ABSENCE and _came(player, last - 1)
    ]
    if forgotten:
        row = draft.rows[forgotten[0].number]
        numbers = ", ".join(str(player.number) for player in forgotten)
        text = f"no entry in round {last}; counted as absent there: player {numbers}."
        draft.remark(row.line, column_of(last), text)


def _came(player: Player, round_: int) -> bool:
    return round_ < 1 or player.result(round_).code is not Code.ABSENT


def _remark_on_counts(draft: Draft, event: Event) -> None:
    counts = {
        "062": len(event.players),
        "072": sum(player.rating is not None for player in event.players),
    }
    for code, line in draft.counts.items():
        if line.content.split(" ")[0].lstrip("0") != (str(counts[code]) if counts[code] else ""):
            what = "players" if code == "062" else "rated players"
            draft.remark(line, 5, f"{line.content} {what} here, but {counts[code]} in the file.")
