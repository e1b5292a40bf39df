import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import Position, Record, RecordError
from games.rules.record import split_records, tags_in
from tests.rules.strategies import random_move, seeds, sizes

TAGS = {"Event": "Friendly", "First": "Ane", "Second": "Jon", "Size": "6", "Result": "*"}
MOVES = ("f6", "swap", "g8", "f7:f6-f5,g8-h8")
TEXT = str(Record(TAGS, MOVES))

names = st.from_regex("[A-Za-z][A-Za-z0-9_]{0,20}", fullmatch=True)
values = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=40)


@st.composite
def records(draw):
    size, rng = draw(sizes), random.Random(draw(seeds))
    position, moves = Position.start(size), []
    for ply in range(1, 1 + draw(st.integers(0, 40))):
        if ply == 2:
            moves.append(draw(st.sampled_from(["swap", "keep"])))
        elif not position.is_over:
            move = random_move(position, rng)
            position = position.play(move)
            moves.append(str(move))
    reserved = {"Termination", "First", "Second", "Black", "White"}
    tags = draw(
        st.dictionaries(names.filter(lambda name: name not in reserved), values, max_size=8)
    )
    return Record({**tags, "Size": str(size), "Result": "*"}, moves)


@given(records())
def test_a_record_reads_back_as_it_was_written(record):
    read = Record.parse(str(record))
    assert read == record
    assert list(read.tags) == list(record.tags)


@given(records())
def test_the_positions_of_a_record_are_those_of_its_plies(record):
    positions = list(record.positions())
    assert len(positions) == len(record.moves) + 1
    for ply, text in enumerate(record.moves, start=1):
        before, after = positions[ply - 1 : ply + 1]
        assert after == (before if ply == 2 else before.play(text))


@given(st.one_of(st.text(max_size=200), st.text('[]"{}\\ .af0169:-swap\n', max_size=200)))
def test_any_other_text_gives_a_record_error(text):
    with pytest.raises(RecordError):
        Record.parse(text)


@given(st.integers(0, len(TEXT)), st.characters(), st.booleans())
def test_a_record_with_one_wrong_character_is_refused_or_still_a_legal_game(at, char, replaced):
    text = TEXT[:at] + char + TEXT[at + replaced :]
    try:
        record = Record.parse(text)
    except RecordError:
        return
    assert Record.parse(str(record)) == record


def test_moves_are_numbered_as_in_the_rules():
    assert TEXT.endswith("\n1. f6 swap 2. g8 3. f7:f6-f5,g8-h8\n")


def test_every_record_states_that_seats_change_and_stones_do_not():
    assert "Seats change, stones do not" in str(Record({"Size": "5", "Result": "*"}))


def test_no_line_of_moves_is_longer_than_100_characters():
    position, moves = Position.start(7), []
    rng = random.Random(1)
    while not position.is_over:
        moves.append(str(random_move(position, rng)))
        position = position.play(moves[-1])
    moves.insert(1, "keep")
    text = str(Record({"Size": "7", "Result": "*"}, moves))
    assert max(map(len, text.splitlines())) <= 100


def test_spills_in_another_order_are_kept_in_canonical_order():
    assert Record(TAGS, ("f6", "keep", "g8", "f7:g8-h8,f6-f5")).moves[-1] == "f7:f6-f5,g8-h8"


def test_quotes_brackets_and_backslashes_in_tags_survive():
    tags = {**TAGS, "Event": 'The "best" [of] \\ {all}'}
    assert Record.parse(str(Record(tags))).tags["Event"] == tags["Event"]


def test_comments_and_line_ends_of_other_systems_are_read():
    text = TEXT.replace("f6 swap", "f6 { bold }\nswap").replace("\n", "\r\n")
    assert Record.parse(text).moves == MOVES


def test_a_number_that_stands_twice_is_refused():
    with pytest.raises(RecordError, match=r"expected a move here, not 2\."):
        Record.parse(TEXT.replace("2. ", "2. 2. "))


def test_numbers_may_stand_next_to_their_moves():
    assert Record.parse(TEXT.replace(". ", ".")).moves == MOVES


