"""The pages of the ratings."""
