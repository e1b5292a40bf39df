from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save

if TYPE_CHECKING:
    from games.models import ResultEvent
    from sumendi_site.accounts.models import User


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from games.consistency import add_check
        from games.presenters import panels
        from games.services.leaving import add_leaving
        from sumendi_site.accounts import deletion, exporters, told_names
        from sumendi_site.notices.kinds import register
        from tournaments import checks  # noqa: F401  # registers them
        from tournaments.exports import EXPORTERS, LEFT_OUT
        from tournaments.models import LogEntry
        from tournaments.notices import KINDS
        from tournaments.presenters.notices import KINDS as MORE_KINDS
        from tournaments.presenters.panel import panel
        from tournaments.services import consistency, ladder
        from tournaments.services.entering import withdraw_everywhere
        from tournaments.services.farewell import FAREWELL

        add_leaving(withdraw_everywhere)
        add_check(ladder.contradictions, "ladder")
        add_check(consistency.contradictions, "tournaments")
        exporters.register(*EXPORTERS)
        exporters.leave_out(LEFT_OUT)
        deletion.register(self.label, FAREWELL)
        told_names.register(self.label, LogEntry.objects.all)
        register(*KINDS, *MORE_KINDS)
        panels.register(panel)
        post_save.connect(
            wake_who_waits, sender="games.ResultEvent", dispatch_uid="tournaments.wake_who_waits"
        )
        post_save.connect(name_again, sender="accounts.User", dispatch_uid="tournaments.name_again")


def wake_who_waits(instance: "ResultEvent", **_: Any) -> None:
    """A game has ended, or was put right: one of the ladder, whose two bots may have room for
    others, or one that may belong to an event."""
    from sumendi_site.queue import wake
    from tournaments.services.ladder import LABEL

    if instance.game.event_label == LABEL:
        wake("tournaments.tasks.pair_ladder")
    elif instance.game.event_label:
        wake("tournaments.tasks.book_results")


def name_again(
    instance: "User", created: bool, update_fields: frozenset[str] | None = None, **_: Any
) -> None:
    """Somebody may be called otherwise now, and the kept tables of events show names. Later, for
    whoever renames holds the account, which is locked after the events everywhere else."""
    from tournaments.services.tables import show_anew

    if not created and (update_fields is None or "username" in update_fields):
        transaction.on_commit(lambda: show_anew(instance))
