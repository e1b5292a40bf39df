"""What the pages of the ratings show."""
