from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.exceptions import ValidationError

from sumendi_site.accounts.management.started import need_a_started_site
from sumendi_site.accounts.names import validate_chosen_name
from sumendi_site.accounts.renaming import require_unlike


class Command(createsuperuser.Command):
    """Django's command, which would tell of missing migrations at length."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        need_a_started_site()
        return super().execute(*args, **options)

    def _validate_username(
        self, username: str, verbose_field_name: str, database: str
    ) -> str | None:
        """What is wrong with a name, also that it looks like somebody else's or the site's."""
        problem: str | None = super()._validate_username(  # type: ignore[misc]
            username, verbose_field_name, database
        )
        if problem or not username:
            return problem
        try:
            validate_chosen_name(username)
            require_unlike(username)
        except ValidationError as error:
            return str(error.messages[0])
        return None
