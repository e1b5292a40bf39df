"""How settings of an event are asked for."""

from typing import Any

from rest_framework import serializers

from games.rules import SIZES
from sumendi_site.api.parsing import Strict
from sumendi_site.api.schema import example
from tournaments.models import (
    Access,
    AtDeadline,
    ByeWorth,
    Entrants,
    Format,
    PairingMode,
    Points,
)
from tournaments.services.interop.finished_events import MOST_BYTES
from tournaments.services.terms import MOST_ROUNDS

HIGHEST_RATING = 5000
A_YEAR = 366 * 24
A_REPORT = "".join(
    f"001 {number:>4}      {name:33} {rating} {'':27}{points:>4} {number:>4}  {cell}\r\n"
    for number, name, rating, points, cell in (
        (1, "Ada", 1900, "1.0", "   2 w 1"),
        (2, "Bo", 1800, "0.0", "   1 b 0"),
    )
)
AN_EVENT = {"name": "Autumn Swiss", "size": 6, "time_control": "3d", "rounds": 5}


def _number(least: int, most: int, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=least, max_value=most, **more)


@example({"about": "Bring a friend."})
class SettingsBody(Strict):
    """What is left out stays as it is."""

    name = serializers.CharField(required=False, min_length=3, max_length=80)
    about = serializers.CharField(required=False, allow_blank=True, max_length=4000)
    access = serializers.ChoiceField(required=False, choices=Access.choices)
    password = serializers.CharField(
        required=False, max_length=60, write_only=True, help_text="With the access `password`."
    )
    entrants = serializers.ChoiceField(required=False, choices=Entrants.choices)
    rating_min = _number(0, HIGHEST_RATING, allow_null=True)
    rating_max = _number(0, HIGHEST_RATING, allow_null=True)
    most_entries = _number(2, 1000)
    size = _number(min(SIZES), max(SIZES))
    time_control = serializers.CharField(required=False, max_length=30, help_text="3d, or 7d+1d.")
    rated = serializers.BooleanField(required=False)
    format = serializers.ChoiceField(required=False, choices=Format.choices)
    cycles = _number(1, 4)
    rounds = _number(1, MOST_ROUNDS)
    pairing_mode = serializers.ChoiceField(required=False, choices=PairingMode.choices)
    points = serializers.ChoiceField(required=False, choices=Points.choices)
    bye_worth = serializers.ChoiceField(required=False, choices=ByeWorth.choices)
    tie_breaks = serializers.CharField(
        required=False, max_length=100, help_text="Codes with commas between: BH/C1,BH,SB."
    )
    half_byes = _number(0, MOST_ROUNDS)
    round_hours = _number(1, A_YEAR)
    no_show_hours = _number(0, A_YEAR)
    at_deadline = serializers.ChoiceField(required=False, choices=AtDeadline.choices)
    proved_stands = serializers.BooleanField(
        required=False, help_text="A proved result stands at the deadline; else at_deadline."
    )
    is_automatic = serializers.BooleanField(required=False)
    starts = serializers.DateTimeField(required=False, allow_null=True)


@example({"report": A_REPORT, "size": 6, "name": "Winter open"})
class ImportBody(Strict):
    report = serializers.CharField(
        max_length=MOST_BYTES, trim_whitespace=False, help_text="A TRF26 or TRF16 file."
    )
    size = serializers.IntegerField(
        min_value=min(SIZES), max_value=max(SIZES), help_text="Of the boards."
    )
    name = serializers.CharField(
        default="", allow_blank=True, max_length=80, help_text="By default that of the file."
    )
    unlisted = serializers.BooleanField(
        default=False, help_text="Only whoever has the link finds it."
    )
    again = serializers.BooleanField(
        default=False, help_text="Also if you have imported the same report within a day."
    )


@example(AN_EVENT)
class NewTournamentBody(SettingsBody):
    """What is left out is as usual."""

    name = serializers.CharField(min_length=3, max_length=80)
    size = serializers.IntegerField(min_value=min(SIZES), max_value=max(SIZES))
    time_control = serializers.CharField(max_length=30, help_text="3d, or 7d+1d.")
