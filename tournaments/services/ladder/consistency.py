"""Do the games of the ladder keep to its rules?"""

from collections import Counter
from collections.abc import Iterator

from django.db.models import F, Q

from games.models import Game
from tournaments.models import LadderGame

from .beginning import LABEL
from .entrants import GOING_ON

OF_THE_PLAYERS = Q(first_version__bot=F("game__first"), second_version__bot=F("game__second"))


def contradictions() -> Iterator[str]:
    """A sentence for each game of the ladder that is none, and for two bots that play several at
    once."""
    games = LadderGame.objects.order_by("game")
    for problem, found in (
        ("it is no rated game of the ladder.", ~Q(game__rated=True, game__event_label=LABEL)),
        ("its versions are not those of its players.", ~OF_THE_PLAYERS),
        ("both its players have one owner.", Q(game__first__owner=F("game__second__owner"))),
    ):
        for game_id in games.filter(found).values_list("game", flat=True):
            yield f"Ladder, game {game_id}: {problem}"
    yield from _several_at_once()


def _several_at_once() -> Iterator[str]:
    running = Game.objects.filter(ladder_game__isnull=False, status__in=GOING_ON).order_by()
    names = running.values_list("first__username", "second__username")
    pairs = Counter(tuple(sorted(two)) for two in names)
    for (one, other), games in sorted(pairs.items()):
        if games > 1:
            yield f"Ladder: {one} and {other} play {games} games at the same time."
