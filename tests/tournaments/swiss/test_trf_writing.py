from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.swiss.files import DATA, event_of, file_of, line, report_of
from tournaments.swiss.event import Bonus, BrokenEvent, Code, Event, Player, Result, Scoring
from tournaments.swiss.generator import Chances, generate
from tournaments.swiss.trf import Card, Report, TrfError, read, write, write_trf16

ALL = sorted(DATA.glob("*/*.trf*"))
EXAMPLES = sorted(DATA.glob("examples/*.trf"))
OFTEN = Chances(
    unrated=20, late_entry=20, withdrawal=10, absence=10, half_bye=10, full_bye=5, forfeit=20
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_written_as_they_are(path) -> None:
    assert write(read(path.read_bytes())) == path.read_bytes().replace(b"\n", b"\r\n")


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_foreign_file_is_byte_stable_after_one_pass(path) -> None:
    report = read(path.read_bytes())
    once = write(report)
    assert read(once) == report
    assert write(read(once)) == once


@pytest.mark.parametrize("path", sorted(DATA.glob("pairings/*.trf")), ids=lambda path: path.stem)
def test_the_older_form_says_the_same(path) -> None:
    event = read(path.read_bytes()).event
    assert read(write_trf16(Report(event))).event == event


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 12), st.integers(1, 6), st.integers(0, 10**6), st.booleans())
def test_a_random_event_comes_back_the_same(players, rounds, seed, is_football) -> None:
    scoring = Scoring(30, 10, 0, 0, 0, 15) if is_football else Scoring()
    event = generate(players, rounds, seed, chances=OFTEN, scoring=scoring)
    data = write(Report(event, name="Random"))
    assert read(data).event == event
    assert write(read(data)) == data


def test_everything_that_can_be_written_comes_back_the_same() -> None:
    lines = (
        "142 6", "162  W 2.0    D 1.0    L 0.5    A 0.5    P 1.0", "202 BH,OTHER_lots",
        "112 One", "112 Two", "132" + " " * 98 + "26/03/09", "240 H   3    2",
        "240 F   4    1    2",
        "250       1.5   1   2    1    2", "260   2   3    1    2", "260   1   6    1    2",
        "299          -0.5    1    2", "### comment", "172 IND",
    )  # fmt: skip
    report = read(file_of(*lines, line(1, "2w1"), line(2, "1b0")))
    assert read(write(report)) == report


def test_forfeits_and_absences_that_differ_in_worth_are_kept_apart() -> None:
    report = read(file_of("BBF  0.5", "BBZ  0.0", line(1, "2w1"), line(2, "1b0")))
    assert read(write(report)).event.scoring == Scoring(forfeit_loss=5)


def test_the_usual_scoring_is_not_written() -> None:
    assert b"162" not in write(report_of("examples/ex1.trf"))


def test_the_rules_are_named_as_both_engines_know_them() -> None:
    assert b"192 FIDE_DUTCH\r\n" in write(report_of("tiebreaks/tb01.trf"))


def test_points_include_the_bye_for_the_round_to_pair() -> None:
    event = event_of("2w1 H", "1b0", head=("142 3",))
    assert read(write(Report(event))).remarks == ()
    assert b" 1.5     " in write(Report(event))


def test_names_are_written_in_ascii_and_cut_to_their_columns() -> None:
    name = "Mu\u00f1oz \u00d8stergaard \u0141\u0105cki\u00df \u0416 and a long rest"
    data = write(Report(Event((Player(1, name=name, rating=1500),), 3)))
    assert read(data).event.players[0].name == "Munoz Ostergaard Lackiss ? and a"
    assert read(data).event.players[0].rating == 1500


TEXTS = (
    "name", "city", "federation", "kind", "arbiter", "time_control", "program", "type_code",
    "coded_time_control",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries({field: st.text(max_size=8) for field in TEXTS}), st.text(max_size=40))
def test_whatever_texts_a_report_has_it_is_byte_stable(texts: dict[str, str], name: str) -> None:
    players = (Player(1, name=name, title=name[:5]), Player(2))
    cards = {1: Card(federation=name[:4], fide_number=name)}
    data = write(Report(Event(players, 3), cards, deputies=(name, name), **texts))
    assert write(read(data)) == data


