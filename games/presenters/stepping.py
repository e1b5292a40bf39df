"""Stepping through the plies of a game by links."""


class Stepping:
    """Shows the position after ply `shown` of `newest` plies."""

    shown: int
    newest: int

    def step_to(self, ply: int | None) -> None:
        """Show the position after `ply`, or the nearest there is; the newest when it is None."""
        self.shown = self.newest if ply is None else max(0, min(ply, self.newest))

    @property
    def is_newest(self) -> bool:
        return self.shown == self.newest

    @property
    def first_ply(self) -> int | None:
        return 0 if self.shown > 0 else None

    @property
    def last_ply(self) -> int | None:
        return self.newest if self.shown < self.newest else None

    @property
    def previous_ply(self) -> int | None:
        return self.shown - 1 if self.shown > 0 else None

    @property
    def following_ply(self) -> int | None:
        return self.shown + 1 if self.shown < self.newest else None
