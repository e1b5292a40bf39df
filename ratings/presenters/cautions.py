"""What is said before a game that, as it stands, would not be rated."""

from collections.abc import Sequence

from django.utils import timezone

from games.presenters.cautions import Proposal
from ratings.services import foresee
from sumendi_site.accounts.models import User

from . import words


def cautions(player: User, proposals: Sequence[Proposal]) -> list[str]:
    """A sentence for each game that is proposed as a rated one and would be none; one query for
    all of them."""
    opponents = {one.opponent.pk: one.opponent for one in proposals if one.rated}
    if not opponents:
        return [""] * len(proposals)
    foreseen = foresee(player, opponents.values(), timezone.now())
    return [
        words.foreseen(player, one.opponent, foreseen[one.opponent.pk], is_reader=one.is_reader)
        if one.rated and one.opponent.pk in foreseen
        else ""
        for one in proposals
    ]
