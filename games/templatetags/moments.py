"""Instants in attributes. Lists have hundreds of them, and the `date` filter takes ten times as
long."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.timezone import localtime

register = template.Library()


@register.filter
def iso(moment: datetime) -> str:
    """For machines, in the reader's zone: `2026-05-04T10:00:00+02:00`."""
    return localtime(moment).isoformat(timespec="seconds")


@register.filter
def in_short(moment: datetime) -> str:
    """For people, in the reader's zone: `Mon 4 May, 10:00`."""
    local = localtime(moment)
    return f"{local:%a} {local.day} {local:%b, %H:%M}"


@register.filter
def in_full(moment: datetime) -> str:
    """For people, in the reader's zone: `Mon 4 May 2026, 10:00 CEST`."""
    local = localtime(moment)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M %Z}"


@register.filter
def has_passed(moment: datetime) -> bool:
    return moment <= timezone.now()


@register.filter
def ago(moment: datetime) -> str:
    """How long ago it was, in the largest unit that fits: `3 days ago`."""
    if (timezone.now() - moment).total_seconds() < 60:
        return "just now"
    return f"{timesince(moment, depth=1)} ago"
