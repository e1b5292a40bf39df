"""The files about notices that an account's owner can take away."""

from sumendi_site.accounts.exporters import Exporter, table

from .models import Device, Notice, NoticeSettings

EXPORTERS: list[Exporter] = [
    table(
        "notices/notices.json",
        "What you were told in the last weeks.",
        Notice,
        "recipient",
        "kind data created seen",
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
