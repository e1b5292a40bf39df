import pytest

from tests.games.factories import make_bot, make_user
from tests.tournaments.factories import (
    DRAWN,
    boards,
    make_entries,
    make_organiser,
    make_running,
    make_tournament,
    play_round,
    publish_round,
    start,
)
from tournaments.models import Act, Pairing
from tournaments.services import (
    advancing,
    byes,
    entering,
    forbidding,
    pairing,
    publishing,
)
from tournaments.services.errors import (
    BadBoards,
    BoardFault,
    NoPairing,
    NoRoundLeft,
    RoundIsOut,
    RoundNotFound,
    RoundNotOver,
    StaleDraft,
    WayOut,
    WrongState,
)
from tournaments.services.events import event_of
from tournaments.services.tables import standings
from tournaments.swiss.entrants import Mode
from tournaments.swiss.event import Code, Colour, verify
from tournaments.swiss.pairing import pair_round

pytestmark = pytest.mark.django_db


def player(tournament, number):
    return tournament.entries.get(number=number).player


# The event as the engine takes it


def test_an_event_is_read_in_five_queries(django_assert_num_queries):
    tournament = make_running(5)
    play_round(tournament)
    byes.ask_bye(player(tournament, 1), tournament.slug, 2)
    with django_assert_num_queries(5):
        event_of(tournament)


def test_the_engine_gets_results_byes_and_absences():
    tournament = make_running(5)
    play_round(tournament, [DRAWN])
    entering.withdraw(player(tournament, 5), tournament.slug)
    byes.ask_bye(player(tournament, 1), tournament.slug, 2)
    event = event_of(tournament)
    verify(event)
    first, second, *_, last = event.players
    assert [result.code for result in first.results] == [Code.DRAW, Code.HALF_BYE]
    assert first.results[0].colour is Colour.WHITE
    assert second.results[0].code in (Code.WIN, Code.LOSS)
    assert [result.code for result in last.results] == [Code.ALLOCATED_BYE, Code.ABSENT]


def test_a_late_entry_missed_the_rounds_before():
    tournament = make_running(4)
    play_round(tournament)
    entering.enter(make_user("late-1"), tournament.slug)
    assert [result.code for result in event_of(tournament).players[4].results] == [Code.ABSENT]
    play_round(tournament)
    codes = [result.code for result in event_of(tournament).players[4].results]
    assert codes[0] is Code.ABSENT
    assert codes[1].is_paired


def test_earlier_rounds_can_be_read_alone():
    tournament = make_running(4)
    play_round(tournament)
    play_round(tournament)
    event = event_of(tournament, finished=1)
    assert event.finished == 1
    assert {len(one.results) for one in event.players} == {1}


def test_boards_that_are_being_played_have_no_result_yet():
    tournament = make_running(4)
    publish_round(tournament)
    event = event_of(tournament, finished=1)
    verify(event)
    assert {one.results for one in event.players} == {event.players[0].results}


def test_an_owner_and_own_bots_are_a_group_that_never_meets():
    tournament = make_tournament(rounds=1)
    amaia, _, _ = (entry.player for entry in make_entries(tournament, 3))
    entering.enter_bot(amaia, tournament.slug, make_bot(amaia))
    start(tournament)
    assert [group.players for group in event_of(tournament).forbidden] == [(1, 4)]
    assert not {(1, 4), (4, 1)} & set(boards(publish_round(tournament)))


# Drafts


def test_a_round_is_paired_as_the_engine_does_and_keeps_the_reasons():
    tournament = make_running(8)
    play_round(tournament)
    expected = pair_round(event_of(tournament), Mode.FREE)
    draft = pairing.pair(make_organiser(), tournament.slug)
    assert boards(draft) == [(pair.white, pair.black) for pair in expected]
    reasons = draft.pairings.get(board=1).reasons
    assert reasons["bracket"] == expected[0].reasons.bracket
    assert reasons["colour_rule"] == expected[0].reasons.colour_rule


def test_the_dutch_system_is_chosen_by_the_setting():
    tournament = make_running(8, pairing_mode="dutch")
    play_round(tournament)
    expected = pair_round(event_of(tournament), Mode.DUTCH)
    draft = pairing.pair(make_organiser(), tournament.slug)
    assert boards(draft) == [(pair.white, pair.black) for pair in expected]


