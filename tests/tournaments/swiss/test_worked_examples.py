"""The two worked examples of the tie-break note, sum by sum."""

import re
from fractions import Fraction

import pytest

from tests.tournaments.swiss.files import DATA, report_of
from tournaments.swiss.standings import Standing, standings
from tournaments.swiss.tiebreaks import dummies, explain, parse_list

CODES = "PTS,DE,WIN,WON,BPG,BWG,REP,STD,PS,BH,BH/C1,BH/M1,FB,AOB,SB,SB/C1,KS,ARO,TPR,PTP,APRO,APPO"
MORE_CODES = "PS/C1,BH/C2"
NEXT_SUM = re.compile(r"; (?=[A-Z]{2,4}(?:/|\b)|R\d)")
EXAMPLES = ("ex1", "ex2")


def lines_of(example: str, codes: str) -> dict[int, Standing]:
    event = report_of(f"examples/{example}.trf").event
    return {line.number: line for line in standings(event, parse_list(codes))}


def sums_of(example: str) -> list[tuple[int, str]]:
    """Each sum of the note with its player."""
    number, found = 0, []
    for text in (DATA / "worked" / f"{example}.md").read_text().splitlines():
        if text.startswith("**Player"):
            number = int(text.removeprefix("**Player ").removesuffix("**"))
        elif text.startswith("- "):
            sums = NEXT_SUM.split(text[2:].removeprefix("dummies: "))
            found += [(number, short(sum_)) for sum_ in sums]
    return found


def short(text: str) -> str:
    """A sum without what only the note or only we say: a mean before it is rounded for APRO and
    APPO, the summands left after a cut of PS, a second spelling of tenths."""
    text = text.replace(", a VUR", "")
    text = re.sub(r"= \d+/\d+ \((\d+\.\d)000\)", r"= \1", text)
    if text.startswith(("APRO", "APPO")):
        return re.sub(r"(/ \d+) = .* ->", r"\1 ->", text)
    if text.startswith("PS/C"):
        return f"{text.split(' ')[0]} = {text.split(' = ')[-1]}"
    return text


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_sum_of_the_note_is_told_in_the_same_words(example: str) -> None:
    told = set()
    for number, line in lines_of(example, f"{CODES},{MORE_CODES}").items():
        told |= {(number, short(explain(value))) for value in line.values}
        told |= {(number, text) for value in line.values for text in dummies(value)}
    sums = sums_of(example)
    assert len(sums) > 100
    assert [sum_ for sum_ in sums if sum_ not in told] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_value_of_the_note_is_the_same(example: str) -> None:
    texts = (DATA / "worked" / f"{example}.md").read_text().splitlines()
    head, _, *rows = [
        [cell.strip() for cell in text.strip("|").split("|")]
        for text in texts
        if text.startswith("|")
    ]
    assert head[1:] == CODES.split(",")
    lines = lines_of(example, CODES)
    for number, *wanted in rows:
        values = lines[int(number)].values
        assert [value.amount for value in values] == [Fraction(text) for text in wanted]


@pytest.mark.parametrize(
    ("example", "order"), [("ex1", [1, 3, 2, 6, 7, 4, 8, 5]), ("ex2", [1, 6, 7, 3, 2, 4, 5])]
)
def test_the_usual_list_ranks_the_players_as_the_note_does(example: str, order: list[int]) -> None:
    event = report_of(f"examples/{example}.trf").event
    assert [line.number for line in standings(event)] == order
