"""All public positions: pairs, colours and the order of boards."""

import pytest

from tests.tournaments.swiss.files import DATA, report_of
from tournaments.swiss.descent import Method, by_tiers, plainly
from tournaments.swiss.event import Event
from tournaments.swiss.pairing import NoLegalPairing, pair_by

POSITIONS = sorted(path.stem for path in (DATA / "pairings").glob("*.trf"))
DISPUTED = ["second-bye", "all-forfeit-round"]


def expected(path: str) -> list[str]:
    return (DATA / path).with_suffix(".pairs").read_text().split("\n")[:-1]


def boards(event: Event, method: Method = by_tiers) -> list[str]:
    try:
        pairs = pair_by(method, event)
    except NoLegalPairing:
        return ["NO VALID PAIRING"]
    return [str(len(pairs)), *(f"{pair.white} {pair.black or 0}" for pair in pairs)]


def test_all_positions_are_here() -> None:
    assert len(POSITIONS) == 42


@pytest.mark.parametrize("suffix", [".trf", ".trfx"])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_public_position_is_paired_as_published(name: str, suffix: str) -> None:
    path = f"pairings/{name}{suffix}"
    assert boards(report_of(path).event) == expected(path)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_plain_method_pairs_a_public_position_as_published(name: str) -> None:
    path = f"pairings/{name}.trf"
    assert boards(report_of(path).event, plainly) == expected(path)


@pytest.mark.parametrize("name", DISPUTED)
def test_a_disputed_position_is_paired_as_its_note_says(name: str) -> None:
    path = f"disputed/{name}.trf"
    assert boards(report_of(path).event) == expected(path)
