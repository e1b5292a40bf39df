"""A question in, an answer out, whatever a bot prints."""

import json
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots.protocol import (
    LONGEST_LOG,
    LONGEST_MEMORY,
    LONGEST_NOTE,
    Answer,
    BadOutput,
    Question,
    log,
    read,
)

QUESTION = Question(
    game="k3x9",
    size=5,
    position="5 b -",
    moves=["d4", "keep"],
    you="white",
    choose_side=False,
    budget_ms=10_000,
)
ANYTHING_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)  # fmt: skip


def told(question: Question) -> object:
    return json.loads(question.line())


def test_a_question_is_one_line_of_json() -> None:
    assert QUESTION.line().count(b"\n") == 1
    assert told(QUESTION) == {
        "protocol": 1,
        "game": "k3x9",
        "size": 5,
        "position": "5 b -",
        "moves": ["d4", "keep"],
        "you": "white",
        "choose_side": False,
        "budget_ms": 10_000,
        "memory": None,
    }


@given(ANYTHING_JSON)
def test_memory_comes_back_as_it_was(value: object) -> None:
    answer = read(json.dumps({"move": "d4", "memory": value}).encode())
    question = json.loads(replace(QUESTION, memory=answer.memory).line())
    assert question["memory"] == value


def test_the_last_object_is_the_answer() -> None:
    assert read(b'{"move": "d4"}\nlater\n{"move": "e5"}\n') == Answer("e5")


def test_what_follows_the_answer_does_not_matter() -> None:
    assert read(b'{"move": "d4"}\n[1, 2]\nbye {"move": "e5"}\n{ not json').move == "d4"


def test_spaces_and_carriage_returns_around_it_do_not_matter() -> None:
    assert read(b'  {"move": " d4 "}\r\n').move == "d4"


def test_a_note_is_one_printable_line() -> None:
    answer = read(b'{"move": "d4", "note": "a\\u0000b\\n\\u202ec"}')
    assert answer.note == "a\ufffdb \ufffdc"


def test_a_long_note_is_cut() -> None:
    note = json.dumps("x" * 9_999)
    assert read(f'{{"move": "d4", "note": {note}}}'.encode()).note == "x" * LONGEST_NOTE


def test_memory_may_take_64_kib_of_text() -> None:
    value = "é" * (LONGEST_MEMORY // 2 - 1)
    answer = read(json.dumps({"move": "d4", "memory": value}).encode())
    assert len(answer.memory.encode()) == LONGEST_MEMORY


@pytest.mark.parametrize(
    ("printed", "why"),
    [
        (b"", "It printed no line with a JSON object."),
        (b'["move", "d4"]', "It printed no line with a JSON object."),
        (b'{"move": "d4"', "Its answer is not JSON"),
        (b'{"move": "d4"} {"move": "e5"}', "Its answer is not JSON"),
        (b'{"move": 4}', 'no text under "move"'),
        (b'{"moves": "d4"}', 'no text under "move"'),
        (b'{"move": null}', 'no text under "move"'),
        (b'{"move": "d4\\n"}', "Its move is not a move"),
        (b'{"move": "d4\\ud800"}', "Its move is not a move"),
        (b'{"move": "%s"}' % (b"d4," * 100), "Its move is not a move"),
        (b'{"move": "d4", "note": 4}', 'under "note" is not a text'),
        (b'{"move": "\xff"}', "Its answer is not UTF-8."),
        (b'{"move": "d4", "memory": NaN}', "NaN is no number of JSON"),
        (b'{"move": "d4", "memory": 1e999}', "a number too large for JSON"),
        (b'{"move": "d4", "memory": %s}' % (b"9" * 5_000), "Its answer is not JSON"),
        (b'{"move": "d4", "memory": "\\ud800"}', "half a character"),
        (b'{"move": "d4", "memory": "%s"}' % (b"x" * LONGEST_MEMORY), "Its memory takes 65,538"),
        (b'{"move": "d4", "memory": %s}' % (b"[" * 9_999 + b"]" * 9_999), "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_bad_output_is_refused_with_its_reason(printed: bytes, why: str) -> None:
    with pytest.raises(BadOutput, match=why):
        read(printed)


@given(st.binary())
def test_any_bytes_are_an_answer_or_bad_output(printed: bytes) -> None:
    for output in (printed, b'{"move": "d4", "memory": "' + printed + b'"}'):
        try:
            assert isinstance(read(output), Answer)
        except BadOutput:
            continue


@pytest.mark.parametrize("line", [b"{", b'{"a":', b"{}", b"\n", b'{"move":1}', b"x"])
def test_half_a_megabyte_of_lines_is_read_in_no_time(line: bytes) -> None:
    printed = (line + b"\n") * (500_000 // len(line))
    began = time.process_time()
    with pytest.raises(BadOutput):
        read(printed)
    log(printed, printed)
    assert time.process_time() - began < 1


def test_the_log_has_all_but_the_answer() -> None:
    printed = b'thinking\n{"move": "d4"}\nbye\n'
    assert log(printed, b"Warning: slow\n") == "thinking\nbye\nWarning: slow"


def test_the_log_keeps_an_answer_that_is_none() -> None:
    assert log(b'{"move": d4}\n', b"") == '{"move": d4}'


def test_of_a_long_log_the_end_is_kept() -> None:
    text = log(b"first\n" + b"line\n" * 100_000, b"last")
    assert text.startswith("[earlier output left out]\n")
    assert text.endswith("line\nlast")
    assert len(text) == LONGEST_LOG


def test_a_log_of_wide_characters_is_cut_as_well() -> None:
    assert len(log("🌋".encode() * LONGEST_LOG * 2, b"")) == LONGEST_LOG


def test_the_log_has_no_signs_that_do_things() -> None:
    assert log(b"a\x00b\x1b[2Jc\xff\td", b"") == "a\ufffdb\ufffd[2Jc\ufffd\td"


def test_memory_comes_back_however_deeply_it_is_nested() -> None:
    deep = "[" * 5_000 + "]" * 5_000
    assert replace(QUESTION, memory=deep).line().endswith(b',"memory":' + deep.encode() + b"}\n")