@pytest.mark.parametrize("value", ["a\nb", "a\x00b", "\x7f", "\x85", "\u2028", "\ud800"])
def test_control_characters_in_a_tag_are_refused(value):
    with pytest.raises(RecordError, match="The tag Event holds a control character"):
        Record({**TAGS, "Event": value})


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        ({"Size": "6"}, "The tag Result is missing."),
        ({"Result": "*"}, "The tag Size is missing."),
        ({**TAGS, "Size": "8"}, "The tag Size must be one of 5, 6, 7."),
        ({**TAGS, "Result": "1-0"}, "The tag Result must be one of black, white, draw, "),
        ({**TAGS, "a b": "c"}, "'a b' is not the name of a tag"),
        ({**TAGS, "Event": "x" * 201}, "The tag Event has more than 200 characters."),
        ({**TAGS, **{f"T{i}": "" for i in range(40)}}, "A record has at most 40 tags."),
        ({**TAGS, "Black": "Ane", "White": "Jon"}, "do not fit the second player's choice, swap."),
        (
            {**TAGS, "Result": "black", "Termination": "score"},
            "the last position has placements left.",
        ),
        ({**TAGS, "Termination": "resignation"}, "but the Termination is resignation."),
        ({**TAGS, "Result": "black", "Termination": "unfinished"}, "Termination is unfinished."),
        ({**TAGS, "First": "ane", "Second": "ane"}, "First and Second are the same player."),
        ({**TAGS, "Black": "ane", "White": "ane"}, "Black and White are the same player."),
    ],
)
def test_tags_that_make_no_sense_are_refused(tags, sentence):
    with pytest.raises(RecordError, match=sentence):
        Record(tags, MOVES)


def test_black_and_white_change_seats_after_a_swap():
    tags = {**TAGS, "Black": "Jon", "White": "Ane"}
    assert Record(tags, MOVES).tags["Black"] == "Jon"


def test_a_result_that_the_board_contradicts_is_refused():
    position, moves = Position.start(5), []
    while not position.is_over:
        moves.append(str(position.first_move(position.placements()[0])))
        position = position.play(moves[-1])
    tags = {"Size": "5", "Result": position.score().result, "Termination": "score"}
    moves.insert(1, "keep")
    assert Record(tags, moves).result == position.score().result
    wrong = {"black": "white", "white": "black", "draw": "black"}[tags["Result"]]
    with pytest.raises(RecordError, match=f"The Result is {wrong}"):
        Record({**tags, "Result": wrong}, moves)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('[Size "6"]', "[Size 6]", 4, "Line 4: expected a tag like"),
        ('[Size "6"]', '[Event "6"]', 4, "Line 4: the tag Event is there twice."),
        ("{ Seats", "Seats", 8, "Line 8: a comment is not closed, or not opened."),
        ("whoever that is. }", "", 7, "Line 7: a comment is not closed"),
        ("2. g8", "3. g8", 9, "Line 9: expected 2. here, not 3."),
        ("f6 swap", "f6", 9, "Line 9: expected swap or keep here, not 2."),
        (
            "f6 swap",
            "f6 g7",
            9,
            "Line 9: After move 1 the second player chooses swap or keep, not 'g7'.",
        ),
        ("2. g8", "2. f6", 9, "Line 9: Move 2: f6 is taken: it holds a black volcano."),
        ("2. g8", "2. Qxf7", 9, "Line 9: Move 2: 'Qxf7' is not written like a move."),
    ],
)
def test_the_error_names_the_line_and_what_is_wrong_there(old, new, line, sentence):
    with pytest.raises(RecordError) as error:
        Record.parse(TEXT.replace(old, new))
    assert str(error.value).startswith(sentence)
    assert error.value.line == line


def test_an_illegal_move_is_reported_with_its_ply_and_reason():
    with pytest.raises(RecordError) as error:
        Record.parse(TEXT.replace("g8-h8", "g8-f7"))
    assert (error.value.ply, error.value.reason) == (4, "blocked")


def test_a_huge_text_is_no_record():
    with pytest.raises(RecordError, match="at most 65536 characters"):
        Record.parse("x" * 1_000_000)


def test_the_longest_tags_can_still_be_read_back():
    tags = {f"T{i:039}": '"' * 200 for i in range(38)} | {"Size": "5", "Result": "*"}
    assert Record.parse(str(Record(tags))).tags == tags


def test_a_record_with_another_result_is_another_record():
    record = Record(TAGS, MOVES)
    assert replace(record, tags={**TAGS, "Result": "black"}) != record


def test_a_text_is_split_where_tags_begin_anew():
    one, other = '[Size "5"]\n\n[Result "*"]\n\n1. e5\n', '\n[Event "a \\"b\\""]\n\n1. a1'
    assert split_records(one + other) == [one + "\n", other.lstrip()]
    assert tags_in(other) == {"Event": 'a "b"'}
