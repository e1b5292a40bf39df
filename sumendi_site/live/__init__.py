"""Live events: rows that open pages follow as server-sent events."""
