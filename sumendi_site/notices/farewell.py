"""What becomes of notices when an account is deleted."""

from django.db.models import TextField
from django.db.models.functions import Cast

from sumendi_site.accounts.deletion import Farewell, with_name
from sumendi_site.accounts.models import User

from .models import Device, Notice, NoticeSettings


def forget(person: User, name: str) -> None:
    """Let go of what they were told and how; what others were told names them no more."""
    Notice.objects.filter(recipient=person).delete()
    NoticeSettings.objects.filter(user=person).delete()
    Device.objects.filter(user=person).delete()
    with_text = Notice.objects.annotate(text_of_data=Cast("data", TextField()))
    for notice in with_text.filter(text_of_data__contains=f'"{name}"').iterator():
        data = with_name(notice.data, name, person.username)
        Notice.objects.filter(pk=notice.pk).update(data=data)


FAREWELL = Farewell(forget)
