from .absence import Heartbeat, Outage, Vacation, VacationBudget
from .bot import Bot, BotFault, FaultKind
from .game import Game, Move
from .offer import Offer
from .outcome import GameStatus, Result, Termination
from .result_event import ResultCounter, ResultEvent
from .talk import ChatMessage, GameLog, LogKind, Note

__all__ = [
    "Bot",
    "BotFault",
    "ChatMessage",
    "FaultKind",
    "Game",
    "GameLog",
    "GameStatus",
    "Heartbeat",
    "LogKind",
    "Move",
    "Note",
    "Offer",
    "Outage",
    "Result",
    "ResultCounter",
    "ResultEvent",
    "Termination",
    "Vacation",
    "VacationBudget",
]
