"""Matches between players of the search, for whoever works on it: never part of the site."""
