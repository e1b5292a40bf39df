"""Every value of the tables that another engine computed; see the README beside them."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.swiss.files import DATA, report_of
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks import Name, parse_list, shown

TABLES = sorted((DATA / "tiebreaks").glob("*.csv"))
# The engine writes a sum of nothing as 0 whatever the decimals, and no value as -0.
SPELLED_OTHERWISE = {"-0": "", "0": "0.0"}


def differences(table: Path) -> list[tuple[str, str, str, str]]:
    """Player, code, their value and ours wherever these differ."""
    with table.open(newline="") as file:
        wanted = list(csv.DictReader(file))
    report = report_of(f"{table.parent.name}/{table.stem}.trf")
    codes = list(wanted[0])[2:]
    lines = {str(s.number): s for s in standings(report.event, parse_list(codes))}
    found = []
    for row in wanted:
        line = lines[row["StartNo"]]
        ours = {"Rank": str(line.rank)}
        ours |= {v.tie_break.text: shown(v, report.event.finished) for v in line.values}
        for code, value in ours.items():
            if value not in (row[code], SPELLED_OTHERWISE.get(row[code])):
                found.append((row["StartNo"], code, row[code], value))
    return found


def test_there_are_nine_tables() -> None:
    assert len(TABLES) == 9


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_every_value_and_rank_of_a_table_is_the_same(table: Path) -> None:
    assert differences(table) == []


def test_the_disputed_table_differs_in_the_codes_that_a_fore_code_falsified() -> None:
    found = differences(DATA / "disputed" / "tb07.csv")
    assert {code for _, code, _, _ in found} == {"AOB", "SB", "SB/C1"}
    assert len(found) == 29


def test_the_order_of_codes_changes_no_value() -> None:
    event = report_of("disputed/tb07.trf").event
    codes = ["FB", "AOB/F", "BH", "SB", "AOB", "SB/C1"]
    forward = {s.number: {v.tie_break.text: v for v in s.values} for s in _standings(event, codes)}
    for line in _standings(event, codes[::-1]):
        assert {v.tie_break.text: v for v in line.values} == forward[line.number]


def _standings(event, codes):
    return standings(event, parse_list(codes))


def test_values_are_exact_fractions() -> None:
    event = report_of("tiebreaks/tb01.trf").event
    lines = {s.number: s for s in standings(event, parse_list("AOB"))}
    value = lines[4].values[1]
    assert value.tie_break.name is Name.OPPONENTS_BUCHHOLZ
    assert value.amount == Fraction(41, 6)
