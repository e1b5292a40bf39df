"""The files about tournaments that an account's owner can take away."""

from collections.abc import Iterator

from django.db.models import Q

from sumendi_site.accounts.exporters import Exporter, Row, columns_of, rows, table
from sumendi_site.accounts.models import User
from tournaments.models import Appeal, Bye, Decision, Entry, LogEntry, Pairing, Tournament

SETTINGS = (
    *("slug", "name", "about", "state", "access", "entrants", "rating_min", "rating_max"),
    *("most_entries", "size", "time_control", "rated", "format", "cycles", "rounds"),
    *("pairing_mode", "points", "bye_worth", "tie_breaks", "half_byes", "round_hours"),
    *("no_show_hours", "at_deadline", "proved_stands", "is_automatic", "starts", "created"),
    *("started", "finished", "imported"),
)
OF_A_BOARD = {
    "tournament": "round__tournament__slug",
    "round": "round__number",
    "board": "board",
    "white": "white__player__username",
    "white_code": "white_code",
    "black": "black__player__username",
    "black_code": "black_code",
    "game": "game",
}


def _organised(person: User) -> Iterator[Row]:
    theirs = Q(organiser=person) | Q(pk__in=person.co_organised.values("pk"))
    events = Tournament.objects.filter(theirs)
    return columns_of(
        events, {name: name for name in SETTINGS} | {"organiser": "organiser__username"}
    )


def _boards(person: User) -> Iterator[Row]:
    mine = Q(white__player=person) | Q(black__player=person)
    return columns_of(Pairing.objects.filter(mine, round__published__isnull=False), OF_A_BOARD)


def _byes(person: User) -> Iterator[Row]:
    byes = Bye.objects.filter(entry__player=person)
    columns = {name: name for name in ("round", "kind", "created")}
    return columns_of(byes, {"tournament": "entry__tournament__slug", **columns})


def _decisions(person: User) -> Iterator[Row]:
    """Those about boards of theirs, and those that they made."""
    about = Q(pairing__white__player=person) | Q(pairing__black__player=person) | Q(by=person)
    named = {name: f"pairing__{path}" for name, path in OF_A_BOARD.items()}
    own = {name: name for name in ("kind", "white_code", "black_code", "why", "created")}
    return columns_of(Decision.objects.filter(about), named | own)


EXPORTERS: list[Exporter] = [
    table(
        "tournaments/entries.json",
        "The tournaments that you entered.",
        Entry,
        "player",
        "number rating joined first_round last_round withdrawn",
        tournament="tournament__slug",
    ),
    rows("tournaments/boards.json", "Your boards in their rounds, with the results.", _boards),
    rows("tournaments/byes.json", "Byes that you asked for, or were given.", _byes),
    rows(
        "tournaments/decisions.json",
        "Decisions about your boards, and those that you made.",
        _decisions,
        "tournaments.Decision.by",
    ),
    table(
        "tournaments/appeals.json",
        "Your appeals against decisions.",
        Appeal,
        "by",
        "why created answer answered",
        tournament="decision__pairing__round__tournament__slug",
        round="decision__pairing__round__number",
        board="decision__pairing__board",
    ),
    rows(
        "tournaments/organised.json",
        "The tournaments that you organised, with their settings.",
        _organised,
        "tournaments.Tournament.organiser",
        "tournaments.Tournament_co_organisers.user",
    ),
    table(
        "tournaments/log.json",
        "What you did in tournaments, as their logs have it.",
        LogEntry,
        "by",
        "act round data created",
        tournament="tournament__slug",
    ),
]

LEFT_OUT = {
    "tournaments.Bye.by": "an organiser's act, which stands in log.json",
    "tournaments.ProofRequest.by": "an organiser's act, which stands in log.json",
    "tournaments.Appeal.answered_by": "an organiser's act, which stands in log.json",
}
