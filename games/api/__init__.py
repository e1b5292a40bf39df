"""The API for players and their programs."""
