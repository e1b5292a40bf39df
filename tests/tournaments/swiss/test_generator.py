from collections import Counter

from tests.benchmarks.bench_tiebreaks import by_score
from tournaments.swiss.event import Code, Event, verify
from tournaments.swiss.generator import NOTHING_UNUSUAL, Chances, generate


def codes(event: Event) -> Counter[Code]:
    return Counter(result.code for player in event.players for result in player.results)


def test_the_same_seed_is_the_same_event() -> None:
    assert generate(12, 5, 3) == generate(12, 5, 3)


def test_another_seed_is_another_event() -> None:
    assert generate(12, 5, 3) != generate(12, 5, 4)


def test_an_event_is_played_to_its_end() -> None:
    event = generate(16, 5, 1)
    assert (event.finished, len(event.players), event.rounds) == (5, 16, 5)


def test_the_results_of_an_event_fit_together() -> None:
    for seed in range(20):
        verify(generate(9, 4, seed))


def test_players_are_numbered_by_rating() -> None:
    ratings = [player.rating or 0 for player in generate(30, 1, 1).players]
    assert ratings == sorted(ratings, reverse=True)


def test_nobody_meets_twice() -> None:
    for player in generate(14, 7, 5).players:
        met = [result.opponent for result in player.results if result.code.is_played]
        assert len(met) == len(set(met))


def test_without_chances_everybody_plays_every_round() -> None:
    event = generate(10, 5, 2, chances=NOTHING_UNUSUAL)
    assert set(codes(event)) <= {Code.WIN, Code.DRAW, Code.LOSS}


def test_everything_that_can_happen_happens() -> None:
    chances = Chances(unrated=20, full_bye=4, forfeit=10)
    event = generate(81, 7, 1, chances=chances, boards=by_score)
    usual = set(Code) - {Code.UNRATED_WIN, Code.UNRATED_DRAW, Code.UNRATED_LOSS}
    assert set(codes(event)) == usual
    assert any(player.rating is None for player in event.players)


def test_who_has_withdrawn_stays_away() -> None:
    chances = Chances(late_entry=0, withdrawal=20, absence=0, half_bye=0)
    event = generate(40, 6, 1, chances=chances, boards=by_score)
    gone = [player for player in event.players if player.results[2].code is Code.ABSENT]
    assert gone
    for player in gone:
        assert {result.code for result in player.results[2:]} == {Code.ABSENT}


def test_who_enters_late_is_absent_before() -> None:
    chances = Chances(late_entry=50, withdrawal=0, absence=0, half_bye=0)
    event = generate(40, 6, 1, chances=chances, boards=by_score)
    late = [player for player in event.players if player.results[0].code is Code.ABSENT]
    assert late
    assert all(player.results[3].code is not Code.ABSENT for player in late)


def test_an_event_ends_where_no_legal_pairing_is_left() -> None:
    event = generate(4, 9, 1, chances=NOTHING_UNUSUAL)
    assert event.finished == 3
    assert all(len(player.results) == 3 for player in event.players)
