"""The whole API of a site, area by area."""

from .account import Account
from .archive import Archive
from .bots import Bots
from .explorations import Explorations
from .games import Games
from .ladder import Ladder
from .offers import Challenges, Invites, Seeks
from .players import Players
from .positions import Positions
from .programs import Programs, Scrimmages
from .session import PATIENCE, TIMEOUT, WHOLE, Session
from .streams import SILENCE, Streams
from .tournament_desk import TournamentDesk
from .tournaments import Tournaments


class Client:
    """`Client(url, token)`; without a token only what is public.

    `timeout`, `whole`, `patience` and `silence` are in seconds: for one wait, for one answer, for
    all repeats of a request, and for a stream without a line.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = TIMEOUT,
        whole: float = WHOLE,
        patience: float = PATIENCE,
        silence: float = SILENCE,
    ) -> None:
        self.session = Session(url, token, timeout=timeout, whole=whole, patience=patience)
        self.account = Account(self.session)
        self.archive = Archive(self.session)
        self.bots = Bots(self.session)
        self.challenges = Challenges(self.session)
        self.explorations = Explorations(self.session)
        self.games = Games(self.session)
        self.invites = Invites(self.session)
        self.ladder = Ladder(self.session)
        self.players = Players(self.session)
        self.positions = Positions(self.session)
        self.programs = Programs(self.session)
        self.scrimmages = Scrimmages(self.session)
        self.seeks = Seeks(self.session)
        self.streams = Streams(self.session, silence=silence)
        self.tournaments = Tournaments(self.session)
        self.tournament_desk = TournamentDesk(self.session)

    def __repr__(self) -> str:
        return f"Client({self.session.address!r})"

    def close(self) -> None:
        self.session.close()
