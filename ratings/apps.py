from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.db.models.signals import post_save

if TYPE_CHECKING:
    from sumendi_site.accounts.models import User


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        from games.consistency import add_check
        from games.presenters.cautions import add_foresight
        from games.presenters.panels import register
        from ratings.presenters.cautions import cautions
        from ratings.presenters.notices import KINDS
        from ratings.presenters.panel import rating_panel
        from ratings.services import contradictions
        from sumendi_site.notices.kinds import register as register_kinds

        add_check(contradictions)
        register_kinds(*KINDS)
        add_foresight(cautions)
        register(rating_panel)
        post_save.connect(
            wake_the_ledger, sender="games.ResultEvent", dispatch_uid="ratings.wake_the_ledger"
        )
        post_save.connect(
            move_to_its_board, sender="accounts.User", dispatch_uid="ratings.move_to_its_board"
        )


def wake_the_ledger(**_: Any) -> None:
    """A result event was written: let a worker rate the game once it is committed."""
    from sumendi_site.queue import wake

    wake("ratings.tasks.follow_results")


def move_to_its_board(
    instance: "User", created: bool, update_fields: frozenset[str] | None, **_: Any
) -> None:
    """An account was saved: people and bots have a leaderboard each, and the older account comes
    first among equals."""
    from ratings.models import Listing

    if not created and (update_fields is None or update_fields & {"kind", "date_joined"}):
        rows = Listing.objects.filter(player=instance)
        rows.update(kind=instance.kind, joined=instance.date_joined)
