"""A turn in a game, from the claim to the stored move, with a sandbox that runs nothing."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.bots.sandbox import Fault
from games.bots.turns import play_next
from games.models import (
    BotFault,
    BotRun,
    BotTurn,
    FaultKind,
    Game,
    GameStatus,
    Result,
    RunFault,
    Termination,
    TurnState,
    VersionState,
)
from games.services import pausing
from games.services.errors import ProgramAsked
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.bots.hosting import FakeKind, failing, make_hosted_bot, make_version
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def magma(amaia: User) -> User:
    return make_hosted_bot(amaia)


@pytest.fixture
def game(magma: User, unai: User) -> Game:
    """It is the bot's turn, at ply 1."""
    return make_game(magma, unai)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_the_answer_is_made_as_the_bots_move(game: Game) -> None:
    assert play_next(FakeKind())
    assert [move.text for move in game.moves.all()] == ["a1"]


def test_the_turn_tells_the_move_and_its_run(game: Game) -> None:
    play_next(FakeKind())
    turn = BotTurn.objects.get()
    assert (turn.state, turn.move, turn.lease) == (TurnState.DONE, "a1", None)
    assert BotRun.objects.values_list("answer", "fault", "wall").get() == ("a1", "", 0.03)


def test_there_is_nothing_to_play_without_a_turn(amaia: User) -> None:
    assert not play_next(FakeKind())


def test_a_game_waits_without_a_deadline_and_goes_on_with_one(game: Game) -> None:
    assert game.deadline is None
    play_next(FakeKind())
    assert fresh(game).deadline is not None


def test_the_clock_of_the_bot_runs_from_the_claim_on(game: Game) -> None:
    def think(told: dict[str, object]) -> dict[str, object]:
        clock.shift(timedelta(seconds=7))
        return {"move": "a1"}

    with time_machine.travel(timezone.now(), tick=False) as clock:
        clock.shift(timedelta(hours=5))
        play_next(FakeKind(think))
    assert game.moves.get().seconds == 7


def test_two_programs_play_a_whole_game(magma: User, unai: User) -> None:
    game = make_game(magma, make_hosted_bot(unai, "lapilli"))
    kind = FakeKind()
    for _ in range(60):
        if not play_next(kind):
            break
    assert fresh(game).status == GameStatus.SCORING
    services.adjudicate(game.pk)
    assert fresh(game).termination == Termination.SCORE


def test_the_first_fault_is_forgiven(game: Game) -> None:
    answers = iter([failing(Fault.CRASH, log=b"Traceback"), {"move": "a1"}])
    play_next(FakeKind(lambda told: next(answers)))
    assert game.moves.count() == 1
    assert BotRun.objects.values_list("fault", "log").first() == (RunFault.CRASH, "Traceback")
    assert not BotFault.objects.exists()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (failing(Fault.CRASH), FaultKind.CRASH),
        (failing(Fault.TIMEOUT), FaultKind.SLOW),
        (failing(Fault.MEMORY), FaultKind.MEMORY),
        (failing(Fault.BAD_OUTPUT), FaultKind.NO_ANSWER),
        ("no object", FaultKind.NO_ANSWER),
        ({"move": "nonsense"}, FaultKind.ILLEGAL),
        ({"move": "a1:a2-a3"}, FaultKind.ILLEGAL),
    ],
)
def test_the_second_fault_loses_the_game(game: Game, answer: object, kind: FaultKind) -> None:
    play_next(FakeKind(lambda told: answer))  # type: ignore[arg-type,return-value]
    game = fresh(game)
    assert (game.result, game.termination) == (Result.WHITE, Termination.FAULT)
    assert BotFault.objects.get().kind == kind
    assert BotTurn.objects.get().state == TurnState.FAILED
    assert BotRun.objects.count() == 2


def test_a_move_that_the_rules_refuse_says_why(game: Game) -> None:
    play_next(FakeKind(lambda told: {"move": "z9"}))
    run = BotRun.objects.last()
    assert run is not None
    assert (run.fault, run.answer) == (RunFault.ILLEGAL_MOVE, "z9")
    assert run.detail


def spoil_a_turn(magma: User, opponent: User) -> None:
    make_game(magma, opponent)
    play_next(FakeKind(lambda told: failing(Fault.CRASH)))


def test_five_spoiled_turns_in_a_row_pause_the_bot_and_its_owner_is_told(
    magma: User, amaia: User, unai: User
) -> None:
    waiting = make_game(magma, unai)
    BotTurn.objects.update(not_before=timezone.now() + timedelta(hours=1))
    for _ in range(5):
        spoil_a_turn(magma, unai)
    magma.bot.refresh_from_db()
    assert magma.bot.paused is not None
    assert Notice.objects.get(recipient=amaia, kind="bot_paused").text.body
    assert fresh(waiting).deadline is not None


def test_a_turn_that_succeeds_ends_the_row(magma: User, unai: User) -> None:
    for _ in range(4):
        spoil_a_turn(magma, unai)
    make_game(magma, unai)
    play_next(FakeKind())
    magma.bot.refresh_from_db()
    assert magma.bot.faults_in_a_row == 0


def test_a_paused_bot_is_not_asked_and_its_clock_runs(game: Game, magma: User) -> None:
    pausing.mark_paused(magma.pk, "Its owner paused it.")
    kind = FakeKind()
    play_next(kind)
    assert (kind.asked, BotTurn.objects.get().state) == ([], TurnState.DROPPED)
    assert fresh(game).deadline is not None


