from .absence import Heartbeat, Outage, Vacation, VacationBudget
from .archive import ArchiveCursor, ArchivedPosition, ArchiveExport, ExportPart
from .bot import Bot, BotFault, FaultKind
from .bout import Bout, BoutStatus, Scrimmage
from .condition import Conditions
from .exploration import Exploration
from .game import Game, Move
from .moderation import ActKind, ModeratorAct
from .offer import Offer
from .outcome import GameStatus, Result, Termination
from .report import Report
from .result_event import EventCursor, ResultCounter, ResultEvent
from .takeback import RetractedMove
from .talk import ChatMessage, GameLog, LogKind, Note
from .turn import OPEN, BotRun, BotTurn, RunFault, SandboxReport, TurnRank, TurnState
from .version import BotVersion, VersionState

__all__ = [
    "OPEN",
    "ActKind",
    "ArchiveCursor",
    "ArchiveExport",
    "ArchivedPosition",
    "Bot",
    "BotFault",
    "BotRun",
    "BotTurn",
    "BotVersion",
    "Bout",
    "BoutStatus",
    "ChatMessage",
    "Conditions",
    "EventCursor",
    "Exploration",
    "ExportPart",
    "FaultKind",
    "Game",
    "GameLog",
    "GameStatus",
    "Heartbeat",
    "LogKind",
    "ModeratorAct",
    "Move",
    "Note",
    "Offer",
    "Outage",
    "Report",
    "Result",
    "ResultCounter",
    "ResultEvent",
    "RetractedMove",
    "RunFault",
    "SandboxReport",
    "Scrimmage",
    "Termination",
    "TurnRank",
    "TurnState",
    "Vacation",
    "VacationBudget",
    "VersionState",
]
