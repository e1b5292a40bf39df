"""Is what the columns of a game say what its rows say? Every game is replayed from its plies."""

from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from django.db.models import Count, Exists, F, OuterRef

from games.models import (
    Analysis,
    AnalysisState,
    BotTurn,
    Bout,
    Conditions,
    Game,
    GameStatus,
    Move,
    ResultEvent,
    Termination,
    TurnState,
)
from games.rules import MoveError, Position, Tree, TreeError
from games.rules.plies import SIDE_CHOICE_PLY, SWAP
from games.services.finishing import breakdown
from games.services.placing import replay
from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from sumendi_site.snapshot import snapshot

Check = Callable[[], Iterator[str]]

_further: dict[Check, tuple[str, ...]] = {}


def add_check(check: Check, *compared: str) -> None:
    """Let an app above the games say what is wrong with its own rows, too: `compared` names what
    it looks at. Registering twice is once."""
    _further[check] = compared


def compared() -> list[str]:
    """What `contradictions` compares the games with."""
    own = ["plies", "results", "conditional moves", "analyses", "turns of bots", "bouts", "bans"]
    return [*own, *chain.from_iterable(_further.values())]


def contradictions() -> Iterator[str]:
    """A sentence for each thing that is wrong, game by game; none when all is well. All is read as
    of one instant, so play goes on meanwhile."""
    with snapshot():
        yield from _contradictions_of_games()
        yield from _gaps_in_results()
        yield from _contradictions_of_conditions()
        yield from _contradictions_of_analyses()
        yield from _contradictions_of_turns()
        yield from _contradictions_of_bouts()
        yield from _contradictions_of_bans()
        for check in _further:
            yield from check()


def _contradictions_of_games() -> Iterator[str]:
    games = Game.objects.select_related("first", "second").prefetch_related(
        "moves", "result_events"
    )
    for game in games.order_by("pk").iterator(chunk_size=500):
        for problem in _contradictions_of(game):
            yield f"Game {game.pk}: {problem}"


def _contradictions_of(game: Game) -> Iterator[str]:
    try:
        position = replay(game.size, (move.text for move in game.moves.all()))
    except MoveError as error:
        yield f"its plies cannot be replayed: {error}"
        return
    if game.position != str(position):
        yield "the position is not what its plies lead to."
    if game.swapped != _swapped(game):
        yield "its sides are not what the side choice says."
    if [move.ply for move in game.moves.all()] != list(range(1, game.ply_count + 1)):
        yield f"its plies are not numbered from 1 to {game.ply_count}."
    if game.is_running and game.to_move_id != _next_player(game, position):
        yield "it is not the turn of the player whose turn it says."
    if game.is_running and game.deadline is not None and _is_house_players_turn(game):
        yield "a clock runs although a house player is to move."
    if game.is_running and position.is_over:
        yield "it runs on although no placement is left."
    if game.status == GameStatus.SCORING and not position.is_over:
        yield "it waits for its score although a placement is left."
    if any(not _answers(*plies) for plies in pairwise([None, *game.moves.all()])):
        yield "a ply was made by condition that answers no other at once."
    yield from _contradictions_of_the_end(game, position)


def _answers(before: Move | None, move: Move | None) -> bool:
    """Whether a ply that was made by condition followed another one without any time."""
    if move is None or not move.by_condition:
        return True
    return before is not None and before.made == move.made and move.seconds == 0


def _swapped(game: Game) -> bool | None:
    choices = [move.text for move in game.moves.all() if move.ply == SIDE_CHOICE_PLY]
    return choices[0] == SWAP if choices else None


def _next_player(game: Game, position: Position) -> int:
    if game.ply_count < SIDE_CHOICE_PLY:
        return game.second_id if game.ply_count else game.first_id
    return game.player_on(position.turn).pk


def _is_house_players_turn(game: Game) -> bool:
    player = game.first if game.to_move_id == game.first_id else game.second
    return player.kind == User.Kind.HOUSE


def _contradictions_of_the_end(game: Game, position: Position) -> Iterator[str]:
    events = list(game.result_events.all())
    if game.is_over and not events and not game.is_mere_look:
        yield "it is over but has no result event."
    if events and not game.is_over:
        yield "it has a result event but is not over."
    if events and (events[-1].result, events[-1].termination) != (game.result, game.termination):
        yield "its last result event tells another end."
    if game.termination != Termination.SCORE:
        return
    score = position.score()
    if (game.result, game.score) != (score.result, breakdown(score)):
        yield "its score is not that of its last position."


def _gaps_in_results() -> Iterator[str]:
    numbers = ResultEvent.objects.order_by("number").values_list("number", flat=True)
    for expected, number in enumerate(numbers.iterator(), start=1):
        if number != expected:
            yield f"Result events: number {expected} is missing."
            return


def _contradictions_of_analyses() -> Iterator[str]:
    """Of a game that is analysed each position but that after the side choice has its figures."""
    running = Analysis.objects.exclude(game__status=GameStatus.FINISHED).order_by("pk")
    for game_id in running.values_list("game", flat=True):
        yield f"Game {game_id}: it is analysed although it is not over."
    done = Analysis.objects.filter(state=AnalysisState.DONE).annotate(found=Count("positions"))
    for game_id in done.exclude(found=F("game__ply_count")).values_list("game", flat=True):
        yield f"Game {game_id}: its analysis is done but lacks figures."


def _contradictions_of_conditions() -> Iterator[str]:
    rows = Conditions.objects.select_related("game").prefetch_related("game__moves")
    for conditions in rows.order_by("pk").iterator(chunk_size=500):
        plies = [move.text for move in conditions.game.moves.all()][: conditions.from_ply]
        if len(plies) < conditions.from_ply:
            yield f"Conditional moves {conditions.pk}: they begin after a ply that was not played."
            continue
        try:
            start = replay(conditions.game.size, plies)
        except MoveError:
            continue  # a contradiction of the game's own
        try:
            Tree.parse(conditions.tree, start, conditions.from_ply)
        except TreeError as error:
            yield f"Conditional moves {conditions.pk}: {error}"


def _contradictions_of_turns() -> Iterator[str]:
    made = Move.objects.filter(game=OuterRef("game"), ply=OuterRef("ply"), text=OuterRef("move"))
    done = BotTurn.objects.filter(state=TurnState.DONE, game__isnull=False)
    for game, ply in done.exclude(Exists(made)).order_by("pk").values_list("game", "ply"):
        yield f"Game {game}: its ply {ply} is not what the bot's turn says."


def _contradictions_of_bouts() -> Iterator[str]:
    for bout in Bout.objects.order_by("pk").iterator(chunk_size=500):
        try:
            position = str(replay(bout.size, bout.moves))
        except MoveError as error:
            yield f"Bout {bout.pk}: its plies cannot be replayed: {error}"
            continue
        if bout.position != position:
            yield f"Bout {bout.pk}: the position is not what its plies lead to."


def _contradictions_of_bans() -> Iterator[str]:
    bans = Sanction.objects.filter(kind=SanctionKind.BAN, lifted=None, person__is_active=True)
    for name in bans.order_by("pk").values_list("person__username", flat=True):
        yield f"{name} is banned, but the account is open."
