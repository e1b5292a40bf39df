"""What writes the rows of tournaments, subject by subject."""
