"""Files that are refused, each with its line, its column and what was expected."""

import time

import pytest

from tests.tournaments.swiss.files import DATA, file_of, line
from tournaments.swiss.trf import TrfError, read
from tournaments.swiss.trf.lines import MAX_BYTES

TWO = (line(1, "2w1"), line(2, "1b0"))
REFUSED = {
    "an empty file": ((), 1, 1, "no player"),
    "an event without players": (("012 Nothing",), 1, 1, "no player"),
    "a number twice": ((line(1), line(1)), 2, 5, "already in line 1"),
    "a gap": ((line(1), line(3)), 2, 5, "no player 2"),
    "a number of nought": ((line(0),), 1, 5, "count from 1"),
    "no number": (("001      x",), 1, 5, "should be a whole number"),
    "an unknown opponent": ((line(1, "3w1"), line(2)), 1, 92, "no player 3"),
    "a player against himself": ((line(1, "1w1"),), 1, 92, "cannot meet"),
    "an opponent who met another": (
        (line(1, "2w1"), line(2, "3w1"), line(3, "2b0")), 1, 92, "meets player 3"
    ),
    "an opponent who met nobody": ((line(1, "2w1"), line(2)), 1, 92, "meets nobody"),
    "two winners": ((line(1, "2w1"), line(2, "1b1")), 1, 99, "expected 0 against 1"),
    "a drawn forfeit": ((line(1, "2w+"), line(2, "1b=")), 1, 99, "expected - against +"),
    "two whites": ((line(1, "2w1"), line(2, "1w0")), 1, 97, "same colour"),
    "two whites of a forfeit": ((line(1, "2w+"), line(2, "1w-")), 1, 97, "same colour"),
    "a game without a colour": ((line(1, "2-1"), line(2, "1-0")), 1, 97, "needs a colour"),
    "an unknown colour": ((line(1, "2x1"), line(2, "1b0")), 1, 97, "colour w, b or -"),
    "an unknown result": ((line(1, "2w?"), line(2, "1b0")), 1, 99, "expected a result"),
    "no result": ((line(1, "2w "), line(2, "1b ")), 1, 99, "not nothing"),
    "a win against nobody": ((line(1, "1"),), 1, 99, "without an opponent"),
    "a bye with an opponent": ((line(1, "2wU"), line(2, "1bU")), 1, 99, "with an opponent"),
    "a shifted cell": ((line(1, "2w1") + " x", line(2, "1b0")), 1, 101, "expected a blank"),
    "points that are none": ((line(1, points="1.x"),), 1, 81, "points like 11.5"),
    "a rating that is none": ((f"{line(1):48}abc",), 1, 49, "The rating"),
    "a round after the end": (("142 1", line(1, "2w1", "U"), line(2, "1b0")), 2, 102, "1 rounds"),
    "two numbers of rounds": (("142 4", "XXR 5", *TWO), 2, 5, "4 in another record"),
    "no rounds": (("142 0", *TWO), 1, 5, "1 to 99 rounds"),
    "rounds in words": (("142 five", *TWO), 1, 5, "should be a whole number"),
    "a number too long": (("142 " + "9" * 5000, *TWO), 1, 5, "should be a whole number"),
    "no colour": (("152 G", *TWO), 1, 5, "W or B"),
    "an unknown kind of result": (("162  Q 1.0", *TWO), 1, 6, "one of W D L A P"),
    "worth in words": (("162  W one", *TWO), 1, 7, "points like 11.5"),
    "an unknown kind of bye": (("240 Q   2    1", *TWO), 1, 5, "F, H or Z"),
    "a bye of nobody": (("142 3", "240 H   2    9", *TWO), 2, 14, "no player 9"),
    "a bye after the end": (("142 3", "240 H   4    1", *TWO), 2, 7, "1 to 3"),
    "a bye in a round that no event has": (("240 H 999    1", *TWO), 1, 7, "1 to 99"),
    "two byes": (("142 3", "240 H   2    1", "240 Z   2    1", *TWO), 3, 14, "another bye"),
    "a pair of nobody": (("260   1   2    1    9", *TWO), 1, 21, "no player 9"),
    "extra points for teams": (("250  1.0  1.0   1   2    1    2", *TWO), 1, 5, "teams"),
    "special points for results": (("299 W        1.0    1    1", *TWO), 1, 5, "bonus"),
    "teams": (("013 Team", *TWO), 1, 1, "team"),
    "a number of teams": (("082 4", *TWO), 1, 5, "4 teams"),
    "an older scoring nobody knows": (("XXS WW=3", *TWO), 1, 5, "expected the worth"),
    "an older colour nobody knows": (("XXC green1", *TWO), 1, 5, "white1 or black1"),
    "extra points of nobody": (("XXA 9 1.0", *TWO), 1, 5, "no player 9"),
    "a hundred rounds": ((line(1, *["Z"] * 100),), 1, 1080, "99 rounds at most"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_is_refused_with_line_and_column(case: str) -> None:
    lines, row, column, told = REFUSED[case]
    with pytest.raises(TrfError) as caught:
        read(file_of(*lines) if lines else b"")
    assert (caught.value.line, caught.value.column) == (row, column)
    assert told in caught.value.expected


def test_a_refusal_reads_as_a_sentence() -> None:
    with pytest.raises(TrfError) as caught:
        read(file_of(line(1, "9w1"), line(2)))
    assert str(caught.value) == "line 1, column 92: there is no player 9; the last one is 2."


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00", b"\x89PNG\r\n\x1a\n", b"\x00" * 100])
def test_a_binary_file_is_refused(data: bytes) -> None:
    with pytest.raises(TrfError, match="expected text"):
        read(data + file_of(*TWO))


def test_a_byte_that_is_no_text_is_found_where_it_stands() -> None:
    with pytest.raises(TrfError, match="line 2, column 3: expected text, not the byte 0x01"):
        read(b"### a\r\n##\x01\r\n")


def test_a_file_of_50_megabytes_is_refused_at_once() -> None:
    data = file_of(*TWO) * (50_000_000 // len(file_of(*TWO)))
    start = time.process_time()
    with pytest.raises(TrfError, match="more than 5,000,000 bytes"):
        read(data)
    assert time.process_time() - start < 0.1


def test_a_file_of_the_largest_size_that_is_wrong_in_line_2_is_refused_in_a_while() -> None:
    start = time.process_time()
    with pytest.raises(TrfError, match="already in line 1"):
        read((file_of(line(1)) * 100_000)[:MAX_BYTES])
    assert time.process_time() - start < 5


@pytest.mark.parametrize("size", range(650, 1507, 37))
def test_a_truncated_file_is_refused_or_told(size: int) -> None:
    data = (DATA / "examples" / "ex1.trf").read_bytes()[:size]
    try:
        remarks = read(data).remarks
    except TrfError:
        return
    assert remarks


def test_one_player_is_an_event() -> None:
    assert len(read(file_of(line(1))).event.players) == 1


def test_a_round_in_which_everybody_was_absent_is_finished() -> None:
    event = read(file_of("142 3", line(1, "Z"), line(2, "Z"))).event
    assert event.finished == 1
