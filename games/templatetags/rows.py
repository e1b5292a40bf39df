"""Parts of long lists, where the same few partials would be drawn hundreds of times."""

from typing import Any, cast

from django import template
from django.template import Context, loader
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presenters.clocks import Clock

from .moments import in_short, iso

TIME_LEFT = (
    '<span class="time-left"><time class="clock{}" datetime="{}">{}'
    '<span class="visually-hidden"> left, </span></time> '
    '<small class="deadline muted">until {}</small></span>'
)

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn_once(context: Context, name: str, *key: object, **values: Any) -> SafeString:
    """The partial `name` with nothing but `values`. It is drawn once for each `key` in the
    template that asks for it, so the key has to tell apart whatever the partial shows."""
    kept = cast(dict[object, SafeString], context.render_context)
    if (name, key) not in kept:
        kept[name, key] = loader.render_to_string(name, values)
    return kept[name, key]


@register.simple_tag
def time_left(clock: Clock | None) -> SafeString:
    """The clock that runs, or that stands still while its player is away."""
    if clock is None:
        return SafeString()
    if clock.deadline is None:
        return loader.render_to_string("games/time_standing.html", {"clock": clock})
    low = " clock-low" if clock.is_urgent else ""
    return format_html(TIME_LEFT, low, iso(clock.deadline), clock.text, in_short(clock.deadline))
