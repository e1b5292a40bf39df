"""What a report file may look like, and what is told about it."""

from datetime import date

import pytest

from tests.tournaments.swiss.files import DATA, file_of, line, report_of
from tournaments.swiss.event import Acceleration, Code, Colour, Forbidden, Result, Scoring
from tournaments.swiss.trf import LaterBye, Report, read

ALL = sorted(DATA.glob("*/*.trf"))
OLD = sorted(DATA.glob("pairings/*.trfx"))
TWO = (line(1, "2w1"), line(2, "1b0"))


def texts(report: Report) -> list[str]:
    return [remark.text for remark in report.remarks]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_file_is_read_without_a_remark(path) -> None:
    assert read(path.read_bytes()).remarks == ()


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_the_older_records_say_the_same(path) -> None:
    assert read(path.read_bytes()).event == read(path.with_suffix(".trf").read_bytes()).event


def test_everything_a_report_says_is_found() -> None:
    report = report_of("examples/ex1.trf")
    assert (report.name, report.city, report.federation) == ("Example one", "Internet", "FRA")
    assert (report.first_day, report.last_day) == (date(2026, 3, 2), date(2026, 5, 8))
    assert report.round_days[1] == date(2026, 3, 16)
    assert report.tie_breaks == ("DE", "BH/C1", "BH", "SB", "WIN", "TPN")
    assert (report.arbiter, report.coded_time_control) == ("Arbiter, Example", "1209600+86400")
    assert (report.event.rounds, report.event.finished) == (5, 5)
    assert report.event.initial_colour is Colour.WHITE
    player, card = report.event.players[4], report.cards[5]
    assert (player.name, player.rating) == ("Egana, Miren", 1775)
    assert player.results[:2] == (
        Result(Code.DRAW, 1, Colour.BLACK),
        Result(Code.WIN, 6, Colour.WHITE),
    )
    assert (card.sex, card.federation, card.rank) == ("w", "FRA", 8)


def test_byes_after_the_last_finished_round_are_for_the_round_to_pair() -> None:
    event = report_of("examples/ex1-before-round-4.trf").event
    assert event.finished == 3
    assert [player.number for player in event.players if event.is_absent(player)] == [5, 6]


def test_a_round_in_which_all_boards_were_forfeited_is_finished() -> None:
    assert report_of("disputed/all-forfeit-round.trf").event.finished == 2


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\r\n\n\r"])
def test_lines_may_end_in_any_way(end: str) -> None:
    text = (DATA / "examples" / "ex1.trf").read_text()
    assert read(text.replace("\n", end).rstrip("\r\n").encode()) == report_of("examples/ex1.trf")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_names_may_be_in_utf_8_or_latin_1(encoding: str) -> None:
    data = file_of(*TWO).decode().replace("Player 1", "Pl\u00e4yer 1").encode(encoding)
    assert read(data).event.players[0].name == "Pl\u00e4yer 1"


def test_columns_count_letters_not_bytes() -> None:
    first = line(1, "2w1", rating=2000).replace(
        "Player 1", "\u00c9\u00e8\u00fc\u00f1 1\u00e9\u00e9"
    )
    assert read(file_of(first, TWO[1])).event.players[0].rating == 2000


def test_records_may_come_in_any_order() -> None:
    assert read(file_of(TWO[1], "142 3", TWO[0], "012 Name")) == read(
        file_of("012 Name", "142 3", *TWO)
    )


def test_unknown_records_comments_and_national_lines_are_kept() -> None:
    kept = ("### a comment", "999 something", "FRA    1 x")
    report = read(file_of(kept[0], *TWO, *kept[1:]))
    assert (report.kept, texts(report)) == (kept, [])


def test_cells_may_be_small_capital_padded_or_blank() -> None:
    first = ("  0002 W w", "  0000   h", " " * 10, "  0000 - u")
    second = ("     1 B l", "         Z", " " * 10, "       - z")
    rows = (f"{line(1):89}{''.join(first)}", f"{line(2):89}{''.join(second)}")
    report = read(file_of(*rows))
    codes = [[result.code for result in player.results] for player in report.event.players]
    assert codes == [
        [Code.UNRATED_WIN, Code.HALF_BYE, Code.ABSENT, Code.ALLOCATED_BYE],
        [Code.UNRATED_LOSS, Code.ABSENT, Code.ABSENT, Code.ABSENT],
    ]


def test_a_win_or_loss_by_forfeit_without_an_opponent_is_a_bye_or_an_absence() -> None:
    report = read(file_of(line(1, "+", "2w1"), line(2, "-", "1b0")))
    assert [p.results[0].code for p in report.event.players] == [Code.FULL_BYE, Code.ABSENT]


def test_without_a_number_of_rounds_the_longest_line_counts() -> None:
    assert read(file_of(*TWO)).event.rounds == 1


def test_points_worth_something_else_are_read_from_all_records_that_can_say_so() -> None:
    new = read(file_of("162  W 3.0    D 1.0    L 0.5    A 0.5    P 2.0", *TWO))
    jafavo = read(file_of("XXS W=3 D=1 L=0.5 FL=0.5 ZPB=0.5 PAB=2", *TWO))
    bbp = ("BBW  3.0", "BBD  1.0", "BBL  0.5", "BBF  0.5", "BBZ  0.5", "BBU  2.0")
    assert new.event.scoring == Scoring(30, 10, 5, 5, 5, 20)
    assert new.event == jafavo.event == read(file_of(*bbp, *TWO)).event


