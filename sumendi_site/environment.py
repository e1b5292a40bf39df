"""Typed reading of the environment, with errors that name the variable.

A variable that is set to nothing counts as unset.
"""

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import environ
from django.core.exceptions import ImproperlyConfigured

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
DATABASE_SCHEMES = ("postgres", "postgresql", "sqlite")


class Environment:
    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self._variables = {name: value for name, value in variables.items() if value}

    def __contains__(self, name: str) -> bool:
        return name in self._variables

    def text(self, name: str, default: str) -> str:
        return self._variables.get(name, default)

    def flag(self, name: str, default: bool) -> bool:
        text = self.text(name, YES[0] if default else NO[0]).lower()
        if text not in YES + NO:
            raise ImproperlyConfigured(f"{name} is {text!r}; write 1 for yes or 0 for no.")
        return text in YES

    def number(self, name: str, default: int) -> int:
        text = self.text(name, str(default))
        try:
            return int(text)
        except ValueError:
            raise ImproperlyConfigured(f"{name} is {text!r}, not a whole number.") from None

    def words(self, name: str, default: str) -> list[str]:
        """The parts of a list that is written with commas."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def database(self, name: str) -> dict[str, Any] | None:
        """Django's settings of the database that the variable names, None when it is unset."""
        url = self._variables.get(name)
        if url is None:
            return None
        if url.partition(":")[0] not in DATABASE_SCHEMES:
            raise ImproperlyConfigured(f"{name} must begin with postgres:// or sqlite://.")
        settings = environ.Env.db_url_config(url)
        return {**settings, "HOST": unquote(settings.get("HOST", ""))}  # may be a socket's folder

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """Django's ``EMAIL_...`` settings for an address like ``smtp+tls://name:key@host:587``."""
        url = self.text(name, default)
        if url.partition(":")[0] not in environ.Env.EMAIL_SCHEMES:
            raise ImproperlyConfigured(
                f"{name} must begin with smtp://, smtp+tls:// or smtp+ssl://."
            )
        settings = dict(environ.Env.email_url_config(url))
        if settings["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
            settings["EMAIL_BACKEND"] = "sumendi_site.smtp.EmailBackend"
        return settings
