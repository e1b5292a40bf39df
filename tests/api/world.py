"""One of everything that the API can name, seen from the player amaia."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import services
from games.bots.turns import play_next
from games.models import Exploration, Offer, SandboxReport
from games.models.report import Category, Subject
from games.rules import Position
from games.services import Complaint, exploring, scrimmages, versions
from games.services.archive import make_export
from games.services.scrimmages import Side
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope, issue
from tests.games.analysing import analysed
from tests.games.bots.hosting import CHOOSES, FakeKind, make_version
from tests.games.factories import (
    make_bot,
    make_challenge,
    make_finished_game,
    make_game,
    make_seek,
    make_terms,
    make_user,
    some_moves,
)
from tests.games.moving_clock import save_days
from tests.ratings.entries import make_entry
from tests.tournaments.bots import make_ladder_games
from tests.tournaments.running import EVENTS, make_events

NAMES = ["amaia", "unai", "Rakaia"]
"""Herself, her opponent, and whom she blocks."""
BOTS = ["basalt", "pumice"]
"""Hers and a stranger's."""
INVITES = ["from-amaia", "from-unai"]
BOT_TOKEN = "0123456789abcdef"
ENTRANTS = ["unai", "leire", "mattin", "nora"]
"""They play in the events that she organises."""

FIT: dict[str, tuple[int, dict[str, Any] | None]] = {
    "exploration": (1, None),
    "game_exploration_save": (0, {"version": 0, "tree": Exploration.nothing(5)}),
    "game_move": (1, {"ply": 4, "move": some_moves(4)[3]}),
    "game_draw": (1, {"ply": 3, "action": "accept"}),
    "game_takeback": (0, {"ply": 4, "action": "accept"}),
    "game_give_time": (0, {"ply": 4}),
    "game_cancel": (2, None),
    "game_rematch": (3, None),
    "game_analysis": (3, None),
    "game_analyse": (3, None),
    "seek_withdraw": (1, None),
    "challenge_withdraw": (1, None),
    "invite_accept": (1, None),
    "block_add": (1, None),
    "friend_add": (1, None),
    "block_remove": (2, None),
    "tournament_undo": (EVENTS.index("drafted"), None),
    "tournament_pair": (EVENTS.index("drafted"), None),
    "tournament_pair_by_hand": (EVENTS.index("drafted"), None),
    "tournament_check": (EVENTS.index("drafted"), None),
    "tournament_publish": (EVENTS.index("drafted"), None),
    "tournament_enter": (EVENTS.index("open"), None),
    "tournament_enter_list": (EVENTS.index("open"), None),
    "tournament_start": (EVENTS.index("open"), None),
    "tournament_bye_ask": (EVENTS.index("open"), None),
    "tournament_bye_cancel": (EVENTS.index("open"), None),
    "tournament_change": (EVENTS.index("draft"), None),
    "tournament_open": (EVENTS.index("draft"), None),
    "tournament_finish": (EVENTS.index("over"), None),
    "tournament_answer": (EVENTS.index("decided"), None),
    "tournament_appeal": (EVENTS.index("hers"), None),
    "tournament_organiser_add": (1, None),
}
"""For operations that she can do with one object only, or with one body: which, and what to send.
The others work with the first, and with the body that the schema shows."""


EMPTY_BOARD = {"position": str(Position.start(5))}
QUERIES = {"archive_search": EMPTY_BOARD, "archive_explorer": EMPTY_BOARD}
"""What operations must be asked for."""


@dataclass(frozen=True)
class World:
    player: User
    opponent: User
    stranger: User
    bot: User
    ids: dict[str, list[int]]
    """By the part of the address before them."""

    def values(self, path: str, variable: str) -> list[Any]:
        """What can stand for a variable of this path; real objects all of them."""
        return texts_for(path, variable) or self.ids[folder(path, variable)]


def folder(path: str, variable: str) -> str:
    """The part of an address before this variable."""
    return path.removeprefix("/api/v1/").partition(f"/{{{variable}}}")[0]


