"""How an imported event was played, as far as its report tells."""

from tournaments.models import Format, Tournament
from tournaments.services.imported import kept_report
from tournaments.swiss.event import Code, Scoring

from .points import WORDS, in_points
from .terms import count

WORTH = (Code.WIN, Code.DRAW, Code.LOSS, Code.ALLOCATED_BYE, Code.FORFEIT_LOSS, Code.ABSENT)


def played(tournament: Tournament) -> list[str]:
    """Where, by whom and how it was played."""
    report = kept_report(tournament)
    kind = "Round robin" if tournament.format == Format.ROUND_ROBIN else "Swiss system"
    told = (
        ("Place", report.city),
        ("Arbiter", report.arbiter),
        ("Time", report.time_control),
        ("Paired by", report.program),
    )
    return [
        f"{kind} over {count(tournament.rounds, 'round')}, on boards of size {tournament.size}.",
        "Played elsewhere: not rated, and its games are not here.",
        *(f"{what}: {text}" for what, text in told if text),
    ]


def points_of(tournament: Tournament) -> list[str]:
    scoring = kept_report(tournament).event.scoring
    return [f"{WORDS[code].capitalize()}: {_worth(scoring, code)}." for code in WORTH]


def _worth(scoring: Scoring, code: Code) -> str:
    return in_points(scoring.points(code))
