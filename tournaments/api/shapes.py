"""How events, entries and the log are written, and how the schema describes that."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Max
from rest_framework import serializers

from games.api.game_shapes import instant
from games.api.shapes import PlayerRefSerializer, player_ref
from games.rules import SIZES
from sumendi_site.api.links import absolute
from tournaments.models import (
    Access,
    Act,
    AtDeadline,
    ByeKind,
    ByeWorth,
    Entrants,
    Entry,
    Format,
    LogEntry,
    PairingMode,
    Points,
    State,
    Tournament,
)
from tournaments.models.round import OUT
from tournaments.presenters.log import text_of

COLUMNS = (
    "slug",
    "name",
    "about",
    "state",
    "access",
    "entrants",
    "rating_min",
    "rating_max",
    "most_entries",
    "size",
    "time_control",
    "rated",
    "format",
    "cycles",
    "rounds",
    "pairing_mode",
    "points",
    "bye_worth",
    "tie_breaks",
    "half_byes",
    "round_hours",
    "no_show_hours",
    "at_deadline",
    "proved_stands",
    "is_automatic",
)
"""What is written as it is."""


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament: its settings, and how far it is."""

    slug = serializers.CharField(help_text="What addresses name it by.")
    url = serializers.URLField(help_text="Its page.")
    name = serializers.CharField()
    about = serializers.CharField()
    organiser = PlayerRefSerializer()
    co_organisers = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(choices=State.choices)
    players = serializers.IntegerField(help_text="Those who have not withdrawn.")
    round = serializers.IntegerField(help_text="The newest that is out; 0 before the first.")
    access = serializers.ChoiceField(choices=Access.choices)
    entrants = serializers.ChoiceField(choices=Entrants.choices)
    rating_min = serializers.IntegerField(allow_null=True)
    rating_max = serializers.IntegerField(allow_null=True)
    most_entries = serializers.IntegerField()
    size = serializers.ChoiceField(choices=SIZES)
    time_control = serializers.CharField(
        help_text="Of each game: 3d, or 7d+1d. Empty where it was imported."
    )
    rated = serializers.BooleanField()
    format = serializers.ChoiceField(choices=Format.choices)
    cycles = serializers.IntegerField(help_text="Of a round robin.")
    rounds = serializers.IntegerField(help_text="As many are planned.")
    pairing_mode = serializers.ChoiceField(choices=PairingMode.choices)
    points = serializers.ChoiceField(choices=Points.choices, help_text="1 - ½ - 0, or 3 - 1 - 0.")
    bye_worth = serializers.ChoiceField(choices=ByeWorth.choices)
    tie_breaks = serializers.CharField(help_text="Codes of FIDE, in order, behind the points.")
    half_byes = serializers.IntegerField(help_text="That a player may ask for.")
    round_hours = serializers.IntegerField(help_text="From publication to deadline.")
    no_show_hours = serializers.IntegerField(help_text="Until a forfeit; 0: never.")
    at_deadline = serializers.ChoiceField(choices=AtDeadline.choices)
    proved_stands = serializers.BooleanField(help_text="Where proved; else at_deadline.")
    is_automatic = serializers.BooleanField(help_text="Rounds pair and publish themselves.")
    starts = serializers.DateTimeField(allow_null=True, help_text="By itself.")
    created = serializers.DateTimeField()
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    imported = serializers.DateTimeField(
        allow_null=True, help_text="When the organiser made it of a report; null if played here."
    )


def written_tournaments(tournaments: Sequence[Tournament]) -> list[dict[str, Any]]:
    """The caller has joined the organisers and their owners, and prefetched the co-organisers."""
    events = {one.pk for one in tournaments}
    entries = Entry.objects.playing().filter(tournament__in=events).order_by()
    players = dict(entries.values_list("tournament").annotate(Count("pk")))
    out = Tournament.objects.filter(pk__in=events, all_rounds__state__in=OUT).order_by()
    rounds = dict(out.values_list("pk").annotate(Max("all_rounds__number")))
    return [_written(one, players.get(one.pk, 0), rounds.get(one.pk, 0)) for one in tournaments]


def written_tournament(tournament: Tournament) -> dict[str, Any]:
    return written_tournaments([tournament])[0]


def _written(tournament: Tournament, players: int, newest: int) -> dict[str, Any]:
    return {
        **{name: getattr(tournament, name) for name in COLUMNS},
        "url": absolute(tournament.get_absolute_url()),
        "organiser": player_ref(tournament.organiser),
        "co_organisers": sorted(one.username for one in tournament.co_organisers.all()),
        "players": players,
        "round": newest,
        "starts": instant(tournament.starts),
        "created": instant(tournament.created),
        "started": instant(tournament.started),
        "finished": instant(tournament.finished),
        "imported": instant(tournament.imported),
    }


class ByeSerializer(serializers.Serializer[Any]):
    """A round that somebody does not play."""

    round = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=ByeKind.choices)


class EntrySerializer(serializers.Serializer[Any]):
    """Somebody who plays, or has withdrawn."""

    player = PlayerRefSerializer(
        allow_null=True, help_text="Null in an imported tournament, whose players are mere names."
    )
    name = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="For pairing; from the start on.")
    rating = serializers.IntegerField(
        allow_null=True, help_text="Stands for the whole tournament; null for a name without one."
    )
    joined = serializers.DateTimeField()
    first_round = serializers.IntegerField()
    withdrawn = serializers.DateTimeField(allow_null=True)
    last_round = serializers.IntegerField(allow_null=True, help_text="Of one who has withdrawn.")
    byes = ByeSerializer(many=True)


def written_entry(entry: Entry) -> dict[str, Any]:
    """The caller has joined the player and the owner."""
    return {
        "player": player_ref(entry.player) if entry.player else None,
        "name": entry.called,
        "number": entry.number,
        "rating": entry.rating or None,
        "joined": instant(entry.joined),
        "first_round": entry.first_round,
        "withdrawn": instant(entry.withdrawn),
        "last_round": entry.last_round,
        "byes": [{"round": bye.round, "kind": bye.kind} for bye in entry.byes.all()],
    }


class LogLineSerializer(serializers.Serializer[Any]):
    """An act of an organiser, of a player, or of the site itself."""

    act = serializers.ChoiceField(choices=Act.choices)
    by = serializers.CharField(allow_null=True, help_text="Null: the site.")
    round = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(help_text="What was done, in words.")
    created = serializers.DateTimeField()


def written_line(line: LogEntry) -> dict[str, Any]:
    return {
        "act": line.act,
        "by": str(line.by) if line.by else None,
        "round": line.round,
        "text": text_of(line),
        "created": instant(line.created),
    }
