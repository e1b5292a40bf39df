"""Telling entrants and organisers what was decided, what is due, and how far their events are. How
it reads is in `tournaments.presenters.notices`.

Programs are told nothing: their owners are, where they may want to do something about it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games.endings import ending
from games.models import Game
from games.notices import instant
from sumendi_site.accounts.models import User
from sumendi_site.notices.notify import notify_all
from tournaments.models import Appeal, Decision, Entry, Pairing, Round, Tournament
from tournaments.notices import about

DEADLINE, DECISION = "event_deadline", "event_decision"
DESK, MESSAGE, STAGE = "event_desk", "event_message", "event_stage"
"""The codes of the kinds of notices; the desk is the organisers'."""

Data = Mapping[int, Mapping[str, Any]]


def reader_of(player: User) -> User:
    """The player, or the owner of a bot."""
    return player.owner if player.is_bot and player.owner else player


def tell_deadline(tournament: Tournament, round_: Round, games: Iterable[Game], hours: int) -> int:
    """The round's deadline is so near, and these games still run. Returns how many were told."""
    assert round_.deadline is not None  # noqa: S101 - the caller has looked
    data = {
        player.pk: {
            "number": round_.number,
            "game": game.pk,
            "opponent": str(game.opponent_of(player)),
            "hours": hours,
            "your_turn": game.to_move_id == player.pk,
            "until": instant(round_.deadline, player),
            "rule": tournament.at_deadline,
            "proved_stands": tournament.proved_stands,
            "has_bank": tournament.control.has_bank,
        }
        for game in games
        for player in (game.first, game.second)
    }
    key = f"round_deadline:{round_.pk}:{hours}:{int(round_.deadline.timestamp())}"
    return _tell(tournament, data, DEADLINE, key)


def tell_moved(tournament: Tournament, round_: Round, games: Iterable[Game]) -> int:
    """The round of these running games has another deadline. Returns how many were told."""
    assert round_.deadline is not None  # noqa: S101 - the caller has moved it
    data = {
        player.pk: {
            "number": round_.number,
            "game": game.pk,
            "opponent": str(game.opponent_of(player)),
            "moved_to": instant(round_.deadline, player),
        }
        for game in games
        for player in (game.first, game.second)
    }
    key = f"round_moved:{round_.pk}:{tournament.version}"  # it may be moved back and forth
    return _tell(tournament, data, DEADLINE, key)


def tell_reminder(tournament: Tournament, game: Game, by: User) -> None:
    """An organiser reminds the player to move."""
    assert game.to_move is not None  # noqa: S101 - the caller has looked
    reader = reader_of(game.to_move)
    until = instant(game.deadline, reader) if game.deadline else ""
    data = {
        "game": game.pk,
        "opponent": str(game.opponent_of(game.to_move)),
        "by": str(by),
        "until": until,
    }
    key = f"reminder:{game.pk}:{game.ply_count}:{until}"
    _tell(tournament, {reader.pk: data}, DEADLINE, key)


def tell_decision(
    tournament: Tournament, decision: Decision, *, can_appeal: bool, until: datetime | None
) -> None:
    """Both players, and the owners of bots, hear of the result and the reason, and `until` when
    the next round does not come in any case."""
    pairing = decision.pairing
    assert pairing.game is not None and pairing.black is not None  # noqa: S101, PT018 - decided
    pairing.game.refresh_from_db()
    facts: dict[str, Any] = {
        "number": pairing.round.number,
        "game": pairing.game_id,
        "why": decision.why,
    }
    facts |= {"by": str(decision.by or ""), "kind": decision.kind, "can_appeal": can_appeal}
    data = {}
    for entry, other in ((pairing.white, pairing.black), (pairing.black, pairing.white)):
        seen = {"player": entry.called, "opponent": other.called}
        reader = reader_of(entry.account)
        seen["ending"] = ending(pairing.game, entry.account)
        seen["until"] = instant(until, reader) if until else ""
        data[reader.pk] = facts | seen
    _tell(tournament, data, DECISION, f"decision:{decision.pk}")


def tell_answer(tournament: Tournament, pairing: Pairing, appeal: Appeal) -> None:
    """Whoever appealed hears the answer."""
    data = {
        "number": pairing.round.number,
        "game": pairing.game_id,
        "kind": "answer",
        "by": str(appeal.answered_by),
        "why": appeal.answer,
    }
    _tell(tournament, {appeal.by_id: data}, DECISION, f"answer:{appeal.pk}")


def tell_appeal(tournament: Tournament, pairing: Pairing, appeal: Appeal) -> None:
    facts = {"number": pairing.round.number, "board": pairing.board, "by": str(appeal.by)}
    tell_directors(tournament, f"appeal:{appeal.pk}", "appeal", why=appeal.why, **facts)


def tell_directors(tournament: Tournament, key: str, what: str, **facts: Any) -> None:
    """Something waits for the organisers: `what` is one of `appeal`, `deadline`, `no_pairing`,
    `no_start` and `alone` (for the moderators)."""
    directors = tournament.directors()
    data = {pk: {"what": what, **facts} for pk in directors.values_list("pk", flat=True)}
    _tell(tournament, data, DESK, key)


def tell_heir(tournament: Tournament) -> None:
    """Whoever organises it now, because who did so has deleted their account."""
    heir = tournament.organiser_id
    _tell(tournament, {heir: {"what": "yours"}}, DESK, f"yours:{tournament.pk}")


def tell_all(tournament: Tournament, by: User, text: str, key: str) -> int:
    """An organiser writes to all who play. Returns how many were told."""
    data = {reader.pk: {"by": str(by), "text": text} for reader in _readers(tournament)}
    return _tell(tournament, data, MESSAGE, f"message:{tournament.pk}:{key}")


def tell_start(tournament: Tournament) -> None:
    data = {reader.pk: {"what": "start"} for reader in _readers(tournament)}
    _tell(tournament, data, STAGE, f"event_start:{tournament.pk}")


def tell_finish(tournament: Tournament, ranks: Mapping[int, int]) -> None:
    """`ranks` by the ids of the entries, those of all who played."""
    data = {
        reader_of(entry.account).pk: {"what": "finish", "rank": ranks[entry.pk], "of": len(ranks)}
        for entry in _entries(tournament)
        if entry.pk in ranks
    }
    _tell(tournament, data, STAGE, f"event_finish:{tournament.pk}")


def tell_cancelled(tournament: Tournament) -> None:
    data = {reader.pk: {"what": "cancelled"} for reader in _readers(tournament)}
    _tell(tournament, data, STAGE, f"event_cancelled:{tournament.pk}")


def _entries(tournament: Tournament) -> "list[Entry]":
    """Those who have an account."""
    entries = tournament.entries.exclude(player=None).select_related("player__owner")
    return list(
        entries.order_by("-number", "-pk")
    )  # the strongest last: an owner of several bots hears of that one


def _readers(tournament: Tournament) -> list[User]:
    return [reader_of(entry.account) for entry in _entries(tournament) if not entry.withdrawn]


def _tell(tournament: Tournament, data: Data, kind: str, key: str) -> int:
    """The caller holds the event, so that nobody else tells of the same key at the same time."""
    event = {"event": tournament.name, "slug": tournament.slug}
    news = {pk: {**event, **facts} for pk, facts in data.items()}
    return notify_all(news, kind, key, about(tournament.pk))
