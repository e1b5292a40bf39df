"""The forms of an account; allauth's own are extended, and say things in this site's words."""

from collections import defaultdict
from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from sumendi_site.accounts import policy
from sumendi_site.accounts.about import validate_about
from sumendi_site.accounts.banned_addresses import require_not_banned
from sumendi_site.accounts.guests import SignedUpAlready, is_guest_here, keep_guest_session
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.preferences import time_zone_names
from sumendi_site.accounts.sanctions import mute_of
from sumendi_site.accounts.tokens import (
    LONGEST_LIFE,
    LONGEST_NAME,
    ApiToken,
    Scope,
    issue,
    new_code,
)


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """allauth's form, with the browser's time zone and the sign-up policy."""

    time_zone = forms.CharField(
        required=False,
        max_length=64,
        widget=forms.HiddenInput(attrs={"data-browser-time-zone": ""}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.label = "Name"
        username.help_text = User._meta.get_field("username").help_text
        email = self.fields["email"]
        say_e_mail(email)
        if not email.required:
            email.label = "E-mail (optional)"
            email.help_text = "Without it you cannot get a new password when you forget yours."
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def clean_email(self) -> str:
        require_not_banned(self.cleaned_data["email"])
        return str(super().clean_email())

    def clean_time_zone(self) -> str:
        zone = str(self.cleaned_data["time_zone"])
        return zone if zone in time_zone_names() else "UTC"

    def save(self, request: HttpRequest) -> User:
        with transaction.atomic():
            user: User = super().save(request)
            policy.admit(request, user)
        if is_guest_here(request, user):
            keep_guest_session(request, user)
        return user

    def signup(self, request: HttpRequest, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new user, or the page to answer with when there is none."""
        try:
            user, response = super().try_save(request)
        except policy.NotInvitedError:
            reason = "Somebody used this invitation a moment before you."
            return None, policy.closed_page(request, reason)
        except SignedUpAlready:
            messages.info(request, "You have signed up. Now confirm your address.")
            return None, redirect("account_email")
        except IntegrityError:
            messages.error(request, "Somebody took this name a moment before you. Choose another.")
            return None, redirect("account_signup")
        return user, response


LONGEST_ADDRESS = 254


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Name or e-mail"
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_ADDRESS))
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    mail_configured: bool = settings.MAIL_CONFIGURED

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_e_mail(self.fields["email"])


class AddEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_e_mail(self.fields["email"])

    def clean_email(self) -> str:
        require_not_banned(self.cleaned_data["email"])
        return str(super().clean_email())


def say_e_mail(field: forms.Field) -> None:
    """Name an address as this site does everywhere."""
    field.label = "E-mail"
    field.error_messages["invalid"] = "This is not an e-mail address."
    field.widget.attrs.pop("placeholder", None)


class AccountForm(forms.ModelForm[User]):
    """Changes the columns of its fields alone: the account may have changed since it was read."""

    def save(self, commit: bool = True) -> User:
        if commit:
            self.instance.save(update_fields=self.Meta.fields)  # type: ignore[attr-defined]
        return self.instance


class AboutForm(AccountForm):
    class Meta:
        model = User
        fields = ["about"]
        labels = {"about": "About you"}
        help_texts = {"about": "A few words for your public page; at most 1000 characters."}
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}

    def clean_about(self) -> str:
        text = strip_invisible(self.cleaned_data["about"])
        if text and text != self.initial["about"] and mute_of(self.instance):
            raise forms.ValidationError("A moderator has muted you: you can only empty this text.")
        return text


class PreferencesForm(AccountForm):
    time_zone = forms.ChoiceField(
        label="Time zone",
        choices=lambda: time_zone_choices(),
        help_text="Clocks and deadlines are shown in it.",
    )

    class Meta:
        model = User
        fields = [
            "theme",
            "time_zone",
            "confirm_step",
            "coordinates",
            "orientation",
            "challenges_from",
        ]
        labels = {
            "theme": "Colours",
            "confirm_step": "Ask once more before my move is sent",
            "coordinates": "Show letters and numbers around the board",
            "orientation": "Board",
            "challenges_from": "Who may challenge me",
        }
        widgets = {"theme": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.attrs["data-propose-time-zone"] = ""
        self.fields["challenges_from"].required = False

    def clean_challenges_from(self) -> str:
        """A page from before there was this choice changes nothing about it."""
        return self.cleaned_data["challenges_from"] or self.instance.challenges_from


class DeleteForm(forms.Form):
    """Asks for the name of the account, so that nobody deletes it by the way."""

    name = forms.CharField(
        label="Your name on this site",
        max_length=24,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["name"].help_text = f"Type {person} to say that you mean it."

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name != self.person.username:
            raise forms.ValidationError(f"This is not your name. Type {self.person}.")
        return name


class TokenForm(forms.Form):
    """A new token: what it is called, what it is good for, and how long. `code` makes sending it
    twice harmless."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST_NAME,
        validators=[validate_about],
        help_text="For you, to tell your tokens apart: the program that uses it, say.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="Scopes: what it is good for",
        choices=[(scope.value, f"{scope.value}: {scope.label}") for scope in Scope],
        initial=[Scope.READ, Scope.PLAY, Scope.CHALLENGE],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one."},
    )
    days = forms.IntegerField(
        label="Days until it expires",
        initial=90,
        min_value=1,
        max_value=LONGEST_LIFE,
        help_text=f"At most {LONGEST_LIFE}.",
    )
    code = forms.RegexField(
        "^[0-9a-f]{16}$",
        required=False,
        initial=new_code,
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        name = strip_invisible(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError("Give the token a name.")
        return name

    def issue_for(self, user: User) -> tuple[ApiToken, str]:
        """The new token and its text. Raises TooManyTokens and TokenMadeBefore."""
        data = self.cleaned_data
        return issue(user, data["name"], data["scopes"], data["days"], data["code"])


def time_zone_choices() -> list[tuple[str, Any]]:
    """The zones as a select shows them: UTC, then one group for each part of the world."""
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in time_zone_names():
        area, _, place = name.partition("/")
        groups[area].append((name, place.replace("_", " ") or name))
    return [groups.pop("UTC")[0], *groups.items()]
