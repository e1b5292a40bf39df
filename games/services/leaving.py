"""What an account leaves behind when it stops to play: offers, bots, games, and whatever other
apps add to that."""

from collections.abc import Callable

from games.models import Offer
from games.models.offer import OfferStatus
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish

from .ending import give_up_games
from .hosted import go_on_playing, stop_playing
from .offers import close

Leaving = Callable[[User], None]
_further: list[Leaving] = []


def add_leaving(act: Leaving) -> None:
    """Let an app above the games take an account out of what it takes part in there. The act can
    be repeated without harm. Registering twice is once."""
    if act not in _further:
        _further.append(act)


def leave(player: User, *, ends_games: bool) -> None:
    """Take a closed account out of everything. Its running games and those of its bots go on, and
    end on time at the latest; with `ends_games` its own are lost at once. Doing it twice is no
    error."""
    close_offers_of(player)
    for bot in player.bots.all():
        close_offers_of(bot)
        stop_playing(bot)
    for one in (player, *player.bots.all()):
        for act in _further:
            act(one)
    if ends_games:
        give_up_games(player)


def come_back(player: User) -> None:
    """The account plays again: so do its bots, in the games that still run."""
    for bot in player.bots.filter(is_active=True):
        go_on_playing(bot)


def close_offers_of(account: User) -> None:
    """Those that it made, and the challenges that it was sent."""
    for offer in Offer.objects.not_expired().filter(creator=account):
        close(offer, OfferStatus.WITHDRAWN)
    for offer in Offer.objects.not_expired().filter(opponent=account):
        if close(offer, OfferStatus.DECLINED):
            publish(player_topic(offer.creator_id), "offer_declined", {"offer": offer.pk})
