"""How rounds and their boards are written, and how the schema describes that."""

from typing import Any

from rest_framework import serializers

from games.api.game_shapes import instant
from games.api.shapes import PlayerRefSerializer, player_ref
from tournaments.models import Entry, Pairing, Round, RoundState
from tournaments.models.round import CODES
from tournaments.presenters.rounds import Unpaired, names_of, unpaired_in
from tournaments.presenters.why import why


class SeatedSerializer(serializers.Serializer[Any]):
    """Somebody at a board."""

    number = serializers.IntegerField(help_text="For pairing.")
    player = PlayerRefSerializer(allow_null=True, help_text="Null for a mere name.")
    name = serializers.CharField()
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
    """Somebody who plays, or played then, and has no board: a bye, or an absence. In a draft those
    who have asked for one."""

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
        "unpaired": [_unpaired(one) for one in unpaired_in(round_.tournament, round_)],
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
    return {
        "number": entry.number,
        "player": player_ref(entry.player) if entry.player else None,
        "name": entry.called,
        "result": code or None,
    }


def _unpaired(one: Unpaired) -> dict[str, Any]:
    return {"number": one.entry.number, "name": one.entry.called, "result": one.code}