def test_pairing_again_gives_the_same_draft():
    tournament = make_running(7)
    draft = pairing.pair(make_organiser(), tournament.slug)
    before = boards(draft)
    assert pairing.pair(make_organiser(), tournament.slug) == draft
    assert boards(draft) == before
    assert Pairing.objects.count() == 4


def test_the_next_round_waits_for_the_one_before():
    tournament = make_running(4)
    publish_round(tournament)
    with pytest.raises(RoundNotOver):
        pairing.pair(make_organiser(), tournament.slug)


def test_after_the_last_round_nothing_is_paired():
    tournament = make_running(4, rounds=1)
    play_round(tournament)
    with pytest.raises(NoRoundLeft):
        pairing.pair(make_organiser(), tournament.slug)


def test_before_the_start_nothing_is_paired():
    with pytest.raises(WrongState):
        pairing.pair(make_organiser(), make_tournament().slug)


def test_a_round_that_cannot_be_paired_tells_the_ways_out_and_is_logged_once():
    tournament = make_running(2, rounds=1)
    one, two = player(tournament, 1), player(tournament, 2)
    forbidding.forbid(make_organiser(), tournament.slug, one, two)
    for _ in range(2):
        with pytest.raises(NoPairing) as refused:
            pairing.pair(None, tournament.slug)
    assert refused.value.ways == (WayOut.ALLOW_FORBIDDEN,)  # nobody has met anybody yet
    assert not tournament.all_rounds.exists()
    assert tournament.log.filter(act=Act.NO_PAIRING).count() == 1


def test_players_who_have_all_met_can_shorten_the_event():
    tournament = make_running(4)
    for _ in range(3):
        play_round(tournament)
    tournament.rounds = 4
    tournament.save()
    with pytest.raises(NoPairing) as refused:
        pairing.pair(make_organiser(), tournament.slug)
    assert refused.value.ways == (WayOut.SHORTEN, WayOut.ALLOW_REMATCH)


def test_one_player_alone_is_no_round():
    tournament = make_running(2)
    entering.withdraw(player(tournament, 2), tournament.slug)
    with pytest.raises(NoPairing, match="two players"):
        pairing.pair(make_organiser(), tournament.slug)


@pytest.mark.parametrize("left", [1, 0])
def test_a_round_robin_is_played_to_its_end_though_nobody_is_left_to_play_it(left):
    tournament = make_running(4, format="round_robin", most_entries=8, is_automatic=True)
    for entry in tournament.entries.order_by("number")[left:]:
        entering.withdraw(entry.player, tournament.slug)
    while advancing.go_on(tournament.pk):
        pass
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert standings(tournament).lines[0].points == ("3.0" if left else "0.0")


def test_who_has_closed_the_account_is_not_paired():
    tournament = make_running(5)
    gone = player(tournament, 5)
    gone.is_active = False
    gone.save()
    assert 5 not in {n for board in boards(publish_round(tournament)) for n in board}
    assert tournament.entries.get(number=5).withdrawn


def test_undoing_a_draft_twice_is_no_error():
    tournament = make_running(4)
    pairing.pair(make_organiser(), tournament.slug)
    for _ in range(2):
        pairing.undo(make_organiser(), tournament.slug, 1)
    assert not tournament.all_rounds.exists()
    assert tournament.log.filter(act=Act.UNDONE).count() == 1


def test_what_is_published_is_not_undone():
    tournament = make_running(4)
    publish_round(tournament)
    with pytest.raises(RoundIsOut):
        pairing.undo(make_organiser(), tournament.slug, 1)


# By hand


def test_boards_by_hand_are_kept_in_their_order():
    tournament = make_running(4)
    draft = pairing.by_hand(make_organiser(), tournament.slug, 1, [(4, 1), (2, 3)])
    assert boards(draft) == [(4, 1), (2, 3)]
    assert set(draft.pairings.values_list("by_hand", flat=True)) == {True}


def test_boards_that_stay_as_paired_keep_their_reasons():
    tournament = make_running(6)
    same, (a, b), (c, d) = boards(pairing.pair(make_organiser(), tournament.slug))
    draft = pairing.by_hand(make_organiser(), tournament.slug, 1, [same, (a, d), (c, b)])
    kept = draft.pairings.get(board=1)
    assert not kept.by_hand
    assert kept.reasons["bracket"] == 0


