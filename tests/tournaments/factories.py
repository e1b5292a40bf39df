"""Events for tests, made and played through the services as real ones are."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Game, Result, Termination
from games.services.finishing import finish
from ratings import numbers
from sumendi_site.accounts.models import User
from tournaments.models import Entry, Pairing, Round, RoundState, Tournament
from tournaments.services import entering, publishing, settings, starting
from tournaments.swiss.event import Code

NAMES = ("amaia", "unai", "leire", "mattin", "nora", "eneko", "jokin", "ane", "iker", "maite")
WHITE_WINS, DRAWN, BLACK_WINS = (Code.WIN, Code.LOSS), (Code.DRAW, Code.DRAW), (Code.LOSS, Code.WIN)
Codes = tuple[Code, Code]


def make_organiser(name: str = "olatz") -> User:
    """An organiser who does not play."""
    known = User.objects.filter(username=name).first()
    return known or User.objects.create_user(username=name)


def make_tournament(organiser: User | None = None, **fields: Any) -> Tournament:
    """An event that is open for entries: its rounds are paired by hand unless `is_automatic`."""
    director = organiser or make_organiser()
    told: dict[str, Any] = {
        "name": "Autumn Swiss",
        "time_control": "3d",
        "size": 5,
        "rounds": 3,
        "is_automatic": False,
    }
    tournament = settings.create(director, **told | fields)
    return settings.open_registration(director, tournament.slug)


def make_entries(tournament: Tournament, names: int | Sequence[str] = 4) -> list[Entry]:
    """New players who enter: each is rated 50 points below the one before (less in large fields),
    from 2000 on, so that they get their numbers in this order. A number of them takes that many
    names."""
    if isinstance(names, int):
        names = [NAMES[i] if i < len(NAMES) else f"player-{i}" for i in range(names)]
    step = min(50, 1400 // len(names))
    players = [
        User(username=name, rating=(2000 - step * place) * numbers.POINT)
        for place, name in enumerate(names)
    ]
    User.objects.bulk_create(players)
    return [entering.enter(player, tournament.slug) for player in players]


def make_running(players: int = 4, **fields: Any) -> Tournament:
    """An event that has started; its first player makes the first move of an odd board."""
    tournament = make_tournament(**fields)
    make_entries(tournament, players)
    return start(tournament)


def start(tournament: Tournament) -> Tournament:
    """Begin it; the lot falls on the first seat for the first player."""
    starting.start(None, tournament.slug)
    Tournament.objects.filter(pk=tournament.pk).update(first_seat_drawn="w")
    tournament.refresh_from_db()
    return tournament


def publish_round(tournament: Tournament) -> Round:
    """Pair the next round by the rules and publish it."""
    return publishing.next_round(tournament.slug)


def play_round(
    tournament: Tournament, results: Mapping[int, Codes] | Sequence[Codes] | None = None
) -> Round:
    """Publish the next round and play it to its end: each game ends at once, by adjudication, and
    is booked. `results` are the codes of White and Black of a board, by its number or in order;
    other boards are won by White."""
    round_ = publish_round(tournament)
    if results is not None and not isinstance(results, Mapping):
        results = dict(zip(count(1), results, strict=False))
    for pairing in round_.pairings.exclude(game=None).select_related("game__first", "game__second"):
        end_board(pairing, (results or {}).get(pairing.board, WHITE_WINS))
    return close(round_)


def end_board(pairing: Pairing, codes: Codes = WHITE_WINS) -> None:
    """The game of a board ends so, and the board has its codes."""
    assert pairing.game is not None
    end_game(pairing.game, codes)
    pairing.white_code, pairing.black_code = codes
    pairing.save(update_fields=["white_code", "black_code"])


@transaction.atomic
def end_game(game: Game, codes: Codes) -> None:
    """The first player keeps Black, and the game ends without the plies that nobody asks for."""
    game.swapped = False
    game.save(update_fields=["swapped"])
    won = {Code.WIN: Result.BLACK, Code.LOSS: Result.WHITE, Code.DRAW: Result.DRAW}
    is_forfeit = not codes[0].is_played
    result = Result.BLACK if codes[0] == Code.FORFEIT_WIN else Result.WHITE
    ending = Termination.FORFEIT if is_forfeit else Termination.ADJUDICATION
    finish(game, result if is_forfeit else won[codes[0]], ending, timezone.now())


def close(round_: Round) -> Round:
    """Every board has a result."""
    round_.state, round_.closed = RoundState.CLOSED, timezone.now()
    round_.save(update_fields=["state", "closed"])
    return round_


def boards(round_: Round) -> list[tuple[int, int | None]]:
    """By pairing numbers, first seat first."""
    rows = round_.pairings.order_by("board")
    return list(rows.values_list("white__number", "black__number"))
