"""A board of a round on a page of its own: the position, the score by height, the reasons, and what
was decided about it."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.safestring import SafeString

from games import endings
from games.models import Game
from games.presenters import scores
from games.presenters.lists import picture
from sumendi_site.accounts.models import User
from tournaments.models import Appeal, Decision, Pairing, State, Tournament
from tournaments.services.appeals import may_appeal
from tournaments.services.closing import waits_until
from tournaments.services.desk import interested
from tournaments.services.verdicts import FORFEITS, Verdict, can_be_drawn, forfeits_open_to

from .points import result
from .proofs import Sought, can_be_asked, sought
from .rounds import Board, board_of, names_of, points_before


@dataclass(frozen=True)
class Decided:
    decision: Decision
    result: str
    appeals: list[Appeal]


@dataclass(frozen=True)
class BoardPage:
    """A board as `reader` sees it."""

    tournament: Tournament
    board: Board
    reader: User | AnonymousUser
    is_directed: bool
    decided: list[Decided]

    @property
    def pairing(self) -> Pairing:
        return self.board.pairing

    @property
    def game(self) -> Game | None:
        return self.pairing.game

    @cached_property
    def picture(self) -> SafeString | None:
        if self.game is None:
            return None
        return picture(self.game.position, None, self.reader)

    @cached_property
    def score_rows(self) -> list[scores.ScoreRow]:
        """If the game ended now."""
        return scores.rows(self.game.current) if self.game else []

    @property
    def ending(self) -> str:
        return endings.ending(self.game) if self.game and self.game.is_over else ""

    @cached_property
    def is_interested(self) -> bool:
        return self.reader.pk in interested(self.pairing)

    @property
    def can_decide(self) -> bool:
        """Nobody decides in their own cause."""
        is_played = self.tournament.state in (State.RUNNING, State.FINISHED)
        return self.is_directed and not self.is_interested and bool(self.game) and is_played

    @property
    def is_for_others(self) -> bool:
        """The reader organises the event, and plays here."""
        return self.is_directed and self.is_interested and bool(self.game)

    @property
    def verdicts(self) -> list[Verdict]:
        """What an organiser can say of the game: without a ply only who forfeits, and of one that
        runs who forfeits only while they have made no ply."""
        if self.game is None:
            return []
        played = [one for one in Verdict if one not in FORFEITS]
        if not can_be_drawn(self.game.ply_count):
            return list(FORFEITS)
        if self.game.is_running:
            return [*played, *forfeits_open_to(self.game.ply_count)]
        return list(Verdict)

    @cached_property
    def proof(self) -> Sought | None:
        return sought(self.pairing, timezone.now())

    @property
    def can_ask_proof(self) -> bool:
        return self.can_decide and can_be_asked(self.pairing, timezone.now())

    @property
    def can_remind(self) -> bool:
        return self.can_decide and bool(self.game and self.game.to_move_id)

    @cached_property
    def can_appeal(self) -> bool:
        """Against the newest decision, once, until the next round is out."""
        newest = self.decided[-1].decision if self.decided else None
        return may_appeal(self.reader, self.pairing, newest)

    @cached_property
    def appeals_until(self) -> datetime | None:
        """An event that goes on by itself waits so long; None where that is over."""
        if not self.tournament.is_automatic:
            return None
        until = waits_until(self.tournament, self.pairing.round)
        return until if until and until > timezone.now() else None

    def may_read(self) -> bool:
        """Whether the reader sees the texts of appeals: the organisers and those of the board."""
        return self.is_directed or self.is_interested


def board_page(
    tournament: Tournament, pairing: Pairing, reader: User | AnonymousUser, is_directed: bool
) -> BoardPage:
    points, names = points_before(tournament, pairing.round), names_of(tournament)
    board = board_of(tournament, pairing, points, names)
    decisions = pairing.decisions.select_related("by").prefetch_related(
        "appeals__by", "appeals__answered_by"
    )
    decided = [
        Decided(one, result(one.white_code, one.black_code), list(one.appeals.all()))
        for one in decisions.order_by("id")
    ]
    return BoardPage(tournament, board, reader, is_directed, decided)
