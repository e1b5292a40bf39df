"""The end of an event."""

from django.db import transaction
from django.utils import timezone

from sumendi_site.accounts.models import User
from tournaments.event_notices import tell_finish
from tournaments.models import Act, RoundState, State, Tournament

from .errors import NotOver, WrongState
from .locking import lock_for
from .log import note
from .tables import standings


@transaction.atomic
def finish(director: User | None, slug: str) -> Tournament:
    """The standings after the last planned round are final; all who played hear of their places.
    Whoever wants to end earlier plans fewer rounds first. Doing it twice is no error. Raises
    WrongState and NotOver."""
    tournament = lock_for(director, slug)
    if tournament.state == State.FINISHED:
        return tournament
    if not tournament.is_running:
        raise WrongState("This tournament is not being played.")
    closed = tournament.all_rounds.filter(state=RoundState.CLOSED).count()
    if closed < tournament.rounds:
        raise NotOver(f"{closed} of {tournament.rounds} rounds are finished.")
    tournament.state = State.FINISHED
    tournament.finished = timezone.now()
    tournament.save(update_fields=["state", "finished"])
    note(tournament, Act.FINISHED, director)
    tell_finish(tournament, {line.entry: line.rank for line in standings(tournament).lines})
    return tournament