def texts_for(path: str, variable: str) -> list[str]:
    """What a variable of this path can be, unless it is a number."""
    match variable, folder(path, variable):
        case "slug", _:
            return EVENTS
        case "name", "tournaments/{slug}/entries":
            return ENTRANTS[:1]
        case "other", _:
            return ENTRANTS[1:2]
        case "name", "bots":
            return BOTS
        case "name", _:
            return NAMES
        case "code", "bots/{name}/tokens":
            return [BOT_TOKEN]
        case "code", _:
            return INVITES
    return []


def make_world() -> World:
    player, opponent, stranger = make_user("amaia"), make_user("unai"), make_user("stranger")
    nuisance = make_user("Rakaia")
    save_days(player)
    games = _games(player, opponent, stranger)
    bot = _bots(player, stranger)
    vacation = services.take_vacation(player, 3, timezone.now() + timedelta(days=30))
    services.block(player, nuisance)
    services.report(player, nuisance, Complaint(Subject.NAME, Category.SPAM))
    make_ladder_games("scoria", "tephra")
    make_export()
    ids = {
        "games": games,
        "me/vacations": [vacation.pk],
        **_offers(player, opponent, stranger),
        **_programs(player, stranger),
        **make_events(player, ENTRANTS),
        "explorations": _explorations(player, opponent, games[3]),
    }
    return World(player, opponent, stranger, bot, ids)


def _games(player: User, opponent: User, stranger: User) -> list[int]:
    games = [
        make_game(player, opponent, some_moves(4)),
        make_game(player, opponent, some_moves(3), time_control="7d+1d"),
        make_game(opponent, player, some_moves(1)),
        make_finished_game(player, opponent, some_moves(6), rated=True),
        make_game(player, opponent, some_moves(60)),
        make_game(stranger, opponent, some_moves(2)),
    ]
    make_entry(games[3])
    analysed(games[3], stranger)
    services.ask_takeback(games[0].pk, opponent, games[0].ply_count)
    services.offer_draw(games[1].pk, opponent, games[1].ply_count)
    services.say(games[0].pk, opponent, "Hello!")
    services.save_note(games[0].pk, player, "Watch d4.")
    return [game.pk for game in games]


def _explorations(player: User, opponent: User, finished: int) -> list[int]:
    """Hers, and one of her opponent's that is published."""
    hers = exploring.new_board(player, 5)
    theirs = exploring.save_beside(opponent, finished, 0, hers.tree)
    return [hers.pk, exploring.publish(opponent, theirs.pk).pk]


def _bots(player: User, stranger: User) -> User:
    bot = make_bot(player, "basalt", "Slow.")
    make_bot(stranger, "pumice")
    token, _ = issue(bot, "runs it", [Scope.READ, Scope.PLAY], 30)
    ApiToken.objects.filter(pk=token.pk).update(code=BOT_TOKEN)
    return bot


def _programs(player: User, stranger: User) -> dict[str, list[int]]:
    """Both bots have programs that run here; hers has played, and waits to play again."""
    SandboxReport.objects.create(
        worker="bots@here", kind="fake", seen=timezone.now() + timedelta(days=1)
    )
    hers, theirs = (User.objects.get(username=name) for name in BOTS)
    for account in (hers, hers, theirs):
        make_version(account)
    check = versions.upload(player, "basalt", "bot.py", CHOOSES).version
    asked = scrimmages.ask(player, Side("basalt"), Side("pumice"), 5, 1)
    play_next(FakeKind())
    game = make_game(hers, stranger)
    bouts = [asked.scrimmage.bouts.get(), *check.check_bouts.order_by("number")]
    return {
        "bots/{name}/versions": [1, 2, check.number],
        "bots/{name}/turns": [game.bot_turns.get().pk, bouts[0].turns.first().pk],
        "bouts": [bout.pk for bout in bouts],
        "scrimmages": [asked.scrimmage.pk],
    }


def _offers(player: User, opponent: User, stranger: User) -> dict[str, list[int]]:
    seeks = [make_seek(opponent), make_seek(player), make_seek(stranger, rated=True)]
    challenges = [
        make_challenge(opponent, player),
        make_challenge(player, opponent, size=7),
        make_challenge(stranger, opponent),
    ]
    for creator, code in zip((player, opponent), INVITES, strict=True):
        offer = services.invite(creator, make_terms())
        Offer.objects.filter(pk=offer.pk).update(invite_code=code)
    return {
        "seeks": [offer.pk for offer in seeks],
        "challenges": [offer.pk for offer in challenges],
    }
