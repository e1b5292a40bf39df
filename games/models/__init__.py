from .game import Game, Move
from .offer import Offer
from .outcome import GameStatus, Result, Termination
from .result_event import ResultCounter, ResultEvent

__all__ = [
    "Game",
    "GameStatus",
    "Move",
    "Offer",
    "Result",
    "ResultCounter",
    "ResultEvent",
    "Termination",
]
