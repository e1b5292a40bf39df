"""What players hear of their events. A notice is written from its data alone: names and numbers as
they were when it happened."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse

from games.notices import about as about_game
from games.notices import instant
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish
from sumendi_site.notices.kinds import Data, NoticeKind, Text
from sumendi_site.notices.notify import notify_all
from tournaments.models import Pairing, Round

AT_ONCE = 500
"""So many are told in one go: databases limit how many values a statement may have."""


def about(tournament_id: int) -> str:
    """What the page of an event shows all notices about."""
    return f"tournament:{tournament_id}"


def tell_round(round_: Round, pairings: Iterable[Pairing]) -> None:
    """Everybody who has a board in the round, once, with the game or the bye."""
    data: dict[int, dict[str, Any]] = {}
    shown_on: dict[int, str] = {}
    for pairing in pairings:
        for player, told in _news(round_, pairing):
            data[player.pk] = told
            game = told["game"]
            shown_on[player.pk] = about_game(game) if game else about(round_.tournament_id)
            if game:
                publish(player_topic(player.pk), "game_start", {"game": game})
    _tell(ROUND.code, f"round:{round_.tournament_id}:{round_.number}", data, shown_on)


def _news(round_: Round, pairing: Pairing) -> Iterable[tuple[User, dict[str, Any]]]:
    white, black = pairing.white.account, pairing.black.account if pairing.black else None
    for player, opponent in ((white, black), (black, white)):
        if player is None:
            continue
        yield (
            player,
            {
                "slug": round_.tournament.slug,
                "tournament": round_.tournament.name,
                "round": round_.number,
                "game": pairing.game_id,
                "opponent": str(opponent) if opponent else None,
                "you_begin": player is white,
                "until": instant(round_.deadline, player) if round_.deadline else None,
            },
        )


def _tell(
    kind: str, key: str, data: Mapping[int, Mapping[str, Any]], shown_on: Mapping[int, str]
) -> None:
    players = sorted(data)
    for start in range(0, len(players), AT_ONCE):
        some = {player: data[player] for player in players[start : start + AT_ONCE]}
        notify_all(some, kind, key, shown_on)


def _write_round(data: Data) -> Text:
    title = f"Round {data['round']} of {data['tournament']}"
    if data["opponent"] is None:
        return Text(title, "You have the bye in this round.", _tournament(data))
    if data["game"] is None:
        said = f"{data['opponent']} does not play any more: the game is forfeited."
        return Text(title, said, _tournament(data))
    begins = "You make the first move." if data["you_begin"] else "Your opponent moves first."
    until = f" The round closes on {data['until']}." if data["until"] else ""
    url = reverse("game", args=[data["game"]])
    return Text(title, f"You play {data['opponent']}. {begins}{until}", url)


def _tournament(data: Data) -> str:
    return reverse("tournament", args=[data["slug"]])


ROUND = NoticeKind(
    code="round",
    label="A round begins",
    meaning="The pairings of a tournament round are published.",
    write=_write_round,
)
KINDS = (ROUND,)
