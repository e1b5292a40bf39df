"""An event at each of its stages, all of one organiser."""

from collections.abc import Sequence

from sumendi_site.accounts.models import User
from tests.tournaments.factories import make_tournament, play_round, publish_round, start
from tests.tournaments.services.playing import begin
from tournaments.models import ProofRequest, Tournament
from tournaments.services import appeals, deciding, entering, pairing, settings
from tournaments.services.verdicts import Verdict

EVENTS = ["played", "drafted", "open", "draft", "decided", "over", "hers"]
"""Their addresses: a round is out; one is a draft; players enter; nobody sees it; a game is decided
and appealed against; all rounds are closed; the organiser's own game was decided by another."""


def make_events(organiser: User, names: Sequence[str]) -> dict[str, list[int]]:
    """Those of these names play in them, and are made where they are not there yet. Gives the
    numbers that their addresses have, by the part before."""
    players = [User.objects.get_or_create(username=name)[0] for name in names]
    for name in ("played", "drafted", "open", "decided", "over"):
        tournament = make_tournament(organiser, name=name, rounds=1 if name == "over" else 3)
        for player in players:
            entering.enter(player, tournament.slug)
        if name != "open":
            start(tournament)
    settings.create(organiser, name="draft", size=5, time_control="3d")
    of = Tournament.objects.in_bulk(field_name="slug")
    for pair in publish_round(of["played"]).pairings.exclude(game=None):
        begin(pair)
        ProofRequest.objects.create(pairing=pair, by=organiser)  # it takes a deadline that is over
    pairing.pair(organiser, "drafted")
    play_round(of["over"])
    of_others = _decided(organiser, of["decided"])
    _hers(organiser, players[0])
    rounds = "tournaments/{slug}/rounds"
    boards = f"{rounds}/{{number}}/boards"
    return {
        rounds: [1],
        "tournaments/{slug}/entries/{name}/byes": [1],
        boards: [1],
        f"{boards}/{{board}}/appeals": [of_others],
    }


def _decided(organiser: User, tournament: Tournament) -> int:
    """Gives the number of the appeal."""
    board = publish_round(tournament).pairings.select_related("black__player").get(board=1)
    begin(board)
    deciding.decide(organiser, board.pk, Verdict.DRAW, "As high.")
    assert board.black is not None
    return appeals.appeal(board.black.player, board.pk, "Not as high.").pk


def _hers(player: User, helper: User) -> None:
    tournament = make_tournament(player, name="hers")
    for one in (player, User.objects.get_or_create(username="iker")[0]):
        entering.enter(one, tournament.slug)
    settings.add_co_organiser(player, tournament.slug, helper)
    board = publish_round(start(tournament)).pairings.get()
    begin(board)
    deciding.decide(helper, board.pk, Verdict.DRAW, "As high.")