@pytest.mark.parametrize(
    ("pairs", "fault"),
    [
        ([(1, 2), (3, 1), (4, 5)], BoardFault.TWICE),
        ([(1, 1), (2, 3), (4, 5)], BoardFault.TWICE),
        ([(1, 2), (3, 9), (4, 5)], BoardFault.NOT_PRESENT),
        ([(1, 2), (3, 4)], BoardFault.MISSING),
        ([(1, 2), (3, 4), (None, 5)], BoardFault.MISSING),
        ([(1, 2), (3, None), (4, None), (5, None)], BoardFault.BYES),
        ([(1, 3), (2, 4), (5, None)], BoardFault.SECOND_BYE),
        ([(3, 1), (2, 5), (4, None)], BoardFault.REMATCH),
        ([(2, 3), (1, 5), (4, None)], BoardFault.FORBIDDEN),
    ],
)
def test_boards_by_hand_are_checked(pairs, fault):
    tournament = make_running(5)
    assert boards(play_round(tournament)) == [(1, 3), (4, 2), (5, None)]
    two, three = player(tournament, 2), player(tournament, 3)
    forbidding.forbid(make_organiser(), tournament.slug, two, three)
    if fault is BoardFault.SECOND_BYE:
        pairs = [(1, 2), (3, 4), (5, None)]
    with pytest.raises(BadBoards) as refused:
        pairing.by_hand(make_organiser(), tournament.slug, 2, pairs)
    assert refused.value.reason == fault
    assert tournament.all_rounds.count() == 1


def test_a_forbidden_pair_is_refused_with_the_way_to_allow_it():
    tournament = make_running(4)
    pair = player(tournament, 1), player(tournament, 2)
    forbidding.forbid(make_organiser(), tournament.slug, *pair)
    with pytest.raises(BadBoards, match="an organiser can allow them again"):
        pairing.by_hand(make_organiser(), tournament.slug, 1, [(1, 2), (3, 4)])


def test_one_rematch_can_be_allowed_and_no_second_one():
    tournament = make_running(4)
    (a, b), (c, d) = boards(play_round(tournament))
    with pytest.raises(BadBoards, match="one rematch"):
        pairing.by_hand(make_organiser(), tournament.slug, 2, [(a, b), (c, d)], allow_rematch=True)
    extra = [entering.enter(make_user(name), tournament.slug).number for name in ("l-1", "l-2")]
    rest = [(a, b), (c, extra[0]), (d, extra[1])]
    draft = pairing.by_hand(make_organiser(), tournament.slug, 2, rest, allow_rematch=True)
    assert boards(draft) == rest


def test_only_the_next_round_is_paired_by_hand():
    tournament = make_running(4)
    play_round(tournament)
    with pytest.raises(RoundIsOut):
        pairing.by_hand(make_organiser(), tournament.slug, 1, [(1, 2), (3, 4)])


# Checks


def test_a_draft_of_the_engine_is_by_the_rules():
    tournament = make_running(6)
    pairing.pair(make_organiser(), tournament.slug)
    checked = pairing.check(make_organiser(), tournament.slug, 1)
    assert checked.is_by_the_rules
    assert checked.round.state == "checked"


def test_a_check_tells_the_boards_that_differ():
    tournament = make_running(4)
    expected = boards(pairing.pair(make_organiser(), tournament.slug))
    pairing.by_hand(make_organiser(), tournament.slug, 1, [(1, 2), (3, 4)])
    checked = pairing.check(make_organiser(), tournament.slug, 1)
    assert checked.drafted == ((1, 2), (3, 4))
    assert set(checked.expected) == set(expected)


def test_what_was_not_drafted_is_not_checked():
    with pytest.raises(RoundNotFound):
        pairing.check(make_organiser(), make_running(4).slug, 1)


@pytest.mark.parametrize(
    "happens",
    [
        lambda tournament: entering.withdraw(player(tournament, 1), tournament.slug),
        lambda tournament: byes.ask_bye(player(tournament, 1), tournament.slug, 1),
        lambda tournament: entering.enter(make_user("late-1"), tournament.slug),
        lambda tournament: forbidding.forbid(
            make_organiser(), tournament.slug, player(tournament, 1), player(tournament, 3)
        ),
    ],
)
def test_a_draft_that_does_not_fit_any_more_is_not_published(happens):
    tournament = make_running(5)
    pairing.pair(make_organiser(), tournament.slug)
    happens(tournament)
    for act in (pairing.check, publishing.publish):
        with pytest.raises(StaleDraft):
            act(make_organiser(), tournament.slug, 1)
    pairing.pair(make_organiser(), tournament.slug)
    assert publishing.publish(make_organiser(), tournament.slug, 1).is_out
