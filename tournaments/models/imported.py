"""What an imported event was made of."""

from django.db import models

from .tournament import Tournament


class ImportedReport(models.Model):
    """The report file of an imported event, as TRF26. Results and scoring of the event are those of
    the file; entries, rounds and pairings repeat them for its pages."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="report"
    )
    text = models.TextField()

    def __str__(self) -> str:
        return f"report of {self.tournament}"
