"""A game and all that its page asks about it, read in one query."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, Exists, F, OuterRef, Q, Subquery, TextField, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from games.models import (
    Analysis,
    ChatMessage,
    Conditions,
    Exploration,
    Game,
    GameLog,
    Note,
    Outage,
    Vacation,
)
from games.models.result_event import ResultKind, newest_kind
from games.notices import about
from sumendi_site.accounts.blocks import Block
from sumendi_site.accounts.sanctions import Sanction, SanctionKind
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import game_topic, talk_topic
from sumendi_site.notices.seeing import unseen_about

from .lists import Reader


@dataclass(frozen=True)
class Surroundings:
    """What is there beside the game: `last_event` is the newest live event that the reader may
    hear of, `away` maps players on vacation to its end, `note` and conditions are the reader's
    own, and what is published is somebody else's."""

    last_event: int
    away: dict[int, datetime]
    note: str
    has_chat: bool
    has_conditions: bool
    has_log: bool
    has_outage: bool
    has_analysis: bool
    has_block: bool
    is_muted: bool
    has_published: bool
    has_unseen_notice: bool
    is_annulled: bool


def read(game_id: int, reader: Reader, now: datetime) -> tuple[Game, Surroundings]:
    """Raises Http404. All of one instant: what happens later is told by a later event."""
    questions = _questions(game_id, reader, now)
    row: Any = Game.objects.with_players().annotate(**questions).filter(pk=game_id).first()
    if row is None:
        raise Http404("There is no such game.")
    events = [row.last_game_event, row.last_talk_event if row.seat_of(reader) else 0]
    ends = {row.first_id: row.first_away, row.second_id: row.second_away}
    surroundings = Surroundings(
        last_event=max(events),
        away={player_id: until for player_id, until in ends.items() if until is not None},
        note=row.note_text,
        has_chat=row.has_chat,
        has_conditions=row.has_conditions,
        has_log=row.has_log,
        has_outage=row.has_outage,
        has_analysis=row.has_analysis,
        has_block=row.has_block,
        is_muted=row.is_muted,
        has_published=row.has_published,
        has_unseen_notice=row.has_unseen_notice,
        is_annulled=row.newest_kind == ResultKind.ANNULLED,
    )
    return row, surroundings


def _questions(game_id: int, reader: Reader, now: datetime) -> dict[str, Any]:
    this = OuterRef("pk")
    players = Q(owner=OuterRef("first"), blocked=OuterRef("second")) | Q(
        owner=OuterRef("second"), blocked=OuterRef("first")
    )
    outages = Outage.objects.filter(
        started__lt=Coalesce(OuterRef("finished"), Value(now, DateTimeField())),
        ended__gt=OuterRef("created"),
    )
    mutes = Sanction.objects.in_force(now).filter(kind=SanctionKind.MUTE)
    published = Exploration.objects.filter(game=this, published__isnull=False)
    notes = Note.objects.filter(game=this, author=reader.pk).values("text")
    return {
        "last_game_event": _newest(game_topic(game_id)),
        "last_talk_event": _newest(talk_topic(game_id)),
        "first_away": _away(OuterRef("first"), now),
        "second_away": _away(OuterRef("second"), now),
        "note_text": Coalesce(Subquery(notes[:1]), Value(""), output_field=TextField()),
        "has_chat": Exists(ChatMessage.objects.filter(game=this)),
        "has_conditions": Exists(Conditions.objects.filter(game=this, player=reader.pk)),
        "has_log": Exists(GameLog.objects.filter(game=this)),
        "has_outage": Exists(outages),
        "has_analysis": Exists(Analysis.objects.filter(game=this)),
        "has_block": Exists(Block.objects.filter(players)),
        "is_muted": Exists(mutes.filter(person=reader.pk)),
        "has_published": Exists(published.exclude(owner=reader.pk)),
        "newest_kind": newest_kind(),
        "has_unseen_notice": Exists(unseen_about(reader.pk, about(game_id))),
    }


def _newest(topic: str) -> Coalesce:
    events = LiveEvent.objects.filter(topic=topic).order_by("-id").values("id")
    return Coalesce(Subquery(events[:1]), Value(0))


def _away(player: OuterRef | F, now: datetime) -> Subquery:
    shown = Vacation.objects.shown_at(now).filter(player=player).order_by("-ends")
    return Subquery(shown.values("ends")[:1])
