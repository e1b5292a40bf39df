"""What becomes of notices when an account is deleted."""

from sumendi_site.accounts.deletion import Farewell
from sumendi_site.accounts.models import User

from .models import Device, Notice, NoticeSettings


def forget(person: User) -> None:
    """Let go of what they were told and how."""
    Notice.objects.filter(recipient=person).delete()
    NoticeSettings.objects.filter(user=person).delete()
    Device.objects.filter(user=person).delete()


FAREWELL = Farewell(forget)