def test_records_may_be_in_small_letters() -> None:
    small = ("xxr 4", "xxc white1", "bbw  2.0")
    upper = tuple(text.upper().replace("WHITE", "white") for text in small)
    assert read(file_of(*small, *TWO)).event == read(file_of(*upper, *TWO)).event


def test_extra_points_are_read_from_both_records() -> None:
    new = read(file_of("142 3", "250       1.0   1   2    1    2", *TWO))
    old = read(file_of("XXR 3", "XXA 1 1.0 1.0", "XXA 2 1.0 1.0 0.0", *TWO))
    assert new.event.accelerations == (Acceleration(10, 1, 2, 1, 2),)
    assert old.event == new.event


def test_forbidden_pairs_hold_for_their_rounds() -> None:
    report = read(file_of("142 5", "260   2   3    1    2", "260           1    2", *TWO))
    assert report.event.forbidden == (Forbidden((1, 2), 2, 3), Forbidden((1, 2)))


def asked(report: Report) -> list[Code | None]:
    event = report.event
    return [p.results[event.finished].code if event.is_absent(p) else None for p in event.players]


@pytest.mark.parametrize(
    ("cells", "points", "record"),
    [
        (("2w1", "H"), "1.5", None),
        (("2w1", "H"), "1.0", None),
        (("2w1",), "1.0", "240 H   2    1"),
        (("2w1",), "1.5", "240 H   2    1"),
        (("2w1", "H"), "1.5", "240 H   2    1"),
    ],
)
def test_a_bye_asked_for_is_read_in_all_its_forms(cells, points, record) -> None:
    first = line(1, *cells, points=points)
    report = read(file_of("142 3", *([record] if record else []), first, TWO[1]))
    assert (asked(report), texts(report)) == ([Code.HALF_BYE, None], [])


def test_absences_of_the_older_record_are_for_the_round_to_pair() -> None:
    assert asked(read(file_of("XXR 3", "XXZ 2", *TWO))) == [None, Code.ABSENT]


def test_an_absence_for_no_round_is_left_out_and_told() -> None:
    report = read(file_of("XXR 1", "XXZ 2", *TWO))
    assert (asked(report), len(report.remarks)) == ([None, None], 1)


def test_byes_for_later_rounds_are_kept_apart() -> None:
    report = read(file_of("142 4", "240 H   3    2    1", "240 Z   4    1", *TWO))
    assert report.later_byes == (
        LaterBye(Code.HALF_BYE, 3, (1, 2)),
        LaterBye(Code.ABSENT, 4, (1,)),
    )
    assert asked(report) == [None, None]


def test_a_cell_counts_before_a_record_of_byes() -> None:
    report = read(file_of("142 3", "240 Z   2    1", line(1, "2w1", "H"), TWO[1]))
    assert asked(report) == [Code.HALF_BYE, None]
    assert texts(report) == ["player 1 has H in round 2 of record 001, which counts, not Z."]


REMARKS = {
    "points that differ": ((line(1, "2w1", points="1.5"), TWO[1]), "player 1 has 1.5 points"),
    "points with a comma": ((line(1, "2w1", points="1,0"), TWO[1]), "points with a comma"),
    "a day in another form": (("042 2.3.2026", *TWO), "read as 2026/03/02"),
    "no day": (("052 some day", *TWO), "expected a day"),
    "two allocated byes": ((line(1, "U", "U", "2w1"), line(2, "Z", "Z", "1b0")), "more than once"),
    "two lists of tie-breaks": (("202 BH", "212 PTS,SB", *TWO), "second list"),
    "an unknown tie-break": (("202 BH,QQ", *TWO), "there is no tie-break QQ"),
    "a wrong number of players": (("062 3", *TWO), "3 players here, but 2 in the file"),
    "a second name": (("012 One", "012 Two", *TWO), "the first one counts"),
}


@pytest.mark.parametrize("case", REMARKS)
def test_what_is_odd_is_told(case: str) -> None:
    lines, told = REMARKS[case]
    assert told in " ".join(texts(read(file_of(*lines))))


def test_a_remark_says_where() -> None:
    report = read(file_of("012 Name", line(1, "2w1", points="1.5"), TWO[1]))
    assert str(report.remarks[0]).startswith("line 2, column 81: player 1 has 1.5 points here")


@pytest.mark.parametrize("text", ["2026-03-02", "02.03.2026", "26/03/02", "2.3.26", "2026/3/2"])
def test_days_are_understood_in_the_forms_that_are_about(text: str) -> None:
    assert read(file_of(f"042 {text}", *TWO)).first_day == date(2026, 3, 2)


def test_players_without_an_entry_in_the_last_round_are_told() -> None:
    rows = (line(1, "2w1", "3w1"), line(2, "1b0"), line(3, "4w1", "1b0"), line(4, "3b0"))
    report = read(file_of("142 4", "152 W", *rows))
    assert list(map(str, report.remarks)) == [
        "line 4, column 102: no entry in round 2; counted as absent there: player 2, 4."
    ]


def test_players_who_were_absent_before_or_are_said_to_be_are_not_told() -> None:
    rows = (line(1, "2w1", "3w1"), line(2, "1b0", "Z"), line(3, "", "1b0"), line(4))
    assert read(file_of("142 4", "152 W", *rows)).remarks == ()
