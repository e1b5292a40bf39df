"""The bell in the bar: a notice that is stored is there already."""

from collections.abc import Sequence
from datetime import timedelta

from sumendi_site.accounts.models import User
from sumendi_site.notices.kinds import ChannelCode
from sumendi_site.notices.models import Delivery


class Bell:
    code = ChannelCode.BELL
    label = "Bell"
    delay = timedelta(0)

    def targets(self, user: User) -> list[str]:
        return [""]

    def send(self, deliveries: Sequence[Delivery]) -> None:
        """Nothing is left to do."""
