from django.test import Client

from sumendi_site.accounts.models import User


def browser_of(user: User | None) -> Client:
    """The browser of somebody who is signed in, or of a visitor."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
