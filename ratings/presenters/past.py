"""All rated games of a player: what they came to, and the rating's way as pictures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, When
from django.utils.safestring import SafeString

from ratings.models import LedgerEntry
from ratings.uncertainty import deviation
from sumendi_site.accounts.models import User

from . import words
from .graph import MIDDLE, NARROW, WIDE, Extras, Shape, graph

SHAPES = {"narrow": NARROW, "wide": WIDE}
"""Style shows the one that suits the window."""
BESIDE_OTHERS = {"narrow": NARROW, "wide": MIDDLE}
"""The same, on a page that has more beside it."""


@dataclass(frozen=True)
class Past:
    """`ratings` begin with the one before the first game; with each goes its one standard error.
    `scores` counts the games by half-points."""

    player: User
    ends: Sequence[datetime]
    ratings: Sequence[int]
    variances: Sequence[float]
    scores: Counter[int]

    @property
    def games(self) -> int:
        return len(self.ends)

    @property
    def won(self) -> int:
        return self.scores[2]

    @property
    def drawn(self) -> int:
        return self.scores[1]

    @property
    def lost(self) -> int:
        return self.scores[0]

    @property
    def lowest(self) -> str:
        return words.points(min(self.ratings))

    @property
    def highest(self) -> str:
        return words.points(max(self.ratings))

    def pictures(
        self, extras: Extras | None = None, shapes: Mapping[str, Shape] = SHAPES
    ) -> list[tuple[str, SafeString]]:
        """By the name of their shape."""
        name = self.player.username
        return [
            (shape, graph(self.ratings, self.ends, name, of, extras))
            for shape, of in shapes.items()
        ]

    def pictures_with(self, names: Sequence[tuple[datetime, str]]) -> list[tuple[str, SafeString]]:
        """Smaller ones, with the uncertainty about the line and named instants."""
        deviations = [deviation(variance) for variance in self.variances]
        return self.pictures(Extras(deviations, names), BESIDE_OTHERS)


def past_of(player: User) -> Past | None:
    """None without a rated game; one query."""
    entries = LedgerEntry.objects.current().of(player.pk).filter(rated=True)
    values = {
        field: Case(When(first=player.pk, then=F(f"first_{field}")), default=F(f"second_{field}"))
        for field in ("before", "after", "variance_before", "variance_after")
    }
    score = Case(When(first=player.pk, then=F("half_points")), default=2 - F("half_points"))
    rows = list(entries.order_by("sequence").values_list("finished", score, *values.values()))
    if not rows:
        return None
    return Past(
        player=player,
        ends=[row[0] for row in rows],
        ratings=[rows[0][2], *(row[3] for row in rows)],
        variances=[rows[0][4], *(row[5] for row in rows)],
        scores=Counter(row[1] for row in rows),
    )
