"""The ratings for players and their programs."""
