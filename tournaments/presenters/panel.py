"""What the page of a game shows of the event that it belongs to."""

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.models import Game
from sumendi_site.accounts.models import User
from tournaments.models import Pairing
from tournaments.services.appeals import may_appeal


def panel(game: Game, reader: User | AnonymousUser) -> SafeString:
    """The board, what was decided about it, and for its players the way to an appeal. Nothing for
    other games."""
    if not game.event_label:
        return SafeString()
    boards = Pairing.objects.select_related(
        "round__tournament", "white__player", "black__player"
    ).filter(game=game)
    pairing = boards.first()
    if pairing is None:
        return SafeString()
    decision = pairing.decisions.select_related("by").order_by("-id").first()
    can_appeal = may_appeal(reader, pairing, decision)
    context = {"pairing": pairing, "decision": decision, "can_appeal": can_appeal}
    return render_to_string("tournaments/game_panel.html", context)
