"""Analyses of finished games."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Analysis, AnalysisState, Result
from games.rules import Side
from games.services import analysis
from games.services.analysis import Judgement, Swing
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import body

from .endings import NothingBody
from .game_shapes import instant


class AnalysedMoveSerializer(serializers.Serializer[Any]):
    """A placement from ply 3 on: the first volcano and the choice of side are not judged. Chances
    are those of the side that moves, from 0 to 1."""

    ply = serializers.IntegerField()
    move = serializers.CharField()
    side = serializers.ChoiceField(choices=list(Side))
    before = serializers.FloatField(help_text="By a search of the position before.")
    after = serializers.FloatField(help_text="By a search of the position after.")
    swing = serializers.ChoiceField(
        choices=list(Swing), allow_null=True, help_text="Gave 0.1 or more away; large: 0.2."
    )
    best = serializers.CharField(help_text="What the search would have played.")
    best_chance = serializers.FloatField(help_text="After that move, by the search before.")
    line = serializers.ListField(
        child=serializers.CharField(), help_text="How the search would go on, best first."
    )
    simulations = serializers.IntegerField(help_text="Of the search before the move.")
    best_visits = serializers.IntegerField(help_text="Those that tried the best move.")
    played_visits = serializers.IntegerField(help_text="Those that tried the move.")
    proof = serializers.ChoiceField(
        choices=Result.choices,
        allow_null=True,
        help_text="The result with best play of both after the move, where it was proved.",
    )


class AnalysisSerializer(serializers.Serializer[Any]):
    """What the site's search says of a finished game."""

    game = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AnalysisState.choices)
    asked = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    simulations = serializers.IntegerField(help_text="For each position.")
    engine = serializers.CharField(
        allow_null=True, help_text="The version of the site whose search it is."
    )
    done = serializers.IntegerField(help_text="Positions that have been searched.")
    positions = serializers.IntegerField(help_text="Positions that there are to search.")
    black = serializers.ListField(
        child=serializers.FloatField(),
        help_text="Black's chance after each ply from 0 on; empty until it is done.",
    )
    moves = AnalysedMoveSerializer(many=True, help_text="Empty until it is done.")


class GameAnalysis(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_analysis", tags=["games"], responses={200: AnalysisSerializer}
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The analysis of a finished game, or how far it is: the game's stream tells, as
        `analysis`, when to look again. Until somebody asks for one there is none, and a game that
        goes on is not analysed."""
        return Response(written(analysis.analysis_of(game_id)))

    @extend_schema(
        operation_id="game_analyse",
        tags=["games"],
        request=NothingBody,
        responses={200: AnalysisSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Have a finished game analysed. It is done once, whoever asks: asking again gives the
        same analysis, and begins one anew that failed. Ask for one game at a time. Refused, with
        the reason `still_played`, while a running game that began before it was over has positions
        of it, or nearly so."""
        body(NothingBody, request)
        return Response(written(analysis.ask(game_id, caller(request))))


def written(found: Analysis) -> dict[str, Any]:
    texts = list(found.game.moves.order_by("ply").values_list("text", flat=True))
    positions = list(found.positions.all())
    figures = analysis.figures_of(texts, positions) if found.is_done else None
    return {
        "game": found.game_id,
        "state": found.state,
        "asked": instant(found.asked),
        "finished": instant(found.finished),
        "simulations": found.simulations,
        "engine": found.engine or None,
        "done": len(positions),
        "positions": analysis.count_positions(len(texts)),
        "black": figures.blacks if figures else [],
        "moves": [_move(judged) for judged in figures.judgements] if figures else [],
    }


def _move(judged: Judgement) -> dict[str, Any]:
    before = judged.before
    return {
        "ply": judged.ply,
        "move": judged.move,
        "side": judged.side,
        "before": judged.chance_before,
        "after": judged.chance_after,
        "swing": judged.swing,
        "best": before.best,
        "best_chance": before.best_chance,
        "line": before.line,
        "simulations": before.simulations,
        "best_visits": before.best_visits,
        "played_visits": before.played_visits,
        "proof": judged.after.proof or None,
    }
