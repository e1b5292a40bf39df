"""Do the boards of events say what their games do?"""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Prefetch, Q

from games.models import Game, ResultEvent
from tournaments.models import BookingCursor, Pairing, ProofState, Round, RoundState
from tournaments.swiss.event import MIRRORED, Code

from .results import codes_of

FITTING = {(one, other) for one, others in MIRRORED.items() for other in others}
BEING_PLAYED = (RoundState.PUBLISHED, RoundState.CLOSED)


def contradictions() -> Iterator[str]:
    """A sentence for each board that has another result than its game, and for each round that is
    further, or less far, than its boards."""
    yield from _of_boards()
    yield from _of_rounds()


def _of_boards() -> Iterator[str]:
    read = BookingCursor.objects.values_list("last", flat=True).first() or 0
    events = ResultEvent.objects.filter(number__lte=read).order_by("number").select_related("game")
    boards = Pairing.objects.filter(round__state__in=BEING_PLAYED).select_related(
        "round__tournament", "white", "black", "game"
    )
    with_events = boards.prefetch_related(Prefetch("game__result_events", queryset=events))
    for pairing in with_events.order_by("pk").iterator(chunk_size=500):
        for problem in _of_board(pairing):
            yield f"{pairing.round.tournament.slug}, {_where(pairing)}: {problem}"


def _where(pairing: Pairing) -> str:
    return f"round {pairing.round.number}, board {pairing.board}"


def _of_board(pairing: Pairing) -> Iterator[str]:
    codes = (pairing.white_code, pairing.black_code)
    if pairing.black is None:
        if codes != (Code.ALLOCATED_BYE, ""):
            yield "it is a bye and has another code."
        return
    if codes != ("", "") and codes not in FITTING:
        yield f"its codes {codes[0]} and {codes[1]} do not go together."
    if pairing.game is None:
        return
    players = (pairing.white.player_id, pairing.black.player_id)
    if (pairing.game.first_id, pairing.game.second_id) != players:
        yield "its game has other players."
    newest = list(pairing.game.result_events.all())[-1:]
    booked = codes_of(newest[0]) if newest else None
    if (booked or ("", "")) != codes and not _is_ahead(pairing, newest):
        yield "it has not the result that its game has."
    if pairing.game.proved and not _is_proved(pairing, pairing.game):
        yield "no proof says what its game is said to be proved to end with."


def _is_proved(pairing: Pairing, game: Game) -> bool:
    """The position that was adjudicated is still the one of the game."""
    proofs = pairing.proofs.filter(state=ProofState.PROVED, position=game.position)
    return proofs.filter(result=game.proved).exists()


def _is_ahead(pairing: Pairing, newest: list[ResultEvent]) -> bool:
    """Whether a decision was booked that the cursor has not come to yet."""
    return (pairing.booked or 0) > (newest[0].number if newest else 0)


def _of_rounds() -> Iterator[str]:
    undecided = Exists(Pairing.objects.filter(round=OuterRef("pk"), white_code=""))
    is_out = Q(state__in=BEING_PLAYED)
    for problem, found in (
        ("it is closed though a board has no result.", Q(undecided, state=RoundState.CLOSED)),
        ("it is closed and has not ended.", Q(state=RoundState.CLOSED, closed=None)),
        ("it is out and was never published.", Q(is_out, published=None)),
        ("it is a draft that was published.", Q(~is_out, published__isnull=False)),
    ):
        for round_ in Round.objects.filter(found).select_related("tournament").order_by("pk"):
            yield f"{round_.tournament.slug}, round {round_.number}: {problem}"
