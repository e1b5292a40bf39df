"""Which addresses belong to whom, beyond doubt."""

from allauth.account.models import EmailAddress

from .models import User


def has_confirmed_address(user: User) -> bool:
    confirmed: bool = EmailAddress.objects.filter(user=user, verified=True).exists()
    return confirmed
