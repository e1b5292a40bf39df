"""How an account is written in full, and how the schema describes that."""

from typing import Any

from django.http import Http404
from rest_framework import serializers

from games.presenters.tally import Tally
from sumendi_site.accounts.models import User
from sumendi_site.api.links import absolute

from .game_shapes import instant
from .shapes import PlayerRefSerializer, player_ref


class GameCountsSerializer(serializers.Serializer[Any]):
    """How many games an account plays and has finished; cancelled ones are not counted."""

    running = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class PlayerSerializer(PlayerRefSerializer):
    """An account. Numbers of the rating are in whole points."""

    about = serializers.CharField(help_text="In the player's own words.")
    joined = serializers.DateTimeField()
    rated_games = serializers.IntegerField()
    peak = serializers.IntegerField(allow_null=True, help_text="Null until one counts.")
    uncertainty = serializers.IntegerField(
        allow_null=True, help_text="One standard error of the rating now."
    )
    games = GameCountsSerializer()
    url = serializers.URLField(help_text="Its page.")


def player_full(player: User, tally: Tally) -> dict[str, Any]:
    """`tally` is of all games of the player."""
    return {
        **player_ref(player),
        "about": player.about,
        "joined": instant(player.date_joined),
        "rated_games": player.rated_games,
        "peak": player.peak_points,
        "uncertainty": round(player.rating_deviation) if player.plays_rated else None,
        "games": {
            "running": tally.running,
            "won": tally.won,
            "lost": tally.lost,
            "drawn": tally.drawn,
        },
        "url": absolute(player.get_absolute_url()),
    }


def find_player(name: str) -> User:
    """The account of this name, in whatever case it is written. Raises Http404."""
    player = User.objects.named(name)
    if player is None:
        raise Http404("Nobody has this name.")
    return player
