"""A search that takes no time, and analyses made with it."""

from collections.abc import Callable, Mapping
from itertools import islice

from games.models import Analysis, Game
from games.rules import Position
from games.services import analysis
from games.services.analysis import Choice, Look
from sumendi_site.accounts.models import User


def first_move(position: Position) -> str:
    return str(next(islice(position.moves(), 1)))


def engine_saying(
    blacks: Mapping[str, float] | None = None, proofs: Mapping[str, str] | None = None
) -> Callable[[Position, int, int], Look]:
    """A search for which Black's chance is one half but where `blacks` says otherwise, by the text
    of the position; `proofs` are results. The first legal move is always the best."""

    def engine(position: Position, simulations: int, seed: int) -> Look:
        black = (blacks or {}).get(str(position), 0.5)
        chance = black if position.turn == "black" else 1 - black
        best = Choice(first_move(position), simulations // 2, chance)
        return Look(chance, simulations, (best,), (proofs or {}).get(str(position)))

    return engine


calm = engine_saying()


def analysed(game: Game, reader: User, engine: Callable[..., Look] = calm) -> Analysis:
    """The analysis of a game, done."""
    asked = analysis.ask(game.pk, reader)
    while analysis.work(engine):
        pass
    asked.refresh_from_db()
    return asked
