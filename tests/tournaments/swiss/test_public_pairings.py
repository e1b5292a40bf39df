"""All public positions: pairs, colours and the order of boards."""

from pathlib import Path

import pytest

from tournaments.swiss.descent import Method, by_tiers, plainly
from tournaments.swiss.event import Event
from tournaments.swiss.pairing import NoLegalPairing, pair_by
from tournaments.swiss.trf import read

DATA = Path("tests/data/swiss")
POSITIONS = sorted(path.stem for path in (DATA / "pairings").glob("*.trf"))
DISPUTED = ["second-bye", "all-forfeit-round"]


def expected(path: Path) -> list[str]:
    return path.with_suffix(".pairs").read_text().split("\n")[:-1]


def boards(event: Event, method: Method = by_tiers) -> list[str]:
    try:
        pairs = pair_by(method, event)
    except NoLegalPairing:
        return ["NO VALID PAIRING"]
    return [str(len(pairs)), *(f"{pair.white} {pair.black or 0}" for pair in pairs)]


def event_of(path: Path) -> Event:
    return read(path.read_bytes()).event


def test_all_positions_are_here() -> None:
    assert len(POSITIONS) == 42


@pytest.mark.parametrize("suffix", [".trf", ".trfx"])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_public_position_is_paired_as_published(name: str, suffix: str) -> None:
    path = DATA / "pairings" / f"{name}{suffix}"
    assert boards(event_of(path)) == expected(path)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_plain_method_pairs_a_public_position_as_published(name: str) -> None:
    path = DATA / "pairings" / f"{name}.trf"
    assert boards(event_of(path), plainly) == expected(path)


@pytest.mark.parametrize("name", DISPUTED)
def test_a_disputed_position_is_paired_as_its_note_says(name: str) -> None:
    path = DATA / "disputed" / f"{name}.trf"
    assert boards(event_of(path)) == expected(path)
