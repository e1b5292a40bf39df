"""How rounds and their boards are written, and how the schema describes that."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from games.api.game_shapes import instant
from games.api.shapes import PlayerRefSerializer, player_ref
from tournaments.models import Entry, Pairing, Round, RoundState
from tournaments.models.round import CODES
from tournaments.presenters.rounds import names_of
from tournaments.presenters.why import why


class SeatedSerializer(serializers.Serializer[Any]):
    """Somebody at a board."""

    number = serializers.IntegerField(help_text="For pairing.")
    player = PlayerRefSerializer()
    result = serializers.ChoiceField(
        choices=CODES, allow_null=True, help_text="The letter of report files; null until then."
    )


class PairingSerializer(serializers.Serializer[Any]):
    """A board. Without a second player it is the bye that the pairing gave."""

    board = serializers.IntegerField()
    first = SeatedSerializer(help_text="Who makes the first placement: White of report files.")
    second = SeatedSerializer(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    by_hand = serializers.BooleanField()
    why = serializers.ListField(
        child=serializers.CharField(), help_text="Why these two, in sentences."
    )


class UnpairedSerializer(serializers.Serializer[Any]):
    """Somebody who was not paired."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    result = serializers.ChoiceField(choices=CODES)


class RoundSerializer(serializers.Serializer[Any]):
    """A round, without its boards."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    published = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    closed = serializers.DateTimeField(allow_null=True)


class RoundDetailSerializer(RoundSerializer):
    """A round with its boards."""

    pairings = PairingSerializer(many=True)
    unpaired = UnpairedSerializer(many=True)


def written_round(round_: Round) -> dict[str, Any]:
    return {
        "number": round_.number,
        "state": round_.state,
        "published": instant(round_.published),
        "deadline": instant(round_.deadline),
        "closed": instant(round_.closed),
    }


def round_detail(round_: Round) -> dict[str, Any]:
    """The caller has joined the tournament."""
    names = names_of(round_.tournament)
    boards = round_.pairings.select_related("white__player__owner", "black__player__owner")
    return {
        **written_round(round_),
        "pairings": [written_board(round_, pairing, names) for pairing in boards.order_by("board")],
        "unpaired": list(_unpaired(round_, names)),
    }


def written_board(round_: Round, pairing: Pairing, names: dict[int, str]) -> dict[str, Any]:
    black = pairing.black
    return {
        "board": pairing.board,
        "first": _seated(pairing.white, pairing.white_code),
        "second": _seated(black, pairing.black_code) if black else None,
        "game": pairing.game_id,
        "by_hand": pairing.by_hand,
        "why": why(round_.tournament, pairing, names),
    }


def _seated(entry: Entry, code: str) -> dict[str, Any]:
    return {"number": entry.number, "player": player_ref(entry.player), "result": code or None}


def _unpaired(round_: Round, names: dict[int, str]) -> Iterable[dict[str, Any]]:
    for number, code in round_.unpaired.items():
        yield {"number": int(number), "name": names[int(number)], "result": code}
