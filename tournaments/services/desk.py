"""Finding a board of an event for one of its organisers, or for one who plays on it."""

from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from tournaments.models import Pairing, State, Tournament

from .errors import BoardNotFound, CannotDecide, NoReason, NotADirector, OwnBoard, WrongState
from .locking import lock

LONGEST_REASON = 300


def lock_board(pairing_id: int) -> tuple[Tournament, Pairing]:
    """The board of a published round, and its event, which is locked. Raises BoardNotFound."""
    tournament_id = Tournament.objects.filter(all_rounds__pairings=pairing_id)
    found = tournament_id.values_list("pk", flat=True).first()
    if found is None:
        raise BoardNotFound
    tournament = lock(found)
    boards = Pairing.objects.select_related(
        "round__tournament", "white__player__owner", "black__player__owner"
    )
    pairing = boards.filter(pk=pairing_id).first()
    if pairing is None or not pairing.round.is_out:
        raise BoardNotFound
    return tournament, pairing


def lock_for_decision(director: User, pairing_id: int) -> tuple[Tournament, Pairing]:
    """The same, for an organiser who may decide about it: nobody decides in their own cause.
    Raises NotADirector, OwnBoard, WrongState, and CannotDecide for a board without a game."""
    tournament, pairing = lock_board(pairing_id)
    if not tournament.is_directed_by(director):
        raise NotADirector
    if director.pk in interested(pairing):
        raise OwnBoard
    if tournament.state not in (State.RUNNING, State.FINISHED):
        raise WrongState("This tournament is not being played.")
    if pairing.game_id is None:
        raise CannotDecide("No game is played on this board.")
    return tournament, pairing


def interested(pairing: Pairing) -> set[int | None]:
    """Who plays on the board, and whose bots do."""
    players = [entry.player for entry in (pairing.white, pairing.black) if entry]
    return {pk for player in players if player for pk in (player.pk, player.owner_id)} - {None}


def is_final(tournament: Tournament, pairing: Pairing) -> bool:
    """Whether the pairings of the next round are out, or the event is over."""
    later = tournament.all_rounds.filter(number__gt=pairing.round.number)
    return not tournament.is_running or later.out().exists()


def reason(why: str) -> str:
    """What is shown of it. Raises NoReason where there is nothing, or too much."""
    seen = strip_invisible(why)
    if not seen:
        raise NoReason("Say why: both players see the reason.")
    if len(seen) > LONGEST_REASON:
        raise NoReason(f"A reason has at most {LONGEST_REASON} characters.")
    return seen
