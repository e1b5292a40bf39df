"""What a player wants to hear of, and how."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField

from sumendi_site.accounts.models import User

from .channels import Channel, all_channels
from .kinds import NoticeKind, all_kinds
from .models import NoticeSettings

MOST_HOURS = 4
EARLIEST = 168
"""Hours before the deadline: a week."""


class Row(NamedTuple):
    kind: NoticeKind
    boxes: list[tuple[Channel, BoundField]]


class NoticeSettingsForm(forms.Form):
    """A box for each kind and channel, named ``kind.channel``; `rows` has them as a table."""

    hours = forms.CharField(
        label="Warn me when so many hours are left",
        max_length=40,
        required=False,
        help_text=f"Up to {MOST_HOURS} whole numbers from 1 to {EARLIEST}, with commas: 24, 4. "
        "Leave it empty for no warnings.",
    )
    mail_daily = forms.TypedChoiceField(
        label="Mails",
        choices=[("", "One for each notice, at once"), ("1", "One a day, with all of them")],
        coerce=bool,
        required=False,
        widget=forms.RadioSelect,
        help_text="Warnings that your time runs out are mailed at once in any case.",
    )

    def __init__(self, stored: NoticeSettings, data: Any = None) -> None:
        initial = {
            "hours": ", ".join(str(rung) for rung in stored.hours),
            "mail_daily": "1" if stored.mail_daily else "",
        }
        super().__init__(data, initial=initial)
        self._stored = stored
        for kind in kinds_for(stored.user):
            for channel in all_channels():
                self.fields[_name(kind, channel)] = forms.BooleanField(
                    required=False,
                    initial=stored.wants(kind, channel.code),
                    label=f"{kind.label}: {channel.label}",
                )

    @property
    def rows(self) -> Iterator[Row]:
        for kind in kinds_for(self._stored.user):
            yield Row(kind, [(way, self[_name(kind, way)]) for way in all_channels()])

    def clean_hours(self) -> list[int]:
        words = self.cleaned_data["hours"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
            raise forms.ValidationError("Write whole numbers, with commas: 24, 4.", "numbers")
        hours = sorted({int(word) for word in words}, reverse=True)
        if len(hours) > MOST_HOURS:
            raise forms.ValidationError(f"At most {MOST_HOURS} warnings.", "too_many")
        if any(not 1 <= rung <= EARLIEST for rung in hours):
            raise forms.ValidationError(f"Between 1 and {EARLIEST} hours.", "range")
        return hours

    def save(self) -> NoticeSettings:
        for kind in kinds_for(self._stored.user):
            ways = all_channels()
            chosen = [way.code for way in ways if self.cleaned_data[_name(kind, way)]]
            self._stored.choose(kind, chosen)
        chosen_now = {
            "channels": self._stored.channels,
            "hours": self.cleaned_data["hours"],
            "mail_daily": bool(self.cleaned_data["mail_daily"]),
        }
        # The form may be sent twice before there is a row.
        saved, _ = NoticeSettings.objects.update_or_create(
            user=self._stored.user, defaults=chosen_now
        )
        return saved


def kinds_for(user: User) -> list[NoticeKind]:
    """The kinds of notices that this user can get."""
    return [kind for kind in all_kinds() if user.is_staff or not kind.staff_only]


def _name(kind: NoticeKind, channel: Channel) -> str:
    return f"{kind.code}.{channel.code}"
