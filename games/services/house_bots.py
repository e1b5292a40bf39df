"""The house bots as players: their accounts, and telling them that it is their turn."""

from django.db.models import Q

from games.house import HouseBot
from games.models import Game
from games.models.game import GameQuerySet
from sumendi_site.accounts.models import User

from .errors import TooManyGames

MOST_GAMES = 20
MOST_GAMES_OF_A_GUEST = 5


def account_of(bot: HouseBot) -> User:
    """The account that plays for this bot; it is made when it is first asked for."""
    account, made = User.objects.get_or_create(
        username=bot.username, defaults={"kind": User.Kind.HOUSE, "about": bot.about}
    )
    if made:
        account.set_unusable_password()
        account.save(update_fields=["password"])
    return account


def make_accounts() -> None:
    """So that everybody finds the house bots before anybody has played one."""
    for bot in HouseBot:
        account_of(bot)


def house_player(name: str) -> User | None:
    """The account of the house bot that is named so, in whatever case; None for another name."""
    bots = {bot.username: bot for bot in HouseBot}
    bot = bots.get(name.lower())
    return account_of(bot) if bot else None


def bot_of(account: User) -> HouseBot:
    """Which bot plays for the account. Raises ValueError for an account that is no house bot's."""
    return HouseBot(account.username.removeprefix("house-"))


def games_against(player: User) -> GameQuerySet:
    """The running games of a player against house bots."""
    theirs = Game.objects.running().of(player)
    return theirs.filter(Q(first__kind=User.Kind.HOUSE) | Q(second__kind=User.Kind.HOUSE))


def require_few_games(player: User) -> None:
    most = MOST_GAMES_OF_A_GUEST if player.kind == User.Kind.GUEST else MOST_GAMES
    if games_against(player).count() >= most:
        raise TooManyGames(
            f"You play {most} games against house bots already. Finish one of them first."
        )
