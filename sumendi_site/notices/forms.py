"""What a player wants to hear of, and how."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField

from sumendi_site.accounts.models import User

from .channels import Channel, all_channels
from .kinds import ChannelCode, NoticeKind, all_kinds
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
        self.ways = ways_for(stored.user)
        if not self.has_mail:
            del self.fields["mail_daily"]
        for kind in kinds_for(stored.user):
            for channel in self.ways:
                self.fields[_name(kind, channel)] = forms.BooleanField(
                    required=False,
                    initial=stored.wants(kind, channel.code),
                    label=f"{kind.label}: {channel.label}",
                )

    @staticmethod
    def is_whole(data: Mapping[str, Any]) -> bool:
        """Whether `data` comes from the page. A browser sends no boxes that are off, so whatever
        else is posted would switch everything off; the hours it always sends."""
        return "hours" in data

    @property
    def rows(self) -> Iterator[Row]:
        for kind in kinds_for(self._stored.user):
            yield Row(kind, [(way, self[_name(kind, way)]) for way in self.ways])

    @property
    def has_mail(self) -> bool:
        return any(way.code == ChannelCode.EMAIL for way in self.ways)

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
            self._stored.choose(
                kind, [way.code for way in all_channels() if self._wants(kind, way)]
            )
        chosen_now = {
            "channels": self._stored.channels,
            "hours": self.cleaned_data["hours"],
            "mail_daily": bool(self.cleaned_data.get("mail_daily", self._stored.mail_daily)),
        }
        # The form may be sent twice before there is a row.
        saved, _ = NoticeSettings.objects.update_or_create(
            user=self._stored.user, defaults=chosen_now
        )
        return saved

    def _wants(self, kind: NoticeKind, channel: Channel) -> bool:
        """What was not asked stays as it was: a guest who signs up gets mails like others."""
        stored = self._stored.wants(kind, channel.code)
        return bool(self.cleaned_data.get(_name(kind, channel), stored))


def kinds_for(user: User) -> list[NoticeKind]:
    """The kinds of notices that this user can get."""
    return [kind for kind in all_kinds() if user.is_staff or not kind.staff_only]


def ways_for(user: User) -> list[Channel]:
    """The channels by which this user can get notices: a guest has the bell alone."""
    if user.kind != User.Kind.GUEST:
        return list(all_channels())
    return [way for way in all_channels() if way.code == ChannelCode.BELL]


def _name(kind: NoticeKind, channel: Channel) -> str:
    return f"{kind.code}.{channel.code}"
