"""How bouts and the turns of programs are written, and how the schema describes that."""

from typing import Any

from rest_framework import serializers

from games.models import (
    BotRun,
    BotTurn,
    BotVersion,
    Bout,
    BoutStatus,
    Result,
    RunFault,
    Termination,
    TurnState,
)
from games.rules import SIZES
from games.services.bot_turns import sees_log
from games.services.scrimmages import winner
from sumendi_site.accounts.models import User

from .game_shapes import instant


class VersionRefSerializer(serializers.Serializer[Any]):
    """A version of a bot, in short."""

    bot = serializers.CharField()
    version = serializers.IntegerField()


class RunSerializer(serializers.Serializer[Any]):
    """One run of a program for a turn."""

    started = serializers.DateTimeField()
    cpu = serializers.FloatField(help_text="Processor time, in seconds.")
    wall = serializers.FloatField(help_text="Seconds from its start to its end.")
    memory = serializers.IntegerField(
        allow_null=True, help_text="The most that was seen in use, in bytes; null of a short run."
    )
    answer = serializers.CharField(help_text="The move that it gave, whether it was legal or not.")
    fault = serializers.ChoiceField(
        choices=RunFault.choices, allow_null=True, help_text="What went wrong."
    )
    detail = serializers.CharField(help_text="The same as a sentence.")
    log = serializers.CharField(
        trim_whitespace=False, help_text="What it printed; emptied after some weeks."
    )


class TurnSerializer(serializers.Serializer[Any]):
    """A ply that a program was asked for."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    bout = serializers.IntegerField(allow_null=True)
    ply = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=TurnState.choices)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    move = serializers.CharField(help_text="As it was played; empty until then.")
    note = serializers.CharField(help_text="The program's remark.")
    runs = RunSerializer(many=True, help_text="In their order; a program has two tries a turn.")


class TurnDetailSerializer(TurnSerializer):
    """A turn with what its program was asked."""

    question = serializers.CharField(
        trim_whitespace=False, help_text="The very line of JSON, for asking it again at home."
    )


class BoutSerializer(serializers.Serializer[Any]):
    """A game between versions, for a check or a scrimmage. It has no clock and no rating."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Within its check or scrimmage.")
    scrimmage = serializers.IntegerField(allow_null=True, help_text="Null for one of a check.")
    first = VersionRefSerializer(allow_null=True, help_text="Null for the random player.")
    second = VersionRefSerializer(allow_null=True)
    size = serializers.ChoiceField(choices=SIZES)
    status = serializers.ChoiceField(choices=BoutStatus.choices)
    result = serializers.ChoiceField(choices=Result.choices, allow_null=True)
    winner = serializers.ChoiceField(
        choices=["first", "second"], allow_null=True, help_text="Null without one."
    )
    termination = serializers.ChoiceField(choices=Termination.choices, allow_null=True)
    detail = serializers.CharField(
        help_text="Why it ended early; for the owners of the two programs."
    )
    ply = serializers.IntegerField(help_text="Plies played.")
    position = serializers.CharField()
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)


class BoutDetailSerializer(BoutSerializer):
    """A bout with its moves."""

    moves = serializers.ListField(child=serializers.CharField())
    turns = TurnSerializer(many=True, help_text="Those of your own programs, with their logs.")


def version_ref(version: BotVersion | None) -> dict[str, Any] | None:
    """The caller has joined the bot's account."""
    if version is None:
        return None
    return {"bot": version.bot.account.username, "version": version.number}


def bout_short(bout: Bout, reader: User | None) -> dict[str, Any]:
    """One of `scrimmages.with_versions`."""
    return {
        "id": bout.pk,
        "number": bout.number,
        "scrimmage": bout.scrimmage_id,
        "first": version_ref(bout.first),
        "second": version_ref(bout.second),
        "size": bout.size,
        "status": bout.status,
        "result": bout.result or None,
        "winner": winner(bout),
        "termination": bout.termination or None,
        "detail": bout.detail if _seats_of(bout, reader) else "",
        "ply": len(bout.moves),
        "position": bout.position,
        "created": instant(bout.created),
        "finished": instant(bout.finished),
    }


def bout_detail(bout: Bout, reader: User | None) -> dict[str, Any]:
    """One of `scrimmages.with_versions` with its turns."""
    told = _seats_of(bout, reader)
    turns = [turn_written(turn) for turn in bout.turns.all() if turn.seat in told]
    return {**bout_short(bout, reader), "moves": bout.moves, "turns": turns}


def turn_written(turn: BotTurn) -> dict[str, Any]:
    """For the owner; one of `bot_turns.with_runs`."""
    return {
        "id": turn.pk,
        "game": turn.game_id,
        "bout": turn.bout_id,
        "ply": turn.ply,
        "version": turn.version.number,
        "state": turn.state,
        "created": instant(turn.created),
        "finished": instant(turn.finished),
        "move": turn.move,
        "note": turn.note,
        "runs": [_run(run) for run in turn.runs.all()],
    }


def _run(run: BotRun) -> dict[str, Any]:
    return {
        "started": instant(run.started),
        "cpu": run.cpu,
        "wall": run.wall,
        "memory": run.memory,
        "answer": run.answer,
        "fault": run.fault or None,
        "detail": run.detail,
        "log": run.log,
    }


def _seats_of(bout: Bout, reader: User | None) -> set[str]:
    return {seat for seat in ("first", "second") if _is_readers(bout.version_in(seat), reader)}


def _is_readers(version: BotVersion | None, reader: User | None) -> bool:
    return version is not None and sees_log(reader, version)
