"""How the schema describes the lines of streams."""

from typing import Any

from rest_framework import serializers

from games.models import AnalysisState, Result, Termination

from .event_lines import OF_GAMES, OWN
from .game_shapes import BanksSerializer, GameDetailSerializer
from .offer_shapes import OfferSerializer
from .talk import LineSerializer

OPENING = ("hello", "reset", "refused")


class EventSerializer(serializers.Serializer[Any]):
    """What every line has."""

    id = serializers.IntegerField(
        required=False,
        help_text="Rises from event to event; hello, reset, refused and game have none.",
    )
    created = serializers.DateTimeField(required=False, help_text="When it happened.")
    since = serializers.IntegerField(required=False, help_text="hello: where the stream starts.")
    code = serializers.CharField(required=False, help_text="refused: why the stream ends at once.")
    detail = serializers.CharField(required=False, help_text="refused: the same for people.")
    ply = serializers.IntegerField(
        required=False,
        help_text="opponentMoved, move: of the move. yourTurn: to be played. takenBack: the first "
        "that is gone. takebackAsked: for a game, the first that would go; else the newest.",
    )
    move = serializers.CharField(required=False, help_text="opponentMoved, move")
    result = serializers.ChoiceField(
        choices=Result.choices, allow_null=True, required=False, help_text="gameEnd, end"
    )
    termination = serializers.ChoiceField(
        choices=Termination.choices, required=False, help_text="gameEnd, end"
    )
    line = LineSerializer(required=False, help_text="chat")


class OwnEventSerializer(EventSerializer):
    """A line of an account's stream. Which fields are there depends on its type; there may be more
    types in the future, which a program should pass over."""

    type = serializers.ChoiceField(choices=[*OPENING, *OWN.values()])
    game = serializers.IntegerField(
        required=False, help_text="All but hello, reset, refused, challenge and challengeDeclined."
    )
    offer = OfferSerializer(required=False, help_text="challenge, challengeDeclined")


class GameEventSerializer(EventSerializer):
    """A line of a game's stream. Which fields are there depends on its type; there may be more
    types in the future, which a program should pass over."""

    type = serializers.ChoiceField(choices=[*OPENING, "game", *OF_GAMES.values()])
    game = GameDetailSerializer(required=False, help_text="game")
    player = serializers.CharField(
        required=False,
        help_text="move: who made it. drawOffer, drawDeclined, takebackAsked, takebackDeclined: "
        "whose word it is. takenBack: who asked for it.",
    )
    to_move = serializers.CharField(required=False, allow_null=True, help_text="clock")
    deadline = serializers.DateTimeField(required=False, allow_null=True, help_text="clock")
    banks = BanksSerializer(required=False, help_text="clock")
    state = serializers.ChoiceField(
        choices=AnalysisState.choices,
        required=False,
        help_text="analysis: told every few seconds while the game is analysed, and at the end.",
    )
