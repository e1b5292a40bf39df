"""How games ended, in the words of `ratings.presenters.words`."""

from django import template

from ratings.presenters.words import ending_of

register = template.Library()
register.filter("ending", ending_of)
