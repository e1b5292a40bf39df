"""Moves by the number that a record gives them."""

from django import template

from games.rules.plies import in_words

register = template.Library()

register.filter("move", in_words)
