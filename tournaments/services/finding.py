"""Finding an event for somebody who wants to see it."""

from tournaments.models import Act, Round, State, Tournament

from .errors import RoundNotFound, TournamentNotFound


def find(slug: str, reader: object = None) -> Tournament:
    """The event, if it is not hidden from `reader`. Raises TournamentNotFound."""
    found = Tournament.objects.select_related("organiser").filter(slug=slug).first()
    if found is None or (is_hidden(found) and not found.is_directed_by(reader)):
        raise TournamentNotFound
    return found


def is_hidden(tournament: Tournament) -> bool:
    """Drafts, and what was called off before it ever was more, are there for their organisers
    alone."""
    if tournament.state == State.CANCELLED:
        return not tournament.log.filter(act=Act.OPENED).exists()
    return tournament.state == State.DRAFT


def find_round(tournament: Tournament, number: int) -> Round:
    """A round whose pairings are published. Raises RoundNotFound."""
    round_ = tournament.all_rounds.out().filter(number=number).first()
    if round_ is None:
        raise RoundNotFound
    return round_