def test_the_names_of_the_same_rules_are_written_as_one() -> None:
    report = report_of("examples/ex1.trf")
    assert write(replace(report, type_code="FIDE_DUTCH_2026")) == write(report)


@pytest.mark.parametrize("text", ["a\r\n142 9", "a\n001", "\x00", "  a", "\u2028", ""])
def test_no_text_can_bring_a_record_of_its_own(text: str) -> None:
    player = Player(1, name=text, title=text)
    report = Report(Event((player,), 3), {1: Card(federation=text)}, name=text, deputies=(text,))
    data = write(report)
    assert (read(data).event.rounds, len(read(data).event.players)) == (3, 1)
    assert write(read(data)) == data


def test_a_record_kept_cannot_become_another_one_by_losing_a_mark() -> None:
    report = read(file_of(line(1), "XX\u0154 9"))
    assert read(write(report)).event.rounds == report.event.rounds


TOO_LARGE = {
    "a gap": (Event((Player(1), Player(3)), 3), "no player 2"),
    "ten thousand players": (Event(tuple(map(Player, range(1, 10_001))), 3), "9999 players"),
    "a hundred rounds": (Event((Player(1),), 100), "99 rounds"),
    "a rating of five digits": (Event((Player(1, rating=12345),), 3), "rating 12345"),
    "a negative rating": (Event((Player(1, rating=-5),), 3), "rating -5"),
}


@pytest.mark.parametrize("case", TOO_LARGE)
@pytest.mark.parametrize("form", [write, write_trf16])
def test_what_does_not_fit_into_a_report_is_refused(case: str, form) -> None:
    event, told = TOO_LARGE[case]
    with pytest.raises(BrokenEvent, match=told):
        form(Report(event))


def test_the_order_of_the_players_in_the_event_is_irrelevant() -> None:
    event = generate(9, 4, 1)
    turned = replace(event, players=event.players[::-1])
    assert write(Report(turned)) == write(Report(event))


def test_a_hundred_points_fit_into_their_columns() -> None:
    many = tuple(Result(Code.FULL_BYE) for _ in range(35))
    event = Event((Player(1, many), Player(2)), 35, 35, scoring=Scoring(win=30, draw=10))
    report = read(write(Report(event)))
    assert (report.event.players[0].results, report.remarks) == (many, ())


def test_half_points_above_a_hundred_have_no_room_and_no_remark() -> None:
    results = (*(Result(Code.FULL_BYE) for _ in range(50)), Result(Code.HALF_BYE))
    event = Event((Player(1, results), Player(2)), 60, 51, scoring=Scoring(win=20, draw=5))
    assert read(write(Report(event))).remarks == ()


def test_equal_reports_are_equal_bytes() -> None:
    report = report_of("examples/ex1.trf")
    other = replace(report, cards=dict(reversed(report.cards.items())))
    assert list(other.cards) != list(report.cards)
    assert other == report
    assert write(other) == write(report)


def test_a_day_is_written_in_its_form() -> None:
    report = Report(
        Event((Player(1),), 1), first_day=date(2026, 3, 2), round_days=(None, date(2026, 4, 1))
    )
    assert b"042 2026/03/02\r\n" in write(report)
    assert read(write(report)).round_days == (None, date(2026, 4, 1))


def test_points_of_the_organiser_are_in_the_sum() -> None:
    event = event_of("2w1", "1b0")
    event = replace(event, bonuses=(Bonus(-5, 1, (1,)),))
    report = read(write(Report(event)))
    assert (report.event, report.remarks) == (event, ())


SPOILED = st.tuples(st.integers(0, 1600), st.sampled_from("019 -+=wHUZ.,\r\n\u00e9"))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(EXAMPLES), st.lists(SPOILED, max_size=3), st.integers(0, 1600))
def test_a_spoiled_file_is_refused_or_becomes_stable(path, spoiled, cut: int) -> None:
    text = path.read_text()
    for place, letter in spoiled:
        text = text[:place] + letter + text[place + 1 :]
    try:
        once = write(read(text[: cut or None].encode()))
    except TrfError:
        return
    assert write(read(once)) == once
