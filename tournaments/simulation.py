"""Whole events of made-up players, played by chance through the services: the same seed gives the
same facts, though not the same instants."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.house import Level
from games.models import Game, GameStatus, Move, Termination
from games.rules import Position
from games.rules.plies import SIDE_CHOICE_PLY, SWAP
from games.services.finishing import adjudicate
from games.services.finishing import finish as finish_game
from games.services.house_games import answer_as
from games.services.locking import lock as lock_game
from sumendi_site.accounts.models import User
from tournaments.models import ByeKind, Entry, Pairing, PairingMode, Round, Tournament
from tournaments.services import booking, byes, deciding, entering, settings, starting
from tournaments.services.closing import close_if_over
from tournaments.services.errors import NoPairing, TournamentError
from tournaments.services.finishing import finish
from tournaments.services.locking import lock
from tournaments.services.publishing import next_round
from tournaments.services.verdicts import Verdict
from tournaments.swiss.generator import NOTHING_UNUSUAL, Chances

End = Callable[[Game, Random], None]
"""Brings a game to its end."""
UNUSABLE = "!"  # as a password
Look = Callable[[Round], None]
"""Looks at a round that has just been published."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An event to simulate. `chances` are in percent, of all players before each round or of all
    games; draws are up to who plays the games. `correction` is the chance that an earlier game gets
    another result after a round."""

    players: int
    rounds: int
    seed: int
    size: int = 5
    pairing_mode: str = PairingMode.COLOUR_FREE
    chances: Chances = NOTHING_UNUSUAL
    correction: int = 0
    settings: dict[str, Any] = field(default_factory=dict)


def simulate(plan: Plan, end: End, look: Look | None = None) -> Tournament:
    """Play the event to its end, `end` playing each game. It ends early when too few are left or
    the rules leave no pairing. A `look` is taken at each round as soon as its pairings are out.
    The event is not automatic, so that the workers of a running site leave its rounds alone; one
    that fails is called off, and so are its games that run."""
    source = Random(plan.seed)  # noqa: S311  # an experiment, not a secret
    organiser, *field_ = _accounts(plan.players + 1, plan.seed)
    tournament = _open(plan, organiser)
    try:
        _play_all(tournament, source, plan, field_, end, look)
    except BaseException:
        _call_off(tournament)
        raise
    tournament.refresh_from_db()
    return tournament


def _play_all(
    tournament: Tournament,
    source: Random,
    plan: Plan,
    field_: list[User],
    end: End,
    look: Look | None,
) -> None:
    late = {player for player in field_[2:] if _happens(source, plan.chances.late_entry)}
    for player in field_:
        if player not in late:
            entering.enter(player, tournament.slug)
    starting.start(None, tournament.slug)
    Tournament.objects.filter(pk=tournament.pk).update(first_seat_drawn=source.choice("wb"))
    while round_ := _publish(tournament, source, plan, late):
        if look is not None:
            look(round_)
        _play(round_, source, plan, end)
        _correct(round_, source, plan)
    tournament.refresh_from_db()
    if tournament.is_running:
        finish(None, tournament.slug)


@transaction.atomic
def _call_off(tournament: Tournament) -> None:
    settings.cancel(tournament.organiser, tournament.slug, "The simulation failed.")
    running = Game.objects.running().filter(pairing__round__tournament=tournament)
    for pk in running.values_list("pk", flat=True):
        finish_game(lock_game(pk), "", Termination.CANCELLED, timezone.now())


def play_as(player: Level) -> End:
    """Both players play as this house player would, from the first ply to the score."""

    def end(game: Game, source: Random) -> None:
        position, plies = game.current, list[str]()
        swapped = False
        while not position.is_over:
            text = answer_as(player, position, len(plies) + 1, source)
            plies.append(text)
            if len(plies) == SIDE_CHOICE_PLY:
                swapped = text == SWAP
            else:
                position = position.play(text)
        _store(game.pk, plies, position, swapped)
        adjudicate(game.pk)

    return end


@transaction.atomic
def _store(game_id: int, plies: list[str], position: Position, swapped: bool) -> None:
    """The game as its last ply leaves it: it waits for its score."""
    game = lock_game(game_id)
    black, white = (game.second, game.first) if swapped else (game.first, game.second)
    now = timezone.now()
    Move.objects.bulk_create(
        Move(game=game, ply=ply, player=_mover(game, ply, black, white), text=text, made=now)
        for ply, text in enumerate(plies, start=1)
    )
    game.position, game.ply_count, game.swapped = str(position), len(plies), swapped
    game.status, game.to_move, game.deadline = GameStatus.SCORING, None, None
    game.next_warning = None
    game.save()


def _mover(game: Game, ply: int, black: User, white: User) -> User:
    """Black makes the first placement, then the second player chooses, and White goes on."""
    if ply <= SIDE_CHOICE_PLY:
        return game.first if ply == 1 else game.second
    return white if ply % 2 else black


def _accounts(count: int, seed: int) -> list[User]:
    """New accounts that nobody can sign in to; those of an earlier run are taken again."""
    names = [f"sim-{seed}-{number:04}" for number in range(count)]
    known = set(User.objects.filter(username__in=names).values_list("username", flat=True))
    new = (name for name in names if name not in known)
    User.objects.bulk_create(User(username=name, password=UNUSABLE) for name in new)
    return list(User.objects.filter(username__in=names).order_by("username"))


def _open(plan: Plan, organiser: User) -> Tournament:
    terms: dict[str, Any] = {
        "name": f"Simulation {plan.seed}",
        "rounds": plan.rounds,
        "size": plan.size,
        "time_control": "3d",
        "pairing_mode": plan.pairing_mode,
        "most_entries": max(2, plan.players),
    }
    by_the_plan = {"is_automatic": False}
    tournament = settings.create(organiser, **terms | plan.settings | by_the_plan)
    return settings.open_registration(organiser, tournament.slug)


def _publish(tournament: Tournament, source: Random, plan: Plan, late: set[User]) -> Round | None:
    """The next round; None after the last one, and where the event cannot go on."""
    tournament.refresh_from_db()
    if not tournament.is_running or tournament.all_rounds.count() >= tournament.rounds:
        return None
    number = tournament.all_rounds.count() + 1
    _happenings(tournament, number, source, plan, late)
    try:
        return next_round(tournament.slug)
    except NoPairing:
        _end_early(tournament, number)
        return None


def _end_early(tournament: Tournament, number: int) -> None:
    """The rounds so far are all; an event without any is called off."""
    if number == 1:
        settings.cancel(tournament.organiser, tournament.slug, "Nobody can be paired.")
    else:
        settings.change(tournament.organiser, tournament.slug, rounds=number - 1)


def _happenings(
    tournament: Tournament, number: int, source: Random, plan: Plan, late: set[User]
) -> None:
    """Who comes late, leaves, or does not play this round."""
    slug, chances = tournament.slug, plan.chances
    for player in sorted(late, key=lambda player: player.pk):
        if number > 1 and _happens(source, 50):
            late.discard(player)
            _try(partial(entering.enter, player, slug))
    for entry in tournament.entries.playing().select_related("player"):
        if number > 1 and _happens(source, chances.withdrawal):
            entering.withdraw(entry.account, slug)
        elif _happens(source, chances.absence):
            _ask(entry, slug, number, ByeKind.ZERO)
        elif _happens(source, chances.half_bye):
            _ask(entry, slug, number, ByeKind.HALF)


def _ask(entry: Entry, slug: str, number: int, kind: str) -> None:
    _try(partial(byes.ask_bye, entry.account, slug, number, kind))


def _try(act: Callable[[], object]) -> None:
    """What the rules of the event refuse does not happen."""
    try:
        act()
    except TournamentError:
        return


def _play(round_: Round, source: Random, plan: Plan, end: End) -> None:
    boards = round_.pairings.exclude(game=None).select_related("game__first", "game__second")
    organiser = round_.tournament.organiser
    for board in boards.order_by("board"):
        if board.game is None:
            continue
        if _happens(source, plan.chances.forfeit):
            deciding.forfeit(organiser, board.pk, _absent(source, plan), "Nobody came.")
        else:
            end(board.game, source)
    booking.book()
    _close(round_)


def _absent(source: Random, plan: Plan) -> Verdict:
    if _happens(source, plan.chances.double_forfeit):
        return Verdict.BOTH_FORFEIT
    return source.choice((Verdict.FIRST_FORFEITS, Verdict.SECOND_FORFEITS))


@transaction.atomic
def _close(round_: Round) -> None:
    tournament = lock(round_.tournament_id)
    round_.refresh_from_db()
    close_if_over(tournament, round_)


def _correct(round_: Round, source: Random, plan: Plan) -> None:
    """Now and then an organiser finds that a game had another result."""
    if not _happens(source, plan.correction):
        return
    played = Pairing.objects.filter(round__tournament=round_.tournament_id).exclude(game=None)
    board = source.choice(list(played.order_by("pk")))
    verdict = source.choice((Verdict.FIRST_WINS, Verdict.DRAW, Verdict.SECOND_WINS))
    organiser = round_.tournament.organiser
    _try(partial(deciding.correct, organiser, board.pk, verdict, "It was read wrongly."))


def _happens(source: Random, percent: int) -> bool:
    return source.randrange(100) < percent
