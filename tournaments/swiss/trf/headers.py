"""The records of TRF26 other than 001; most are the same in TRF16."""

from collections.abc import Callable

from ..event import Acceleration, Bonus, Code, Colour, Forbidden
from .days import full, parse_day, short
from .draft import Bye, Draft
from .lines import Line
from .players import MOST_ROUNDS, RESULTS_FROM, read_row

Reader = Callable[[Draft, Line], None]

INITIAL_COLOURS = {
    "w": Colour.WHITE,
    "white": Colour.WHITE,
    "b": Colour.BLACK,
    "black": Colour.BLACK,
}
REQUESTED = {"F": Code.FULL_BYE, "H": Code.HALF_BYE, "Z": Code.ABSENT}
WORTH_GROUP = 9
SCORED = "WDLAP"
ROUND_DAYS_FROM = RESULTS_FROM + 2


def player(draft: Draft, line: Line) -> None:
    row = read_row(line, draft.remarks)
    number = row.player.number
    if number in draft.rows:
        first = draft.rows[number].line.number
        raise line.error(5, f"the starting rank {number} is already in line {first}.")
    draft.rows[number] = row


def text(draft: Draft, line: Line) -> None:
    if line.code in draft.texts:
        draft.remark(line, 1, f"a second record {line.code}; the first one counts.")
        return
    draft.texts[line.code] = line.content


def day(draft: Draft, line: Line) -> None:
    found = parse_day(line.content)
    if found is None:
        draft.remark(line, 5, f"expected a day like 2026/03/02, not {line.content!r}; left out.")
    elif full(found) != line.content:
        draft.remark(line, 5, f"a day not in the form 2026/03/02, read as {full(found)}.")
    if found is not None:
        draft.days.setdefault(line.code, found)


def round_days(draft: Draft, line: Line) -> None:
    """The day of each round, in the columns of its results."""
    for column, word in line.words(4):
        found = parse_day(word)
        round_, offset = divmod(column - ROUND_DAYS_FROM, 10)
        if found is None or max(round_, len(draft.round_days)) >= MOST_ROUNDS:
            draft.remark(line, column, f"expected a day like 26/03/02, not {word!r}; left out.")
            continue
        if offset or column < ROUND_DAYS_FROM or short(found) != word:
            draft.remark(line, column, "a day not in its columns or its form, like 26/03/02.")
            round_ = max(round_, len(draft.round_days))
        missing = round_ + 1 - len(draft.round_days)
        draft.round_days.extend([None] * missing)
        draft.round_days[round_] = found


def deputy(draft: Draft, line: Line) -> None:
    draft.deputies.append(line.content)


def rounds(draft: Draft, line: Line) -> None:
    """The number of rounds, also of the old record XXR."""
    column = len(line.text) - len(line.text[3:].lstrip()) + 1
    found = line.whole_word(column, line.content, "The number of rounds")
    if not 1 <= found <= MOST_ROUNDS:
        raise line.error(column, f"expected 1 to {MOST_ROUNDS} rounds, not {found}.")
    if draft.rounds not in (None, found):
        raise line.error(column, f"{found} rounds, but {draft.rounds} in another record.")
    draft.rounds = found


def initial_colour(draft: Draft, line: Line) -> None:
    if line.content.lower() not in INITIAL_COLOURS:
        raise line.error(5, f"expected the initial colour W or B, not {line.content!r}.")
    draft.initial_colour = INITIAL_COLOURS[line.content.lower()]


def scoring(draft: Draft, line: Line) -> None:
    """Groups of nine columns: a letter, and the points in the next four."""
    for start in range(6, len(line.text) + 1, WORTH_GROUP):
        letter, points = line.field(start, start).upper(), line.field(start + 1, start + 4)
        if not letter and not points:
            continue
        worth = line.points(start + 1, points, f"The worth of {letter or 'a result'}")
        if letter == "Z":  # as one engine spells A
            letter = "A"
        if letter == "X":
            draft.remark(line, start, "points for an unknown result, which are not used.")
        elif letter not in tuple(SCORED):
            raise line.error(start, f"expected one of W D L A P X, not {letter!r}.")
        else:
            draft.worth[letter] = worth


def tie_breaks(draft: Draft, line: Line) -> None:
    if draft.tie_breaks:
        draft.remark(line, 1, "a second list of tie-breaks; 212 counts before 202.")
    draft.tie_breaks.setdefault(line.code, line)


def count(draft: Draft, line: Line) -> None:
    draft.counts[line.code] = line


def byes(draft: Draft, line: Line) -> None:
    code = REQUESTED.get(line.field(5, 5).upper())
    if code is None:
        raise line.error(5, f"expected the kind of bye F, H or Z, not {line.field(5, 5)!r}.")
    round_ = line.whole(7, 9, "The round")
    if not 1 <= round_ <= MOST_ROUNDS:
        raise line.error(7, f"expected a round from 1 to {MOST_ROUNDS}, not {round_}.")
    players = draft.players(line, 10)
    columns = [column for column, _ in line.words(10)]
    draft.byes += [
        Bye(line, column, code, number, round_)
        for column, number in zip(columns, players, strict=True)
    ]


def acceleration(draft: Draft, line: Line) -> None:
    if line.field(5, 8):
        raise line.error(5, "expected blanks: match points are for teams.")
    points = line.points(10, line.field(10, 13), "The extra points")
    last_round = line.whole(19, 21, "The last round")
    last_player = line.whole(28, 31, "The last player")
    first_round = line.whole(15, 17, "The first round")
    first_player = line.whole(23, 26, "The first player")
    draft.accelerations.append(
        Acceleration(points, first_round, last_round, first_player, last_player)
    )


def forbidden(draft: Draft, line: Line) -> None:
    first = line.whole(5, 7, "The first round") if line.field(5, 7) else 1
    last = line.whole(9, 11, "The last round") if line.field(9, 11) else None
    draft.forbidden.append(Forbidden(draft.players(line, 12), first, last))


def bonus(draft: Draft, line: Line) -> None:
    kind = line.field(5, 5)
    if kind:
        raise line.error(5, f"only bonus and penalty points (a blank) are known, not {kind!r}.")
    points = line.points(14, line.field(14, 17), "The bonus or penalty")
    round_ = line.whole(20, 22, "The round")
    draft.bonuses.append(Bonus(points, round_, draft.players(line, 23)))


def number_of_teams(draft: Draft, line: Line) -> None:
    if line.content.strip("0"):
        raise line.error(5, f"{line.content} teams, but only events of players can be read.")


def of_teams(draft: Draft, line: Line) -> None:
    raise line.error(1, f"a record of team events ({line.code}); only players can be read.")


READERS: dict[str, Reader] = {
    "001": player,
    **dict.fromkeys(("012", "022", "032", "092", "102", "122", "182", "192", "222"), text),
    **dict.fromkeys(("042", "052"), day),
    **dict.fromkeys(("062", "072"), count),
    "082": number_of_teams,
    "112": deputy,
    "132": round_days,
    "142": rounds,
    "152": initial_colour,
    "162": scoring,
    **dict.fromkeys(("202", "212"), tie_breaks),
    "240": byes,
    "250": acceleration,
    "260": forbidden,
    "299": bonus,
    **dict.fromkeys(("013", "300", "310", "320", "330", "352", "362", "801", "802"), of_teams),
}
