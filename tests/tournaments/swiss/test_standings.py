from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.swiss.files import amounts, event_of, report_of
from tournaments.swiss.event import BrokenEvent, Code, Colour, Event, Player, Result
from tournaments.swiss.ranks import rank_remarks, with_ranks
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks import explain, parse_list, shown


def test_those_who_stay_tied_share_a_rank() -> None:
    event = event_of("2w= F", "1b= Z", "4w= Z", "3b= Z")
    assert [(s.rank, s.number) for s in standings(event, parse_list("WIN"))] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (2, 4),
    ]


def test_no_value_ranks_last() -> None:
    event = event_of("Z", "3w0", "2b1")
    lines = standings(event, parse_list("AOB"))
    assert [line.number for line in lines] == [3, 2, 1]


def test_the_order_of_the_players_is_irrelevant() -> None:
    event = report_of("tiebreaks/tb04.trf").event
    players = list(event.players)
    Random(1).shuffle(players)
    shuffled = Event(tuple(players), event.rounds, event.finished, event.initial_colour)
    assert standings(shuffled) == standings(event)


def test_standings_of_an_earlier_round_are_those_of_the_event_cut_there() -> None:
    whole = report_of("tiebreaks/tb09.trf").event
    players = tuple(replace(player, results=player.results[:3]) for player in whole.players)
    cut = Event(players, whole.rounds, 3, whole.initial_colour)
    assert standings(whole, after=3) == standings(cut)


def test_a_list_of_tie_breaks_may_be_a_text() -> None:
    event = report_of("tiebreaks/tb01.trf").event
    assert standings(event, "BH/C1,SB") == standings(event, parse_list("BH/C1,SB"))


def test_an_event_that_contradicts_itself_has_no_standings() -> None:
    event = Event((Player(1, (Result(Code.WIN, 2, Colour.WHITE),)), Player(2)), 3, 1)
    with pytest.raises(BrokenEvent, match="player 2 does not have this game"):
        standings(event)


def test_before_the_first_round_everybody_is_level() -> None:
    event = report_of("tiebreaks/tb01.trf").event
    lines = standings(event, parse_list("BH/C1,SB,AOB,FB,TPR,KS,PS"), after=0)
    assert {line.rank for line in lines} == {1}


def test_a_round_that_is_not_finished_has_no_standings() -> None:
    with pytest.raises(ValueError, match="Round 5 is not finished"):
        standings(report_of("tiebreaks/tb01.trf").event, after=5)


def test_a_bye_for_the_round_to_pair_does_not_count_yet() -> None:
    event = event_of("2w= H", "1b=", head=("142 3",))
    assert standings(event)[0].values[0].amount == standings(event)[1].values[0].amount


def test_an_allocated_bye_is_a_win_only_if_it_is_worth_one() -> None:
    half = ("162  W 1.0    D 0.5    L 0.0    P 0.5",)
    assert amounts(event_of("U", "Z"), "WIN,WON") == [1, 0]
    assert amounts(event_of("U", "Z", head=half), "WIN,WON,STD") == [0, 0, 0.5]


def test_a_double_forfeit_is_no_draw_in_the_standard_points() -> None:
    assert amounts(event_of("2w-", "1b-"), "STD,REP") == [0, 0]


def test_cuts_of_the_progressive_score_leave_out_the_first_rounds() -> None:
    event = event_of("2w1 2b0 2w1", "1b0 1w1 1b0")
    assert amounts(event, "PS,PS/C1,PS/C2,PS/C9") == [4, 3, 2, 0]


def test_the_koya_limit_can_be_moved() -> None:
    event = event_of("2w1 3b1", "1b0 F", "F 1w0")
    assert amounts(event, "KS,KS/L+1,KS/L-1") == [2, 0, 2]


def test_means_show_a_third_decimal_from_nine_rounds_on() -> None:
    event = event_of("2w1 3b1", "1b0 F", "F 1w0")
    value = standings(event, parse_list("AOB"))[0].values[1]
    assert (shown(value, 8), shown(value, 9)) == ("3.00", "3.000")


def test_a_missing_value_is_told_as_missing() -> None:
    value = standings(event_of("U"), parse_list("AOB"))[0].values[1]
    assert (explain(value), shown(value, 5)) == ("AOB: no value", "")


def test_ranks_that_the_list_of_the_file_contradicts_are_told() -> None:
    report = report_of("examples/ex1.trf")
    # 7 won the direct encounter.
    swapped = {4: replace(report.cards[4], rank=5), 7: replace(report.cards[7], rank=6)}
    report = replace(report, cards={**report.cards, **swapped})
    assert rank_remarks(report) == [
        "player 7 has rank 6 here, not 5.",
        "player 4 has rank 5 here, not 6.",
    ]


def test_ranks_by_the_list_of_the_file_have_no_remarks() -> None:
    assert rank_remarks(with_ranks(report_of("examples/ex1.trf"))) == []
