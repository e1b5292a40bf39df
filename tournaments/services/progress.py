"""How far an event is."""

from django.db.models import Max

from tournaments.models import Round, Tournament


def rounds_out(tournament: Tournament) -> int:
    """How many rounds are published or closed: the number of the last one, 0 before the first."""
    last = tournament.all_rounds.out().aggregate(last=Max("number"))["last"]
    return last or 0


def draft_of(tournament: Tournament) -> Round | None:
    """The round whose pairings nobody but the organisers sees yet."""
    return tournament.all_rounds.not_out().first()