def test_a_bot_that_is_resumed_is_asked_again(game: Game, magma: User, amaia: User) -> None:
    pausing.pause_by_owner(amaia, "magma")
    assert fresh(game).deadline is not None
    pausing.resume(amaia, "magma")
    assert BotTurn.objects.get().state == TurnState.WAITING
    play_next(FakeKind())
    assert game.moves.count() == 1


def test_the_bot_of_an_owner_who_left_is_not_asked(game: Game, amaia: User) -> None:
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    kind = FakeKind()
    play_next(kind)
    assert kind.asked == []
    assert fresh(game).deadline is not None


def test_a_turn_of_a_game_that_is_over_is_dropped(game: Game, unai: User) -> None:
    services.cancel(game.pk, unai)
    assert not play_next(FakeKind())
    assert BotTurn.objects.get().state == TurnState.DROPPED


def test_a_game_that_ends_while_the_program_thinks_stays_as_it_ended(
    game: Game, unai: User
) -> None:
    def resigned_meanwhile(told: dict[str, object]) -> dict[str, object]:
        services.resign(game.pk, unai)
        return {"move": "a1"}

    play_next(FakeKind(resigned_meanwhile))
    assert (fresh(game).termination, game.moves.count()) == (Termination.RESIGNATION, 0)
    assert not BotRun.objects.exists()


def test_the_version_that_was_asked_finishes_its_turn(game: Game, magma: User) -> None:
    old = BotTurn.objects.get().version
    make_version(magma)
    kind = FakeKind()
    play_next(kind)
    turn = BotTurn.objects.get()
    assert (turn.version, turn.state) == (old, TurnState.DONE)
    old.refresh_from_db()
    assert old.state == VersionState.RETIRED


def test_a_program_has_no_more_time_than_its_clock(magma: User, unai: User) -> None:
    make_game(magma, unai, time_control="3s+1s")
    kind = FakeKind()
    play_next(kind)
    assert 2 < kind.limits[0].wall <= 3
    assert kind.asked[0]["budget_ms"] <= 3000


def test_a_program_whose_clock_runs_out_loses_on_time(magma: User, unai: User) -> None:
    game = make_game(magma, unai, time_control="3s+1s")

    def dawdle(told: dict[str, object]) -> object:
        clock.shift(timedelta(seconds=3))
        return failing(Fault.TIMEOUT)

    with time_machine.travel(timezone.now(), tick=False) as clock:
        play_next(FakeKind(dawdle))  # type: ignore[arg-type]
    game = fresh(game)
    assert (game.termination, game.result) == (Termination.TIMEOUT, Result.WHITE)
    assert BotFault.objects.get().kind == FaultKind.TIMEOUT


def test_no_second_try_is_begun_without_time_for_it(magma: User, unai: User) -> None:
    game = make_game(magma, unai, time_control="3s+1s")

    def crash_late(told: dict[str, object]) -> object:
        clock.shift(timedelta(seconds=4))
        return failing(Fault.CRASH)

    kind = FakeKind(crash_late)  # type: ignore[arg-type]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        play_next(kind)
    assert (fresh(game).termination, len(kind.asked)) == (Termination.TIMEOUT, 1)


def test_programs_among_themselves_have_less_time(magma: User, unai: User) -> None:
    make_game(magma, make_hosted_bot(unai, "lapilli"))
    kind = FakeKind()
    play_next(kind)
    assert (kind.limits[0].cpu, kind.limits[0].wall) == (2, 4)


def to_its_second_turn(game: Game, opponent: User) -> None:
    """After the bot's first ply: the side choice, and the opponent's placement."""
    services.play(game.pk, opponent, 2, "keep")
    services.play(game.pk, opponent, 3, "c4")


def test_a_program_gets_back_what_it_remembered(game: Game, unai: User) -> None:
    play_next(FakeKind(lambda told: {"move": "a1", "memory": {"plan": "left"}, "note": "Hm."}))
    to_its_second_turn(game, unai)
    kind = FakeKind()
    play_next(kind)
    assert kind.asked[0]["memory"] == {"plan": "left"}
    assert BotTurn.objects.get(ply=1).note == "Hm."


def test_a_new_version_begins_without_memories(game: Game, magma: User, unai: User) -> None:
    play_next(FakeKind(lambda told: {"move": "a1", "memory": 1}))
    make_version(magma)
    to_its_second_turn(game, unai)
    kind = FakeKind()
    play_next(kind)
    assert kind.asked[0]["memory"] is None


def test_nobody_moves_by_hand_while_the_program_has_the_turn(game: Game, magma: User) -> None:
    with pytest.raises(ProgramAsked):
        services.play(game.pk, magma, 1, "a1")


def test_the_owner_moves_by_hand_while_the_bot_is_paused(game: Game, magma: User) -> None:
    pausing.pause(magma.bot, "Lunch.")
    assert services.play(game.pk, magma, 1, "e5").move.text == "e5"


def test_an_answer_is_never_made_at_another_ply(game: Game, unai: User) -> None:
    def meanwhile(told: dict[str, object]) -> dict[str, object]:
        Game.objects.filter(pk=game.pk).update(ply_count=2, to_move=unai, swapped=False)
        return {"move": "a1"}

    play_next(FakeKind(meanwhile))
    assert (game.moves.count(), BotTurn.objects.get().state) == (0, TurnState.DROPPED)
