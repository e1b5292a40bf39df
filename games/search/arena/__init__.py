"""Matches and training, for whoever works on the search: never part of the site."""
