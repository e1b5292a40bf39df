"""Tournaments for players and their programs."""
