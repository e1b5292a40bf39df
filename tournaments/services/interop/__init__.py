"""An event as files that other programs read."""
