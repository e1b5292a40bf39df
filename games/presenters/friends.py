"""The friends of a player, with what they are doing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery

from games.models import Game
from sumendi_site.accounts.models import User

NOW = timedelta(minutes=15)
"""Who looked at their games so lately is likely to be still there."""


@dataclass(frozen=True)
class Friend:
    """`game` is the one in which something happened last; `can_be_challenged` says nothing of what
    the friend wants, only of whether they play."""

    user: User
    looked_in: datetime | None
    is_here: bool
    game: Game | None
    can_be_challenged: bool


def friends_of(owner: User, now: datetime) -> Sequence[Friend]:
    """Those who were here last first; two queries."""
    theirs = Game.objects.filter(
        Q(first=OuterRef("followed")) | Q(second=OuterRef("followed"))
    ).order_by("-turn_started", "-id")
    rows: Any = owner.follows.select_related("followed__owner").annotate(
        newest=Subquery(theirs.values("pk")[:1])
    )
    rows = list(rows.order_by(F("followed__looked_in").desc(nulls_last=True), "-id"))
    games = Game.objects.with_owners().in_bulk([row.newest for row in rows if row.newest])
    return [
        Friend(
            user=row.followed,
            looked_in=row.followed.looked_in,
            is_here=row.followed.looked_in is not None and now - row.followed.looked_in < NOW,
            game=games.get(row.newest),
            can_be_challenged=not row.followed.is_closed,
        )
        for row in rows
    ]
