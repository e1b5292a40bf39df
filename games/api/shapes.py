"""How accounts are written in every answer, and how the schema describes that."""

from typing import Any

from rest_framework import serializers

from sumendi_site.accounts.models import User


class PlayerRefSerializer(serializers.Serializer[Any]):
    """An account, in short. Guests have no rating, house bots none before it is settled."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=User.Kind.choices)
    owner = serializers.CharField(allow_null=True, help_text="Of a bot: who answers for it.")
    rating = serializers.IntegerField(allow_null=True, help_text="In whole points.")
    provisional = serializers.BooleanField(help_text="Too few games to compare the rating.")


def player_ref(player: User) -> dict[str, Any]:
    """The caller has joined the `owner`."""
    return {
        "name": player.username,
        "kind": player.kind,
        "owner": player.owner.username if player.owner else None,
        "rating": player.rating_points if player.plays_rated else None,
        "provisional": player.is_provisional,
    }
