"""Notices: what a player should hear of, in the bell, by mail and on their devices."""
