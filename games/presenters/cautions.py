"""What other apps have to say of a game before it is agreed upon: games know nothing of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.models import Offer
from sumendi_site.accounts.models import User

from .lists import Reader


@dataclass(frozen=True)
class Proposal:
    """A game that somebody could come to play; `is_reader` when that player is who reads of it."""

    opponent: User
    rated: bool
    is_reader: bool = False


Foresight = Callable[[User, Sequence[Proposal]], Sequence[str]]
_foresights: list[Foresight] = []


def add_foresight(foresight: Foresight) -> None:
    """Show what `foresight` says of games that a player could come to play: a sentence for each,
    in their order, empty where there is nothing to say. Registering twice is once."""
    if foresight not in _foresights:
        _foresights.append(foresight)


def cautions_of(player: User, proposals: Sequence[Proposal]) -> list[list[str]]:
    """What there is to say of each of these games."""
    said = [foresight(player, proposals) for foresight in _foresights] if proposals else []
    return [[each[place] for each in said if each[place]] for place in range(len(proposals))]


def cautions_between(
    player: User, opponent: User, *, rated: bool = True, is_reader: bool = False
) -> list[str]:
    """What there is to say of one game; `is_reader` when it is said to `player`."""
    (cautions,) = cautions_of(player, [Proposal(opponent, rated, is_reader)])
    return cautions


def give_cautions(offers: Iterable[Offer], reader: Reader) -> None:
    """Give the offers their `cautions`, where it is known whom the reader would play."""
    if not isinstance(reader, User):
        return
    known = [(offer, other) for offer in offers if (other := _other_of(offer, reader))]
    proposals = [Proposal(other, offer.rated, is_reader=True) for offer, other in known]
    for (offer, _), cautions in zip(known, cautions_of(reader, proposals), strict=True):
        offer.cautions = cautions


def _other_of(offer: Offer, reader: User) -> User | None:
    return offer.opponent if offer.creator_id == reader.pk else offer.creator
