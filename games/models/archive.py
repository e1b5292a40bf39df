"""The archive: every position of every finished game by the key that its twins share, and the
games to take away."""

from typing import ClassVar

from django.db import models

from .game import Game
from .result_event import EventCursor


class ArchivedPosition(models.Model):
    """A position that a finished game has had on its board, and what the explorer asks about it.

    There is a row for each placement, and one for the empty board: `ply` is the one after which
    the position stood there first, so never that of the side choice, which changes no position.
    `key` is that of `games.rules.symmetry`, `next_key` that of the position after the next
    placement, empty in the last row of a game. `symmetry` is the number of the one that leads to
    the canonical position.

    `points` are the half points (2 won, 1 draw, 0 lost) of the side to move, and on the empty
    board those of the first player; empty where there is no result that counts, as in a game that
    was annulled. The rest repeats what is true of the game, so that the index alone answers:
    `swapped` is the side choice, `bots` counts the players that were programs, `rating` is the
    lower of the two ratings before the game in points, empty unless both had a rated game by then,
    `finished` is when it ended, and `year` the year of that.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="archived", db_index=False
    )
    ply = models.PositiveSmallIntegerField()
    key = models.BigIntegerField()
    next_key = models.BigIntegerField(null=True)
    symmetry = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField(null=True)
    swapped = models.BooleanField(null=True)
    rated = models.BooleanField()
    bots = models.PositiveSmallIntegerField()
    rating = models.PositiveSmallIntegerField(null=True)
    year = models.PositiveSmallIntegerField()
    finished = models.DateTimeField()

    # The first index begins with what the explorer groups by, so that nothing is sorted there; the
    # second lists the games as they ended.
    class Meta:
        ordering: ClassVar = ["game", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="archived_one_a_ply"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=[
                    *("key", "next_key", "points", "swapped", "game", "ply", "symmetry"),
                    *("rated", "bots", "rating", "year"),
                ],
                name="archived_by_key",
            ),
            models.Index(
                fields=["key", "finished", "game", "rated", "bots", "rating", "year"],
                name="archived_by_end",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} after ply {self.ply}"


class ArchiveCursor(EventCursor):
    """Up to which result event the archive has been kept; whoever writes archived positions locks
    it."""


class ArchiveExport(models.Model):
    """The rated games as they were on a `day`, in one compressed file of `size` bytes and
    `part_count` parts. Who makes it holds it until `held_until` and says so anew with each part;
    `holder` counts those who did. It can be taken away once it is `finished`."""

    day = models.DateField(unique=True)
    held_until = models.DateTimeField()
    holder = models.PositiveSmallIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    part_count = models.PositiveIntegerField(default=0)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-day"]

    def __str__(self) -> str:
        return f"games of {self.day}"

    @property
    def file_name(self) -> str:
        return f"sumendi-games-{self.day}.txt.gz"


class ExportPart(models.Model):
    """So many bytes of an export; it lies in the database, for web servers and workers need share
    nothing else."""

    export = models.ForeignKey(
        ArchiveExport, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["export", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["export", "number"], name="export_one_a_part"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of export {self.export_id}"
