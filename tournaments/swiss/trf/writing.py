"""From a `Report` to the bytes of a file."""

from collections.abc import Iterable, Iterator

from ..event import BrokenEvent, Code, Event, Forbidden, Player, Result, Scoring, verify
from .days import full, short
from .letters import ascii_text, fit
from .players import MOST_PLAYERS, MOST_RATING, MOST_ROUNDS, RESULTS_FROM
from .report import SWISS, Card, Report, type_code_of

LINE_END = "\r\n"
NO_CARD = Card()


def write(report: Report) -> bytes:
    """The report as a TRF26 file: ASCII with CRLF, names transliterated.

    Two equal reports are the same bytes, and `read` of them gives an equal report once a report
    has been read or written before. Raises `BrokenEvent` for an event that contradicts itself or
    does not fit into the columns of a report.
    """
    _verify_columns(report.event)
    lines = [*_head(report), *_new_records(report), *_kept(report), *_rows(report), *_byes(report)]
    return _encoded(lines)


def write_trf16(report: Report) -> bytes:
    """The report as a TRF16 file, with the records JaVaFo and bbpPairings made up for the rest.

    Forbidden pairs have no rounds there: those that do not hold for the round to pair are left
    out, as are byes after it and points given by the organiser. Raises `BrokenEvent` as `write`.
    """
    _verify_columns(report.event)
    return _encoded([*_head(report), *_old_records(report.event), *_rows(report)])


def _verify_columns(event: Event) -> None:
    verify(event)
    numbers = sorted(event.by_number)
    gap = next((n for n, number in enumerate(numbers, start=1) if n != number), None)
    if gap is not None:
        raise BrokenEvent(f"There is no player {gap}; a report numbers players without gaps.")
    if len(numbers) > MOST_PLAYERS:
        raise BrokenEvent(f"A report has room for {MOST_PLAYERS} players, not {len(numbers)}.")
    if event.rounds > MOST_ROUNDS:
        raise BrokenEvent(f"A report has room for {MOST_ROUNDS} rounds, not {event.rounds}.")
    for player in event.players:
        if player.rating is not None and not 0 < player.rating <= MOST_RATING:
            told = f"the rating {player.rating} of player {player.number}"
            raise BrokenEvent(f"A report has no room for {told}.")


def _head(report: Report) -> Iterator[str]:
    """The records that both kinds have."""
    players = report.event.players
    rated = sum(player.rating is not None for player in players)
    yield from _texts(("012", report.name), ("022", report.city), ("032", report.federation))
    if report.first_day:
        yield f"042 {full(report.first_day)}"
    if report.last_day:
        yield f"052 {full(report.last_day)}"
    yield from (f"062 {len(players)}", f"072 {rated}")
    yield from _texts(("092", ascii_text(report.kind).strip() or SWISS), ("102", report.arbiter))
    yield from _texts(*(("112", deputy) for deputy in report.deputies))
    yield from _texts(("122", report.time_control))
    if any(report.round_days):
        days = "".join(f"{short(day) if day else '':10}" for day in report.round_days)
        yield f"{'132':{RESULTS_FROM + 1}}{days}".rstrip()


def _texts(*records: tuple[str, str]) -> Iterator[str]:
    for code, text in records:
        if plain := ascii_text(text).strip():
            yield f"{code} {plain}"


def _new_records(report: Report) -> Iterator[str]:
    event = report.event
    if event.rounds:
        yield f"142 {event.rounds}"
    if event.initial_colour:
        yield f"152 {event.initial_colour.upper()}"
    yield from _scoring(event.scoring)
    code = type_code_of(ascii_text(report.type_code).strip(), report.kind)
    yield from _texts(("182", report.program), ("192", code))
    if report.tie_breaks:
        yield f"212 {','.join(('PTS', *report.tie_breaks)).upper()}"
    yield from _texts(("222", report.coded_time_control))
    yield from (
        f"250 {'':4} {points(a.points):>4} {a.first_round:>3} {a.last_round:>3} "
        f"{a.first_player:>4} {a.last_player:>4}"
        for a in event.accelerations
    )
    yield from (_forbidden(group, event.rounds) for group in event.forbidden)
    yield from (
        f"299 {'':9}{points(bonus.points):>4}  {bonus.round:>3} {_numbers(bonus.players)}"
        for bonus in event.bonuses
    )


