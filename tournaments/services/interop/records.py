"""The records of a round's games, one after another, as a database of chess games has them."""

from collections import defaultdict
from collections.abc import Sequence

from games.models import Game, Move
from games.presenters.moves import record_with
from tournaments.models import Round


def records_of(round_: Round, site: str) -> str:
    """In order of boards, with an empty line between two. `site` is the address of the site, which
    the records' own addresses begin with. A round without games gives an empty text."""
    played = round_.pairings.exclude(game=None).order_by("board")
    boards = dict(played.values_list("game", "board"))
    games = Game.objects.with_players().in_bulk(boards)
    moves = _moves(games)
    return "\n".join(
        _record(games[pk], site, moves[pk], f"{round_.number}.{board}")
        for pk, board in boards.items()
    )


def _record(game: Game, site: str, moves: Sequence[str], number: str) -> str:
    return str(record_with(game, f"{site}{game.get_absolute_url()}", moves, number))


def _moves(games: dict[int, Game]) -> dict[int, list[str]]:
    """As far as each game had gone when it was read: more may have been made since."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    rows = Move.objects.filter(game__in=games).order_by("game", "ply")
    for pk, ply, text in rows.values_list("game", "ply", "text"):
        if ply <= games[pk].ply_count:
            found[pk].append(text)
    return found
