"""Sums of opponents' scores beyond the tables: modifiers, dummies, unusual scorings."""

from fractions import Fraction

import pytest

from tests.tournaments.swiss.files import amounts, event_of, values
from tournaments.swiss.event import Event
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks import UnknownTieBreak, dummies

# Results 1 1 0 Z 1 = 1 = 1 1 against players who end on these points: 7 of 10.
SCORES = (5, 5, 6.5, None, 4.5, 6, 5, 6.5, 5.5, 6)
OWN = "110Z1=1=11"
BONUS = "299          {:>4}    1    1"  # in round 1, for player 1
THEIRS = {"1": ("0", 0.0), "0": ("1", 1.0), "=": ("=", 0.5)}


def event_of_the_manual() -> Event:
    """An event in which player 1 has those results, the opponents being given byes besides."""
    opponents = iter(range(2, 11))
    own = [own if own == "Z" else f"{next(opponents)}w{own}" for own in OWN]
    rows = [" ".join(own)]
    for round_, (result, score) in enumerate(zip(OWN, SCORES, strict=True), start=1):
        if score is not None:
            rows.append(_opponent(round_, result, score))
    return event_of(*rows)


def _opponent(round_: int, result: str, score: float) -> str:
    letter, got = THEIRS[result]
    full, half = divmod(int(2 * (score - got)), 2)
    byes = ["Z"] * (9 - full - half) + ["H"] * half + ["F"] * full
    return " ".join([*byes[: round_ - 1], f"1b{letter}", *byes[round_ - 1 :]])


def test_the_example_printed_in_the_arbiters_manual_is_the_same() -> None:
    wanted = [Fraction(55), Fraction(50), Fraction(149, 4)]
    assert amounts(event_of_the_manual(), "BH,BH/C1,SB") == wanted


def test_a_forfeit_has_the_scheduled_opponents_score_above_half_of_the_rounds() -> None:
    event = event_of("2w+ F F", "1b- F F")
    assert dummies(values(event, "BH")[0])[0] == "R1 forfeit win: min(own 3, ADJ of 2 = 2) = 2"


def test_a_player_who_left_counts_half_a_point_for_each_round_missed() -> None:
    event = event_of("2w1 3w1 U U", "1b0 Z Z Z", "U 1b0 F Z")
    assert amounts(event, "BH") == [Fraction(3, 2) + Fraction(5, 2) + 2 + 2]


def test_a_round_after_an_absence_that_was_not_one_makes_it_worth_nothing() -> None:
    event = event_of("2w1 U U", "1b0 Z F")
    assert amounts(event, "BH") == [1 + Fraction(3, 2) + Fraction(3, 2)]


def test_forfeits_can_count_as_games() -> None:
    event = event_of("2w+ 3b0", "1b- 4w1", "4b1 1w1", "3w0 2b0")
    assert amounts(event, "BH,BH/P,SB/P") == [1 + 2, 1 + 2, 1]
    assert amounts(event, "BH,BH/P", number=2) == [Fraction(1) + 0, Fraction(1) + 0]


def test_cutting_more_rounds_than_there_are_leaves_nothing() -> None:
    assert amounts(event_of("2w1", "1b0"), "BH/C3,BH/M1,SB/C2") == [0, 0, 0]


def test_a_fore_buchholz_before_the_end_is_a_buchholz() -> None:
    event = event_of("2w1 3b0", "1b0 4w1", "4b1 1w1", "3w0 2b0", head=("142 4",))
    assert amounts(event, "FB") == amounts(event, "BH")


def test_no_game_is_no_mean_of_the_opponents_buchholz() -> None:
    event = event_of("2w+ U", "1b- Z")
    assert amounts(event, "AOB") == [None]


def test_other_scorings_change_the_numbers_only() -> None:
    scoring = "162  W 3.0    D 1.0    L 0.0    P 3.0"
    event = event_of("2w1 3b=", "1b0 4w1", "4b1 1w=", "3w0 2b0", head=(scoring,))
    assert amounts(event, "BH,SB,KS") == [3 + 4, 3 * 3 + 4, 4]


def test_bonus_points_count_in_the_own_score_only() -> None:
    rows = ("2w1 H", "1b0 H")
    with_bonus, without = event_of(*rows, head=(BONUS.format("1.5"),)), event_of(*rows)
    assert standings(with_bonus)[0].values[0].amount == 3
    assert amounts(with_bonus, "BH", number=2) == amounts(without, "BH", number=2)
    assert amounts(event_of("2w0", "1b1", head=(BONUS.format("-0.5"),)), "BH", 2) == [0]


def test_in_a_round_robin_forfeits_are_games_and_free_rounds_bring_nothing() -> None:
    event = event_of("2w+ U 3b0", "1b- 3w1 U", "U 2b0 1w1")
    assert amounts(event, "SB", is_round_robin=True) == [2]
    assert amounts(event, "SB") == [2 + Fraction(3, 2)]


@pytest.mark.parametrize("code", ["BH", "FB/C1", "AOB"])
def test_a_buchholz_is_refused_in_a_round_robin(code: str) -> None:
    with pytest.raises(UnknownTieBreak, match="not used in a round robin"):
        values(event_of("2w1", "1b0"), code, is_round_robin=True)
