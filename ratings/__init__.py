"""Elo ratings of players, derived from the result events of `games`."""
