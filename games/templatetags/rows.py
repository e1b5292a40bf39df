"""Parts of long lists, where the same few partials would be drawn hundreds of times."""

from typing import Any, cast

from django import template
from django.template import Context, loader
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn_once(context: Context, name: str, *key: object, **values: Any) -> SafeString:
    """The partial `name` with nothing but `values`. It is drawn once for each `key` in the
    template that asks for it, so the key has to tell apart whatever the partial shows."""
    kept = cast(dict[object, SafeString], context.render_context)
    if (name, key) not in kept:
        kept[name, key] = loader.render_to_string(name, values)
    return kept[name, key]
