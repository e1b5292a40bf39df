"""The files about notices that an account's owner can take away."""

from collections.abc import Iterator

from sumendi_site.accounts.exporters import Exporter, Row, columns_of, rows, table
from sumendi_site.accounts.models import User

from .models import Delivery, Device, Notice, NoticeSettings


def _deliveries(person: User) -> Iterator[Row]:
    names = ("channel", "state", "in_digest", "due", "attempts", "reason", "finished")
    about = {"notice": "notice__kind", "told": "notice__created"}
    sent = Delivery.objects.filter(notice__recipient=person)
    return columns_of(sent, about | {name: name for name in names})


EXPORTERS: list[Exporter] = [
    table(
        "notices/notices.json",
        "What you were told in the last weeks.",
        Notice,
        "recipient",
        "kind data created seen",
    ),
    rows(
        "notices/deliveries.json",
        "How you were told it: by which way, when, and why it failed if it did.",
        _deliveries,
    ),
    table(
        "notices/settings.json",
        "What you chose to be told, and how.",
        NoticeSettings,
        "user",
        "channels mail_daily hours",
    ),
    table(
        "notices/devices.json",
        "The browsers that show you notices, without their keys.",
        Device,
        "user",
        "label created silent_since signed_in",
    ),
]
