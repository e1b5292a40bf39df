"""The tables of an event, kept so that they are not computed for every reader."""

from typing import ClassVar

from django.db import models

from .tournament import Tournament


class KeptTable(models.Model):
    """A table as it was computed when the event had this version, in JSON. Derived: it may be lost.
    A row is written anew in place, where a cache would keep each version of a big table for days.
    """

    class What(models.TextChoices):
        STANDINGS = "standings"
        SUMS = "sums", "sums behind the values"
        PLACES = "places"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    what = models.CharField(max_length=9, choices=What.choices)
    version = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "what"], name="kept_table_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()} of {self.tournament}"
