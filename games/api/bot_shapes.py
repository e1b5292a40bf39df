"""How bots are written, and how the schema describes that."""

from typing import Any

from rest_framework import serializers

from games.models import Bot, BotFault, FaultKind
from games.presenters.bots import BotCard, card_of
from games.presenters.tally import tally_of
from games.services.bots import live_version
from games.services.house_bots import level_of
from sumendi_site.accounts.models import User
from sumendi_site.api.links import absolute

from .game_shapes import instant
from .player_shapes import PlayerSerializer, player_full
from .shapes import PlayerRefSerializer, player_ref

VERSION = "The uploaded version that plays here; null for others."
PAUSED = "Its uploaded program plays nothing at present."
LEVEL = "Of a house player that searches; null for others."
SEEN = "When its program last asked for something, to five minutes; null for house bots."


class LevelSerializer(serializers.Serializer[Any]):
    """How strong a house player is."""

    simulations = serializers.IntegerField(help_text="For each move.")
    solver = serializers.BooleanField(help_text="Whether it proves endings.")
    strength = serializers.IntegerField(help_text="The rating to expect, to 50 points.")


class BotInListSerializer(PlayerRefSerializer):
    """A bot, in short."""

    about = serializers.CharField(help_text="In its owner's words.")
    last_seen = serializers.DateTimeField(allow_null=True, help_text=SEEN)
    version = serializers.IntegerField(allow_null=True, help_text=VERSION)
    paused = serializers.BooleanField(help_text=PAUSED)
    level = LevelSerializer(allow_null=True, help_text=LEVEL)
    url = serializers.URLField(help_text="Its page.")


class FaultSerializer(serializers.Serializer[Any]):
    """Something that a bot did wrong."""

    kind = serializers.ChoiceField(choices=FaultKind.choices)
    detail = serializers.CharField(help_text="For people.")
    created = serializers.DateTimeField()
    game = serializers.IntegerField()


class BotSerializer(PlayerSerializer):
    """A bot."""

    last_seen = serializers.DateTimeField(allow_null=True, help_text=SEEN)
    version = serializers.IntegerField(allow_null=True, help_text=VERSION)
    paused = serializers.BooleanField(help_text=PAUSED)
    level = LevelSerializer(allow_null=True, help_text=LEVEL)
    paused_why = serializers.CharField(
        required=False, help_text="Empty while it plays; for the owner alone."
    )
    faults = serializers.IntegerField(
        help_text="Moves that could not be read or were against the rules, losses on time, and "
        "turns that its uploaded program spoiled."
    )
    active = serializers.BooleanField(help_text="Neither it nor its owner has left.")
    recent_faults = FaultSerializer(
        many=True, required=False, help_text="The newest first; for the owner alone."
    )


def bot_in_list(account: User) -> dict[str, Any]:
    """One of `all_bots`."""
    return {
        **player_ref(account),
        "about": account.about,
        "last_seen": instant(BotCard(account).last_seen),
        **_here(account),
        "url": absolute(account.get_absolute_url()),
    }


def bot(account: User, reader: User | None) -> dict[str, Any]:
    """One of `all_bots`, as `reader` may see it."""
    card = card_of(account, reader)
    written = {
        **player_full(account, tally_of(account)),
        "last_seen": instant(card.last_seen),
        **_here(account),
        "faults": card.faults,
        "active": not account.is_closed,
    }
    if card.is_readers:
        written["paused_why"] = account.bot.paused_why
        written["recent_faults"] = [_fault(fault) for fault in card.recent_faults]
    return written


def _here(account: User) -> dict[str, Any]:
    program: Bot | None = getattr(account, "bot", None)
    paused = program is not None and program.paused is not None
    return {"version": live_version(account), "paused": paused, "level": _level(account)}


def _level(account: User) -> dict[str, Any] | None:
    level = level_of(account)
    if level is None:
        return None
    return {"simulations": level.simulations, "solver": level.solver, "strength": level.strength}


def _fault(fault: BotFault) -> dict[str, Any]:
    return {
        "kind": fault.kind,
        "detail": fault.detail,
        "created": instant(fault.created),
        "game": fault.game_id,
    }
