"""Beginning games on the ladder."""

from collections.abc import Iterator
from itertools import islice

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.clock import TimeControl
from games.models import BotVersion
from games.services.hosting import hosting
from games.services.offers import create_game
from ratings.replay import pair_limit
from tournaments.ladder import Limits, Pairing, pairings
from tournaments.models import LadderBeat, LadderGame
from tournaments.models.ladder import SoughtFor

from . import entrants

LABEL = "Ladder"
"""What its games say that they belong to."""
CONTROL = TimeControl.parse("2m+2s")
AT_ONCE = 20
"""So many games are begun in one transaction."""


def pair() -> int:
    """Begin games between the bots that have room for them, the `AT_ONCE` most wanted. Returns how
    many were begun: none while the ladder or the sandbox is off, or another worker is at it."""
    if not settings.LADDER or not hosting().on:
        return 0
    if next(_wanted(_playing()), None) is None:
        return 0  # as mostly, and without having locked anything
    return _begin_wanted()


@transaction.atomic
def _begin_wanted() -> int:
    LadderBeat.objects.get_or_create(pk=1)
    if not LadderBeat.objects.select_for_update(skip_locked=True).filter(pk=1):
        return 0
    playing = _playing()
    begun = [_begin(pairing, playing) for pairing in islice(_wanted(playing), AT_ONCE)]
    LadderBeat.objects.update(paired=timezone.now())
    return len(begun)


Playing = dict[int, BotVersion]
"""The versions that play, by their bots' ids."""


def _playing() -> Playing:
    return {version.bot_id: version for version in entrants.versions()}


def _wanted(playing: Playing) -> Iterator[Pairing]:
    limits = Limits(games=settings.LADDER_GAMES, meetings=pair_limit(with_bot=True))
    free = [one for one in entrants.entrants(list(playing.values())) if one.running < limits.games]
    if len(free) < 2:
        return iter(())
    met = entrants.meetings([one.bot for one in free], timezone.now())
    return pairings(free, met, limits)


def _begin(pairing: Pairing, playing: Playing) -> LadderGame:
    first, second = pairing.first, pairing.second
    versions = {"first": playing[first.bot], "second": playing[second.bot]}
    one, other = (version.bot.account for version in versions.values())
    game = create_game(one, other, pairing.size, rated=True, control=CONTROL, event_label=LABEL)
    return LadderGame.objects.create(
        game=game,
        first_version=versions["first"],
        second_version=versions["second"],
        first_rating=first.rating,
        second_rating=second.rating,
        first_uncertainty=first.uncertainty,
        second_uncertainty=second.uncertainty,
        sought_for=SoughtFor.FIRST if pairing.sought_for == first.bot else SoughtFor.SECOND,
        number=pairing.number,
        seats=pairing.seats,
        created=game.created,
    )
