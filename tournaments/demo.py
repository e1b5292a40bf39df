"""Two events for the players of `games.demo`: one of the past, and one whose second round is being
played. The services make them now; then their rows get the instants at which it was."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.demo.playing import Plan, play
from games.demo.rows import end, fill
from games.models import Game, Termination
from ratings import numbers
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tournaments.models import Act, ByeKind, Entry, LogEntry, Pairing, Round, Tournament
from tournaments.services import booking, byes, entering, settings, starting
from tournaments.services.finishing import finish
from tournaments.services.publishing import next_round
from tournaments.swiss.event import Colour

SEED = 2026
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
RATINGS = {
    "amaia": 1559,
    "unai": 1561,
    "leire": 1518,
    "mattin": 1549,
    "nora": 1402,
    "eneko": 1446,
    "jokin": 1457,
    "ane": 1484,
    "magma": 1535,
    "caldera": 1565,
}
"""What the season brings to its players: the worker counts that when all of the demo is there."""
HOUSE = ("house-pumice", "house-tuff")
INSTANTS = (
    (Tournament, "pk", ("created", "started", "finished")),
    (Entry, "tournament", ("joined",)),
    (Round, "tournament", ("paired", "published", "closed")),
    (LogEntry, "tournament", ("created",)),
)


@transaction.atomic
def load_events() -> None:
    """For a database that has the players of the demo and the house bots. None of them is told: it
    is as if they had read of it all."""
    began = timezone.now()
    accounts = User.objects.select_related("owner").in_bulk(
        [*RATINGS, *HOUSE], field_name="username"
    )
    names = list(RATINGS)
    _past([accounts[name] for name in (*names[:6], *names[8:])], accounts["leire"])
    _running([accounts[name] for name in (*names[:8], *HOUSE)], accounts["amaia"])
    Notice.objects.filter(created__gte=began).delete()


def _past(field: Sequence[User], organiser: User) -> None:
    """It is casual: the rated games of the demo were booked before these, and ended later."""
    event = Made(organiser, name="Lava Cup", rated=False, rounds=3)
    event.begin(field, 60 * DAY)
    byes.ask_bye(field[4], event.slug, 2, ByeKind.HALF)
    for number in range(3):
        out = event.since - (60 - 9 * number) * DAY
        for board in event.publish(out):
            last = out + 7 * DAY + event.source.randrange(24) * HOUR
            end(event.play(board, out, last), None, last)
        booking.book()
        event.was_at(out + 8 * DAY)
    finish(None, event.slug)
    event.was_at(event.since - 34 * DAY)


def _running(field: Sequence[User], organiser: User) -> None:
    """The games of its first round have ended since yesterday, one after the other; in the second
    one everybody has moved, and somebody has given up."""
    event = Made(organiser, name="Island Swiss", rounds=4)
    event.begin(field, 8 * DAY)
    now, out = event.since, event.since - 8 * DAY
    for place, board in enumerate(event.publish(out)):
        last = now - (23 - 2 * place) * HOUR
        end(event.play(board, out, last), None, last)
    booking.book()
    event.was_at(now - 12 * HOUR)
    out = now - 11 * HOUR
    for place, board in enumerate(event.publish(out)):
        last = now - (1 + 2 * place) * HOUR
        game = event.play(board, out, last, plies=14 + place)
    end(game, Termination.RESIGNATION, last)
    booking.book()


class Made:
    """An event of the demo."""

    def __init__(self, organiser: User, **terms: Any) -> None:
        self.since = timezone.now()
        self.source = random.Random(SEED)  # noqa: S311  the same demo on every machine
        usual: dict[str, Any] = {"size": 5, "time_control": "3d"}
        self.row = settings.create(organiser, **usual | terms)
        self.slug = self.row.slug

    def was_at(self, moment: datetime) -> None:
        """What was done since the last call was done then."""
        for model, column, instants in INSTANTS:
            for instant in instants:
                rows = model._default_manager.filter(**{column: self.row.pk})
                rows.filter(**{f"{instant}__gte": self.since}).update(**{instant: moment})

    def begin(self, field: Sequence[User], ago: timedelta) -> None:
        """With these players, so long ago; the lot gives the first one the first seat."""
        settings.open_registration(self.row.organiser, self.slug)
        self.was_at(self.since - ago - 9 * DAY)
        for place, player in enumerate(field):
            self._enter(player)
            self.was_at(self.since - ago - 8 * DAY + place * 15 * HOUR)
        starting.start(None, self.slug)
        Tournament.objects.filter(pk=self.row.pk).update(first_seat_drawn=Colour.WHITE)
        told = {"players": len(field), "first_seat_drawn": Colour.WHITE}
        LogEntry.objects.filter(tournament=self.row, act=Act.STARTED).update(data=told)
        self.was_at(self.since - ago)

    def _enter(self, player: User) -> None:
        if player.username in RATINGS:
            player.rating = RATINGS[player.username] * numbers.POINT  # which nobody saves
        if player.owner:
            entering.enter_bot(player.owner, self.slug, player)
        elif player.is_bot:
            entering.enter_by_director(self.row.organiser, self.slug, player)
        else:
            entering.enter(player, self.slug)

    def publish(self, out: datetime) -> list[Pairing]:
        """The boards of the next round, which is out since then."""
        round_ = next_round(self.slug)
        self.was_at(out)
        deadline = out + timedelta(hours=self.row.round_hours)
        Round.objects.filter(pk=round_.pk).update(deadline=deadline)
        boards = round_.pairings.select_related("game__first__owner", "game__second__owner")
        return list(boards.exclude(game=None).order_by("board"))

    def play(self, board: Pairing, out: datetime, last: datetime, plies: int | None = None) -> Game:
        """The game of a board, to its last ply or to so many, up to an instant."""
        game = board.game
        assert game is not None  # noqa: S101 - `publish` gives no others
        played = play(Plan(0, 1, game.size, game.time_control, plies=plies), self.source)
        fill(game, played, last, (last - out) / len(played.plies))
        return game
