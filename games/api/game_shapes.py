"""How games are written in every answer, and how the schema describes that."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from rest_framework import serializers

from games.models import Game, GameStatus, Result, Termination
from games.rules import SIZES
from games.services.errors import GameNotFound
from sumendi_site.api.links import absolute

from .shapes import PlayerRefSerializer, player_ref

MoveRow = tuple[int, int, str, datetime, int, bool]
"""Of a move, what `MOVE` names."""
MOVE = ("ply", "player", "text", "made", "seconds", "by_condition")


class ScoreSerializer(serializers.Serializer[Any]):
    """The score by height."""

    levels = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Height, Black's volcanoes and lava, White's volcanoes and lava.",
    )
    common = serializers.ListField(
        child=serializers.IntegerField(), help_text="The heights that both have, and compare."
    )
    decided = serializers.IntegerField(
        allow_null=True, help_text="The height that decides; null in a draw."
    )


class BanksSerializer(serializers.Serializer[Any]):
    """What is left in the players' banks at the last ply, in seconds."""

    first = serializers.IntegerField(allow_null=True)
    second = serializers.IntegerField(allow_null=True)


class GameSerializer(serializers.Serializer[Any]):
    """A game, without its moves."""

    id = serializers.IntegerField()
    url = serializers.URLField(help_text="Its page.")
    size = serializers.ChoiceField(choices=SIZES)
    rated = serializers.BooleanField()
    time_control = serializers.CharField(help_text="3d, or 7d+1d: a bank and an increment.")
    event = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(
        choices=GameStatus.choices,
        help_text="In `scoring` nobody can place any more, and the score is being found: for a few "
        "seconds `result` and `winner` are null still. Ask again, or wait for the event.",
    )
    first = PlayerRefSerializer(help_text="Who makes the first placement.")
    second = PlayerRefSerializer()
    black = serializers.CharField(allow_null=True, help_text="Null before the choice of side.")
    white = serializers.CharField(allow_null=True)
    ply = serializers.IntegerField(help_text="Plies played.")
    position = serializers.CharField()
    to_move = serializers.CharField(allow_null=True)
    awaits_side_choice = serializers.BooleanField(help_text="Whether swap or keep comes next.")
    turn_started = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)
    banks = BanksSerializer()
    draw_offer_by = serializers.CharField(allow_null=True)
    takeback_by = serializers.CharField(allow_null=True, help_text="Who asks for one.")
    takebacks = serializers.IntegerField(help_text="How often moves were taken back.")
    can_be_cancelled = serializers.BooleanField()
    result = serializers.ChoiceField(choices=Result.choices, allow_null=True)
    winner = serializers.CharField(allow_null=True)
    termination = serializers.ChoiceField(choices=Termination.choices, allow_null=True)
    proved = serializers.BooleanField(help_text="Adjudicated with the result of best play.")
    score = ScoreSerializer(allow_null=True, help_text="Of a game that was ended by score.")
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)


class MoveSerializer(serializers.Serializer[Any]):
    """One ply."""

    ply = serializers.IntegerField()
    player = serializers.CharField()
    move = serializers.CharField()
    made = serializers.DateTimeField()
    seconds = serializers.IntegerField(help_text="Time that the turn took.")
    by_condition = serializers.BooleanField(
        help_text="Whether its player had prepared it as the reply to the ply before."
    )


class RetractedSerializer(MoveSerializer):
    """A ply that was taken back by consent."""

    takeback = serializers.IntegerField(help_text="Of the takebacks of this game, from 1.")
    retracted = serializers.DateTimeField()


class GameDetailSerializer(GameSerializer):
    """A game with its moves."""

    moves = MoveSerializer(many=True)
    taken_back = RetractedSerializer(many=True)


def find(game_id: int) -> Game:
    """The game with all that its shape asks about. Raises GameNotFound."""
    try:
        return Game.objects.with_owners().get(pk=game_id)
    except Game.DoesNotExist as error:
        raise GameNotFound from error


def game_short(game: Game) -> dict[str, Any]:
    """The caller has joined the players and their owners (`with_owners`)."""
    is_settled = game.swapped is not None
    names = _names(game)
    return {
        "id": game.pk,
        "url": page_url(game),
        "size": game.size,
        "rated": game.rated,
        "time_control": game.time_control,
        "event": game.event_label or None,
        "status": game.status,
        "first": player_ref(game.first),
        "second": player_ref(game.second),
        "black": game.black.username if is_settled else None,
        "white": game.white.username if is_settled else None,
        "ply": game.ply_count,
        "position": game.position,
        "to_move": names.get(game.to_move_id),
        "awaits_side_choice": game.awaits_side_choice,
        "turn_started": instant(game.turn_started),
        "deadline": instant(game.deadline),
        "banks": {"first": game.first_bank, "second": game.second_bank},
        "draw_offer_by": names.get(game.draw_offer_by_id),
        "takeback_by": names.get(game.takeback_by_id),
        "takebacks": game.takebacks,
        "can_be_cancelled": game.can_be_cancelled,
        "result": game.result or None,
        "winner": game.winner.username if game.winner else None,
        "termination": game.termination or None,
        "proved": game.stands_as_proved,
        "score": game.score,
        "created": instant(game.created),
        "finished": instant(game.finished),
    }


def game_detail(game: Game) -> dict[str, Any]:
    return {**game_short(game), **plies(game)}


def plies(game: Game) -> dict[str, Any]:
    """What `GameDetailSerializer` has beyond the short form."""
    return {"moves": moves_of(game), "taken_back": taken_back(game)}


def moves_of(game: Game) -> list[dict[str, Any]]:
    """The moves as far as the game had gone when it was read: more may have been made since."""
    rows = game.moves.filter(ply__lte=game.ply_count).order_by("ply")
    return written_moves(game, rows.values_list(*MOVE))


def taken_back(game: Game) -> list[dict[str, Any]]:
    """What was taken back, as far as the game had gone when it was read."""
    if not game.takebacks:
        return []
    names = _names(game)
    return [
        {
            "ply": gone.ply,
            "player": names[gone.player_id],
            "move": gone.text,
            "made": instant(gone.made),
            "seconds": gone.seconds,
            "by_condition": gone.by_condition,
            "takeback": gone.number,
            "retracted": instant(gone.retracted),
        }
        for gone in game.retracted.filter(number__lte=game.takebacks)
    ]


def written_moves(game: Game, rows: Iterable[MoveRow]) -> list[dict[str, Any]]:
    names = _names(game)
    return [
        {
            "ply": ply,
            "player": names[player],
            "move": text,
            "made": instant(made),
            "seconds": used,
            "by_condition": by_condition,
        }
        for ply, player, text, made, used, by_condition in rows
    ]


def page_url(game: Game) -> str:
    return absolute(game.get_absolute_url())


def instant(moment: datetime | None) -> str | None:
    """A moment in UTC, as RFC 3339 has it: ``2026-11-30T08:00:00Z``."""
    return moment.isoformat().replace("+00:00", "Z") if moment else None


def _names(game: Game) -> dict[int | None, str]:
    return {game.first_id: game.first.username, game.second_id: game.second.username}
