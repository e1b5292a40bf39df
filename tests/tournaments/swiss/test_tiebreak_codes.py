import pytest

from tournaments.swiss.tiebreaks import Name, UnknownTieBreak, parse, parse_list


def test_codes_are_read_in_either_case() -> None:
    assert parse("bh/c1") == parse("BH/C1")


def test_modifiers_can_be_joined() -> None:
    tie_break = parse("BH/C2/P")
    assert (tie_break.name, tie_break.low_cuts, tie_break.high_cuts) == (Name.BUCHHOLZ, 2, 0)
    assert tie_break.forfeits_as_games


def test_a_median_cuts_at_both_ends() -> None:
    tie_break = parse("BH/M2")
    assert (tie_break.low_cuts, tie_break.high_cuts) == (2, 2)


def test_a_koya_limit_moves_by_half_points() -> None:
    assert parse("KS/L-2").limit_shift == -2


def test_the_former_name_of_rounds_chosen_is_known() -> None:
    assert parse("GE").name is Name.ROUNDS_CHOSEN


def test_points_come_first_whether_the_list_says_so_or_not() -> None:
    assert [t.text for t in parse_list("BH,SB")] == ["PTS", "BH", "SB"]
    assert parse_list("PTS,BH,SB") == parse_list("BH,SB")


@pytest.mark.parametrize("code", ["EDE", "BH:MP", "EGGSB", "MPvGP", "SSSC", "BC", "BH/K1"])
def test_a_code_of_team_events_is_refused(code: str) -> None:
    with pytest.raises(UnknownTieBreak, match="team"):
        parse(code)


def test_the_organisers_own_tie_break_is_refused() -> None:
    with pytest.raises(UnknownTieBreak, match="organiser"):
        parse("OTHER_lots")


@pytest.mark.parametrize("code", ["SB/F", "WIN/C1", "BH/C", "BH/C0", "BH/Q", "KS/L1", "AOB/C1"])
def test_a_modifier_that_the_code_does_not_take_is_refused(code: str) -> None:
    with pytest.raises(UnknownTieBreak, match="takes no modifier"):
        parse(code)


@pytest.mark.parametrize("code", ["BH/C1/M1", "BH/C1/C2", "FB/P/P"])
def test_two_modifiers_for_the_same_thing_are_refused(code: str) -> None:
    with pytest.raises(UnknownTieBreak, match="on top of"):
        parse(code)


@pytest.mark.parametrize("code", ["XYZ", "", "B H", "bh\u0131"])
def test_an_unknown_code_is_refused(code: str) -> None:
    with pytest.raises(UnknownTieBreak, match="there is no tie-break"):
        parse(code)


def test_a_refusal_does_not_repeat_a_long_text() -> None:
    with pytest.raises(UnknownTieBreak) as caught:
        parse("A" * 5000)
    assert len(str(caught.value)) < 100
