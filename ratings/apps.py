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
        from games.services.archive.ratings import register as register_ratings
        from ratings.exports import EXPORTERS, LEFT_OUT
        from ratings.presenters.cautions import cautions
        from ratings.presenters.notices import KINDS
        from ratings.presenters.panel import foresight_panel, rating_panel
        from ratings.services import contradictions
        from ratings.services.before import SOURCE
        from sumendi_site.accounts import exporters
        from sumendi_site.notices.kinds import register as register_kinds

        add_check(contradictions, "ratings", "leaderboards")
        exporters.register(*EXPORTERS)
        exporters.leave_out(LEFT_OUT)
        register_ratings(SOURCE)
        register_kinds(*KINDS)
        add_foresight(cautions)
        register(rating_panel)
        register(foresight_panel)
        post_save.connect(
            wake_the_ledger, sender="games.ResultEvent", dispatch_uid="ratings.wake_the_ledger"
        )
        post_save.connect(
            keep_on_its_board, sender="accounts.User", dispatch_uid="ratings.keep_on_its_board"
        )


def wake_the_ledger(**_: Any) -> None:
    """A result event was written: let a worker rate the game once it is committed."""
    from sumendi_site.queue import wake

    wake("ratings.tasks.follow_results")


def keep_on_its_board(
    instance: "User", created: bool, update_fields: frozenset[str] | None, **_: Any
) -> None:
    """An account was saved, perhaps with another kind or age, closed or opened again."""
    from ratings.services.listings import account_changed

    on_boards = {"kind", "date_joined", "is_active"}
    if not created and (update_fields is None or update_fields & on_boards):
        account_changed(instance)
