"""What every operation of the API shares: who asks, what is refused, pages, limits, the schema."""
