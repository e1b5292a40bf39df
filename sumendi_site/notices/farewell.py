"""What becomes of notices when an account is deleted."""

from sumendi_site.accounts.deletion import Farewell, rename_in
from sumendi_site.accounts.models import User

from .models import Device, Notice, NoticeSettings


def forget(person: User, name: str) -> None:
    """Let go of what they were told and how; what others were told names them no more."""
    Notice.objects.filter(recipient=person).delete()
    NoticeSettings.objects.filter(user=person).delete()
    Device.objects.filter(user=person).delete()
    rename_in(Notice.objects.all(), name, person.username)


FAREWELL = Farewell(forget)
