"""What the settings of an event may be."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from games.clock import SECONDS, TimeControl, TimeControlError
from games.rules import SIZES
from games.services.offers import LONGEST_TURN, SHORTEST_TURN
from sumendi_site.accounts.about import validate_about
from tournaments.models import Access, Entrants, Format, Tournament
from tournaments.swiss.event import Event, Player
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks.codes import UnknownTieBreak, parse_list

from .errors import BadSetting

ALWAYS = frozenset(("name", "about"))
OF_IMPORTS = ALWAYS | {"size", "access"}
WHILE_RUNNING = ALWAYS | {
    "access",
    "password",
    "most_entries",
    "rounds",
    "round_hours",
    "no_show_hours",
    "is_automatic",
}
BEFORE_THE_START = WHILE_RUNNING | {
    "entrants",
    "rating_min",
    "rating_max",
    "size",
    "time_control",
    "rated",
    "format",
    "cycles",
    "pairing_mode",
    "points",
    "bye_worth",
    "tie_breaks",
    "half_byes",
    "at_deadline",
    "proved_stands",
    "starts",
}
"""All settings, by the names of their columns."""

SHORTEST_TURN_OF_BOTS = 10 * SECONDS["s"]
LONGEST_NO_SHOW = 366 * 24
EARLIEST_START = datetime(2000, 1, 1, tzinfo=UTC)
FURTHEST_START = timedelta(days=2 * 366)
"""The ends of the calendar cannot be written in every time zone."""
LONGEST_PASSWORD = 100
LONGEST_ABOUT = 4000
MOST_ROUNDS = 60
MOST_IN_TABLE = 16
"""Players of a round robin, where nothing else is said: so many can have four cycles."""
TIE_BREAKS = {Format.SWISS: "BH/C1,BH,SB,WIN,DE", Format.ROUND_ROBIN: "DE,WIN,SB,KS"}
NOBODY_PLAYED_YET = Event(players=(Player(1), Player(2)), rounds=1)


def validate(tournament: Tournament) -> None:
    """Raise BadSetting, which names the setting, unless all fit; puts texts into their shortest
    form."""
    tournament.name = " ".join(tournament.name.split())
    try:
        tournament.clean_fields(exclude=_not_settings(tournament))
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise BadSetting(messages[0], reason=field) from error
    if tournament.size not in SIZES:
        raise BadSetting("The board's size is 5, 6 or 7.", reason="size")
    _validate_name(tournament.name)
    _validate_about(tournament.about)
    if tournament.imported:
        return
    _validate_control(tournament)
    _validate_limits(tournament)
    _validate_tie_breaks(tournament)


def _not_settings(tournament: Tournament) -> set[str]:
    """How an imported event was played is not of the site's making."""
    settings = OF_IMPORTS if tournament.imported else BEFORE_THE_START
    return {field.name for field in Tournament._meta.fields} - settings | {"password"}


def _validate_name(name: str) -> None:
    if len(name) < 3 or not name.isprintable():
        raise BadSetting("A name has at least three letters that can be printed.", reason="name")


def validate_password(password: str) -> None:
    """Before it becomes a hash."""
    if len(password) > LONGEST_PASSWORD:
        said = f"A password has at most {LONGEST_PASSWORD} letters."
        raise BadSetting(said, reason="password")


def _validate_about(about: str) -> None:
    if len(about) > LONGEST_ABOUT:
        said = f"Tell about the tournament in at most {LONGEST_ABOUT} letters."
        raise BadSetting(said, reason="about")
    try:
        validate_about(about)
    except ValidationError as error:
        raise BadSetting(error.messages[0], reason="about") from error


def _validate_control(tournament: Tournament) -> None:
    try:
        control = TimeControl.parse(tournament.time_control)
    except TimeControlError as error:
        raise BadSetting(str(error), reason="time_control") from error
    by_bots = tournament.entrants == Entrants.BOTS
    shortest = SHORTEST_TURN_OF_BOTS if by_bots else SHORTEST_TURN
    if not shortest <= control.start <= LONGEST_TURN:
        least = "10 seconds" if by_bots else "10 minutes (less only among bots alone)"
        raise BadSetting(f"A turn has between {least} and 60 days.", reason="time_control")
    tournament.time_control = str(control)


def _validate_limits(tournament: Tournament) -> None:
    low, high = tournament.rating_min, tournament.rating_max
    if low is not None and high is not None and low > high:
        raise BadSetting("The lowest rating is above the highest one.", reason="rating_min")
    starts = tournament.starts
    if starts and not EARLIEST_START <= starts <= timezone.now() + FURTHEST_START:
        raise BadSetting("A tournament begins within two years.", reason="starts")
    if tournament.no_show_hours > LONGEST_NO_SHOW:
        said = "Who does not appear is waited for 366 days at most."
        raise BadSetting(said, reason="no_show_hours")
    if tournament.access == Access.PASSWORD and not tournament.password:
        raise BadSetting("Choose the password that entrants need.", reason="password")
    if tournament.format == Format.ROUND_ROBIN:
        _validate_table(tournament.most_entries, tournament.cycles)


def _validate_table(players: int, cycles: int) -> None:
    if rounds_of_table(players, cycles) > MOST_ROUNDS:
        most = MOST_ROUNDS // cycles + (MOST_ROUNDS // cycles) % 2
        said = f"A round robin has at most {MOST_ROUNDS} rounds: let at most {most} players in."
        raise BadSetting(said, reason="most_entries")


def with_usual(settings: Mapping[str, Any]) -> dict[str, Any]:
    """These settings, and those that go with their format where nothing else is said."""
    if settings.get("format") not in Format.values:
        return dict(settings)
    usual: dict[str, Any] = {"tie_breaks": TIE_BREAKS[Format(settings["format"])]}
    if settings["format"] == Format.ROUND_ROBIN:
        usual["most_entries"] = MOST_IN_TABLE
    return {**usual, **settings}


def most_rounds(players: int) -> int:
    """Of a Swiss: nobody meets anybody twice."""
    return max(1, players - 1 + players % 2)


def rounds_of_table(players: int, cycles: int) -> int:
    """How many rounds a round robin has."""
    return (players - 1 + players % 2) * cycles


def _validate_tie_breaks(tournament: Tournament) -> None:
    is_round_robin = tournament.format == Format.ROUND_ROBIN
    try:
        parsed = parse_list(tournament.tie_breaks)
        standings(NOBODY_PLAYED_YET, parsed, is_round_robin=is_round_robin)
    except UnknownTieBreak as error:
        raise BadSetting(str(error), reason="tie_breaks") from error
    _, *after_points = parsed
    twice = [code for code, times in Counter(one.text for one in after_points).items() if times > 1]
    if twice:
        said = f"{twice[0]} stands twice in the list, and the second time it parts nobody."
        raise BadSetting(said, reason="tie_breaks")
    tournament.tie_breaks = ",".join(tie_break.text for tie_break in after_points)


def values(tournament: Tournament) -> dict[str, Any]:
    """All settings as the log tells them: a password is never told."""
    told = sorted(BEFORE_THE_START - {"password"})
    return {name: _told(getattr(tournament, name)) for name in told}


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Which settings are others now, each with what it was and what it is."""
    return {name: [before[name], after[name]] for name in before if before[name] != after[name]}


def _told(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int) else str(value)
