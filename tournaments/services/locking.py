"""Taking hold of an event: one writer at a time. Games and players are locked after it."""

from sumendi_site.accounts.models import User
from tournaments.models import Tournament

from .errors import NotADirector, TournamentNotFound


def lock(tournament_id: int) -> Tournament:
    """The event, locked until the transaction ends. Rows that point to it can still be written."""
    return _locked(pk=tournament_id)


def lock_named(slug: str) -> Tournament:
    """The same, by its address. Raises TournamentNotFound."""
    return _locked(slug=slug)


def lock_for(director: User | None, slug: str) -> Tournament:
    """The locked event for one of its organisers; None is the site itself. Raises NotADirector."""
    tournament = lock_named(slug)
    if director is not None and not tournament.is_directed_by(director):
        raise NotADirector
    return tournament


def _locked(**which: object) -> Tournament:
    tournament = Tournament.objects.select_for_update(no_key=True).filter(**which).first()
    if tournament is None:
        raise TournamentNotFound
    return tournament
