"""Making a draft public: its games begin."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.models import Game
from games.services.offers import create_game
from sumendi_site.accounts.models import User
from tournaments.models import Act, Bye, Entry, Pairing, Round, RoundState, Tournament
from tournaments.notices import tell_round
from tournaments.swiss.event import Code

from .errors import RoundNotFound, WrongState
from .events import plays_in
from .locking import lock_for
from .log import note
from .pairing import pair, require_fresh


def next_round(slug: str) -> Round:
    """What the site does between two rounds of an automatic event: pair the next one and publish
    it. Raises what `pair` and `publish` raise."""
    return publish(None, slug, pair(None, slug).number)


@transaction.atomic
def publish(director: User | None, slug: str, number: int) -> Round:
    """Begin the games of a draft and tell its players; None is the site itself. Byes and absences
    have their codes from then on. Doing it twice begins nothing twice. Raises RoundNotFound,
    WrongState, and StaleDraft when the draft does not fit those who play any more."""
    tournament = lock_for(director, slug)
    round_ = tournament.all_rounds.filter(number=number).first()
    if round_ is None:
        raise RoundNotFound
    if round_.is_out:
        return round_
    if not tournament.is_running:
        raise WrongState("Only a running tournament has rounds.")
    require_fresh(tournament, round_)
    round_.tournament = tournament
    pairings = _pairings(round_)
    for pairing in pairings:
        _begin(tournament, round_, pairing)
    Pairing.objects.bulk_update(pairings, ["game", "white_code", "black_code"], batch_size=200)
    _make_public(tournament, round_, pairings)
    note(tournament, Act.PUBLISHED, director, number, games=sum(1 for p in pairings if p.game))
    tell_round(round_, pairings)
    return round_


def _pairings(round_: Round) -> list[Pairing]:
    players = ("white__player", "black__player")
    more = (f"{player}__{what}" for player in players for what in ("owner", "notice_settings"))
    return list(round_.pairings.select_related(*players, *more))


def _begin(tournament: Tournament, round_: Round, pairing: Pairing) -> None:
    """The game of a board, or what it gives without one."""
    white, black = pairing.white, pairing.black
    if black is None:
        pairing.white_code = Code.ALLOCATED_BYE
        return
    if not (plays_in(white, round_.number) and plays_in(black, round_.number)):
        _forfeit(pairing, white, black, round_.number)
        return
    pairing.game = _game(tournament, round_, white.account, black.account)


def _forfeit(pairing: Pairing, white: Entry, black: Entry, number: int) -> None:
    """In a round robin those who have withdrawn keep their place in the table."""
    won, lost = Code.FORFEIT_WIN, Code.FORFEIT_LOSS
    pairing.white_code = won if plays_in(white, number) else lost
    pairing.black_code = won if plays_in(black, number) else lost


def _game(tournament: Tournament, round_: Round, first: User, second: User) -> Game:
    return create_game(
        first,
        second,
        tournament.size,
        rated=tournament.rated and _can_be_rated(first, second),
        control=tournament.control,
        event_label=f"{tournament.name}, round {round_.number}",
    )


def _can_be_rated(first: User, second: User) -> bool:
    """Not between two of the site's own: nor are two bots of one owner."""
    kinds = {first.kind, second.kind}
    return first.plays_rated and second.plays_rated and kinds != {User.Kind.HOUSE}


def _make_public(tournament: Tournament, round_: Round, pairings: Sequence[Pairing]) -> None:
    round_.state = RoundState.PUBLISHED
    round_.published = timezone.now()
    round_.deadline = round_.published + timedelta(hours=tournament.round_hours)
    round_.unpaired = _unpaired(tournament, round_.number, pairings)
    round_.save(update_fields=["state", "published", "deadline", "unpaired"])


def _unpaired(tournament: Tournament, number: int, pairings: Sequence[Pairing]) -> dict[str, str]:
    """The codes of all others who have a number: the byes that they asked for, or an absence."""
    seats = (entry for pairing in pairings for entry in (pairing.white_id, pairing.black_id))
    paired = {entry for entry in seats if entry is not None}
    byes = dict(
        Bye.objects.filter(entry__tournament=tournament, round=number).values_list("entry", "kind")
    )
    others = tournament.entries.exclude(number=None).exclude(pk__in=paired)
    return {
        str(entry.number): byes[entry.pk]
        if entry.pk in byes and plays_in(entry, number)
        else str(Code.ABSENT)
        for entry in others.order_by("number")
    }
