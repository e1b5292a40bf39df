from typing import Any

from django.contrib.auth.management.commands import createsuperuser

from sumendi_site.accounts.management.started import need_a_started_site


class Command(createsuperuser.Command):
    """Django's command, which would tell of missing migrations at length."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        need_a_started_site()
        return super().execute(*args, **options)
