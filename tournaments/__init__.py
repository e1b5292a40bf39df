"""Tournaments: pairing, standings and rounds, above `games` and `ratings`."""
