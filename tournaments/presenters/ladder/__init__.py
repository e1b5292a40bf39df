"""The ladder's standings and games."""