def _scoring(scoring: Scoring) -> Iterator[str]:
    """Record 162 if the scoring is not the usual one. Engines do not know A, so it is rare."""
    if scoring == Scoring():
        return
    worth = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss}
    if scoring.absence == scoring.forfeit_loss != 0:
        worth["A"] = scoring.absence
    worth["P"] = scoring.points(Code.ALLOCATED_BYE)
    groups = "".join(f"{letter}{points(tenths):>4}    " for letter, tenths in worth.items())
    yield f"162  {groups}".rstrip()
    if scoring.absence != scoring.forfeit_loss:
        yield f"BBF {points(scoring.forfeit_loss):>4}"
        yield f"BBZ {points(scoring.absence):>4}"


def _forbidden(group: Forbidden, rounds: int) -> str:
    last = (rounds or "") if group.last_round is None else group.last_round
    return f"260 {group.first_round:>3} {last:>3} {_numbers(group.players)}"


def _old_records(event: Event) -> Iterator[str]:
    scoring, to_pair = event.scoring, event.finished + 1
    if event.rounds:
        yield f"XXR {event.rounds}"
    if event.initial_colour:
        yield f"XXC {event.initial_colour.name.lower()}1"
    if scoring != Scoring():
        win, draw = points(scoring.win), points(scoring.draw)
        allocated = points(scoring.points(Code.ALLOCATED_BYE))
        yield f"XXS W={win} D={draw} L={points(scoring.loss)} PAB={allocated}"
        yield f"BBW {win:>4}"
        yield f"BBD {draw:>4}"
        yield f"BBL {points(scoring.loss):>4}"
        yield f"BBF {points(scoring.forfeit_loss):>4}"
        yield f"BBZ {points(scoring.absence):>4}"
        yield f"BBU {allocated:>4}"
    for player in event.players if event.accelerations else ():
        extra = [event.extra_points(player.number, r) for r in range(1, event.rounds + 1)]
        if any(extra):
            yield f"XXA {player.number:>4} {' '.join(f'{points(e):>4}' for e in extra)}"
    for group in event.forbidden:
        if group.covers(to_pair):
            yield f"XXP {' '.join(map(str, group.players))}"


def _kept(report: Report) -> Iterator[str]:
    for text in report.kept:
        # A letter that loses its mark must not turn the record into another one.
        yield text[:3].encode("ascii", "replace").decode() + text[3:]


def _rows(report: Report) -> Iterator[str]:
    event = report.event
    for player in sorted(event.players, key=lambda player: player.number):
        yield _row(event, player, report.cards.get(player.number, NO_CARD))


def _row(event: Event, player: Player, card: Card) -> str:
    name, title = fit(player.name, 33), fit(player.title, 3)
    federation, fide_number = fit(card.federation, 3), fit(card.fide_number, 11)
    rating = "" if player.rating is None else player.rating
    rank = "" if card.rank is None else card.rank
    cells = "".join(map(_cell, player.results))
    return (
        f"001 {player.number:>4} {fit(card.sex, 1):1}{title:>3} {name:33} {rating:>4} "
        f"{federation:>3} {fide_number:>11} {'':10} {_total(event, player):>4} {rank:>4}{cells}"
    )


def _total(event: Event, player: Player) -> str:
    """The points of all cells."""
    total = sum(event.scoring.points(result.code) for result in player.results)
    return points(total + event.bonus_points(player.number, event.finished))


def _cell(result: Result) -> str:
    opponent = "0000" if result.opponent is None else result.opponent
    return f"  {opponent:>4} {result.colour or '-'} {result.code}"


def _byes(report: Report) -> Iterator[str]:
    for bye in report.later_byes:
        yield f"240 {bye.code} {bye.round:>3} {_numbers(bye.players)}"


def _numbers(players: Iterable[int]) -> str:
    return " ".join(f"{number:>4}" for number in players)


def points(tenths: int) -> str:
    sign = "-" if tenths < 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    # Four columns have no room for the tenths of a hundred points.
    return f"{sign}{whole}.{rest}"[:4].removesuffix(".")


def _encoded(lines: Iterable[str]) -> bytes:
    return "".join(f"{ascii_text(line).rstrip()}{LINE_END}" for line in lines).encode("ascii")
