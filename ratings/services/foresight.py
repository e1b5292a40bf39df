"""Why a game that has not begun would not be rated, as far as that is known."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from ratings.facts import Reason
from ratings.replay import spent_until
from sumendi_site.accounts.models import User

from .pairs import recent_games


@dataclass(frozen=True)
class Foreseen:
    """`until` is when the reason ends by itself, unless more games of the two finish before."""

    reason: Reason
    until: datetime | None = None


def foresee(player: User, opponents: Collection[User], now: datetime) -> dict[int, Foreseen]:
    """By the ids of those opponents, of games with whom it is known: rated games of the same two
    are counted when a game ends, so this is how it stands `now`."""
    recent = recent_games(player.pk, {opponent.pk for opponent in opponents}, now)
    foreseen: dict[int, Foreseen] = {}
    for opponent in opponents:
        low, high = sorted((player.pk, opponent.pk))
        with_bot = player.is_bot or opponent.is_bot
        spent = spent_until(recent.get((low, high), ()), with_bot=with_bot)
        if player.principal_id == opponent.principal_id:
            foreseen[opponent.pk] = Foreseen(Reason.OWNER)
        elif spent is not None and now <= spent:
            foreseen[opponent.pk] = Foreseen(Reason.PAIR, spent)
    return foreseen
