"""The settings of an event in a line, and spans of hours in words."""

import re

from tournaments.models import Entrants, Format, Tournament

WHO = {
    Entrants.EVERYBODY: "open to people and bots",
    Entrants.PEOPLE: "for people",
    Entrants.BOTS: "for bots",
}


def terms_of(tournament: Tournament) -> str:
    """What to know before entering: ``7 rounds · size 6 · rated · 3 d a move, …``."""
    if tournament.imported:
        return f"{rounds_of(tournament)} · size {tournament.size} · played elsewhere"
    kind = "rated" if tournament.rated else "casual"
    parts = [
        rounds_of(tournament),
        f"size {tournament.size}",
        kind,
        f"{pace_of(tournament)}, {hours(tournament.round_hours)} a round",
        WHO[Entrants(tournament.entrants)],
    ]
    return " · ".join(parts)


def pace_of(tournament: Tournament) -> str:
    """``3 d a move``, ``7 d + 1 d a move``."""
    spaced = re.sub(r"(\d+)([a-z])", r"\1 \2", tournament.time_control.replace("+", " + "))
    return f"{spaced} a move"


def rounds_of(tournament: Tournament) -> str:
    """``7 rounds``; a round robin has no number of rounds before its field is known."""
    if tournament.format == Format.ROUND_ROBIN and tournament.started is None:
        return "everybody meets everybody" + ("" if tournament.cycles == 1 else " more than once")
    return count(tournament.rounds, "round")


def hours(number: int) -> str:
    """``30 days``, ``1 day and 12 hours``, ``2 hours``."""
    days, rest = divmod(number, 24)
    parts = ([count(days, "day")] if days else []) + ([count(rest, "hour")] if rest else [])
    return " and ".join(parts) or "no time"


def count(number: int, what: str) -> str:
    """``1 round``, ``2 rounds``."""
    return f"{number} {what}{'' if number == 1 else 's'}"
