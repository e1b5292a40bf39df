"""Bouts: the games of checks and scrimmages, which have neither accounts nor clocks.

Their turns are played by the runner like those of games. Whoever changes a bout holds its row.
"""

import random
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.house import RANDOM, simple_answer
from games.models import (
    OPEN,
    BotTurn,
    BotVersion,
    Bout,
    BoutStatus,
    Result,
    Scrimmage,
    Termination,
    TurnRank,
    TurnState,
)
from games.rules import Position
from sumendi_site.accounts.models import User
from sumendi_site.queue import wake

from .hosted import PLAY
from .placing import make_ply

CHECK_SIZE = 5
AGAINST_ITSELF, AGAINST_RANDOM = 1, 2
"""The numbers of the two bouts of a check."""
LONGEST_DETAIL = 300


@transaction.atomic
def begin_check(version: BotVersion) -> None:
    """Let the version play itself, and the random player from the second seat. Doing it again
    changes nothing."""
    seats = {AGAINST_ITSELF: (version, version), AGAINST_RANDOM: (None, version)}
    for number, (first, second) in seats.items():
        bout, made = Bout.objects.get_or_create(
            check_of=version,
            number=number,
            defaults=_at_the_start(CHECK_SIZE) | {"first": first, "second": second},
        )
        if made:
            _go_on(bout)


@transaction.atomic
def begin_scrimmage_bouts(scrimmage: Scrimmage, count: int) -> None:
    """So many bouts, the seats by turns: `mine` has the first one in the odd ones. Doing it again
    changes nothing."""
    for number in range(1, count + 1):
        seats = (scrimmage.mine, scrimmage.theirs)
        first, second = seats if number % 2 else reversed(seats)
        bout, made = Bout.objects.get_or_create(
            scrimmage=scrimmage,
            number=number,
            defaults=_at_the_start(scrimmage.size) | {"first": first, "second": second},
        )
        if made:
            _go_on(bout)


def _at_the_start(size: int) -> dict[str, object]:
    return {"size": size, "position": str(Position.start(size))}


def lock_bout(bout_id: int) -> Bout | None:
    """The bout, locked until the transaction ends; None if it is gone."""
    bouts = Bout.objects.select_for_update(no_key=True, of=("self",))
    with_asker = bouts.select_related("check_of__bot__account__owner", "scrimmage__asker")
    return with_asker.defer("check_of__package").filter(pk=bout_id).first()


def advance(bout: Bout, text: str) -> str:
    """Make the next ply of a running bout and give the next seat its turn, or end the bout when no
    placement is left. Returns the ply's canonical text; raises BadMoveText and NotALegalMove. The
    caller holds the bout."""
    stored = _make_ply(bout, text)
    _go_on(bout)
    return stored


def end_by_fault(bout: Bout, seat: str, detail: str) -> None:
    """The program in this seat has failed; `detail` says how. The caller holds the bout."""
    winner = Result.WHITE if bout.side_of(seat) == "black" else Result.BLACK
    bout.detail = detail[:LONGEST_DETAIL]
    _end(bout, winner, Termination.FAULT)


def call_off(bouts: "QuerySet[Bout]", why: str) -> int:
    """End those that run, without a result; nobody plays their turns any more. Returns how many
    this call ended."""
    return sum(_call_off(pk, why) for pk in _ids(bouts.filter(status=BoutStatus.RUNNING)))


@transaction.atomic
def _call_off(bout_id: int, why: str) -> bool:
    bout = lock_bout(bout_id)
    if bout is None or not bout.is_running:
        return False
    bout.status = BoutStatus.CALLED_OFF
    bout.detail = why[:LONGEST_DETAIL]
    bout.finished = timezone.now()
    bout.save(update_fields=["status", "detail", "finished"])
    drop_turns_of(bout)
    return True


def drop_turns_of(bout: Bout) -> None:
    """Nobody has to play the bout's open turns any more. The caller holds the bout."""
    BotTurn.objects.filter(bout=bout, state__in=OPEN).update(
        state=TurnState.DROPPED, finished=timezone.now()
    )


def _ids(bouts: "QuerySet[Bout]") -> Iterable[int]:
    return list(bouts.order_by("pk").values_list("pk", flat=True))


def _make_ply(bout: Bout, text: str) -> str:
    stored = make_ply(bout, bout.ply, text)
    bout.moves = [*bout.moves, stored]
    return stored


def _go_on(bout: Bout) -> None:
    """Until a program has to be asked, or the bout is over."""
    while not bout.current.is_over:
        version_id = bout.first_id if bout.seat_to_move == "first" else bout.second_id
        if version_id is not None:
            bout.save()
            _call(bout, version_id)
            return
        source = random.Random(f"bout {bout.pk}:{bout.ply}")  # noqa: S311  a game, not a secret
        _make_ply(bout, simple_answer(RANDOM, bout.current, bout.ply, source))
    _end(bout, Result(bout.current.score().result), Termination.SCORE)


def _call(bout: Bout, version_id: int) -> None:
    """Whoever wanted the bout is served by its turns, also where the program is somebody else's."""
    BotTurn.objects.create(
        bout=bout,
        ply=bout.ply,
        seat=bout.seat_to_move,
        version_id=version_id,
        owner=_asker(bout),
        rank=TurnRank.SCRIMMAGE if bout.scrimmage_id else TurnRank.CHECK,
    )
    wake(PLAY)


def _asker(bout: Bout) -> User:
    if bout.scrimmage is not None:
        return bout.scrimmage.asker
    assert bout.check_of is not None  # noqa: S101  # a constraint says so
    owner = bout.check_of.bot.account.owner
    assert owner is not None  # noqa: S101  # every bot has one
    return owner


def _end(bout: Bout, result: Result, termination: Termination) -> None:
    bout.status = BoutStatus.FINISHED
    bout.result = result
    bout.termination = termination
    bout.finished = timezone.now()
    bout.save()
