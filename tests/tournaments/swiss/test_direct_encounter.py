from tests.tournaments.swiss.files import event_of
from tournaments.swiss.event import Event
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks import explain, parse_list


def places(event: Event, code: str = "DE", **options: bool) -> dict[int, int]:
    lines = standings(event, parse_list(code), **options)
    return {line.number: int(line.values[1].amount or 0) for line in lines}


def test_the_winner_of_the_game_between_two_is_first() -> None:
    event = event_of("2w0 F", "1b1 Z")
    assert places(event) == {1: 2, 2: 1}


def test_a_draw_decides_nothing() -> None:
    assert places(event_of("2w=", "1b=")) == {1: 0, 2: 0}


def test_who_is_not_tied_has_no_place() -> None:
    assert places(event_of("2w1", "1b0")) == {1: 0, 2: 0}


def test_several_games_against_an_opponent_count_on_average() -> None:
    event = event_of("2w1 2b= 2w= Z", "1b0 1w= 1b= F")
    lines = {line.number: line for line in standings(event, parse_list("DE"))}
    assert explain(lines[2].values[1]).startswith("DE: place 2 (1/3")


def test_a_lead_that_missing_games_could_undo_decides_nothing() -> None:
    # 1 beat 2, but 3 could still win twice.
    event = event_of("2w1 Z", "1b0 F", "F Z")
    assert places(event) == {1: 0, 2: 0, 3: 0}


def test_who_leads_whatever_the_missing_game_brings_is_first() -> None:
    # 1 beat 2, 3 and 4; 2 and 3 have not met.
    event = event_of("2w1 3b1 4w1 Z Z", "1b0 4w1 F F Z", "4b0 1w0 F F F", "3w1 2b0 1b0 F F")
    assert places(event)[1] == 1


def test_a_forfeit_is_no_meeting_unless_asked() -> None:
    event = event_of("2w+ Z", "1b- F")
    assert places(event) == {1: 0, 2: 0}
    assert places(event, "DE/P") == {1: 1, 2: 2}


def test_in_a_round_robin_a_forfeit_is_a_meeting() -> None:
    event = event_of("2w+ Z", "1b- F")
    assert places(event, is_round_robin=True) == {1: 1, 2: 2}


def test_those_who_stay_tied_are_looked_at_again_among_themselves() -> None:
    # All have met and are tied: by these games 1 and 2 have two points, 3 and 4 one, and then
    # 1 beat 2 and 3 beat 4.
    event = event_of("2w1 3b1 4w0 Z", "1b0 4w1 3b1 Z", "4b1 1w0 2w0 F", "3w0 2b0 1b1 F")
    assert places(event) == {1: 1, 2: 2, 3: 3, 4: 4}
