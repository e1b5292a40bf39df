"""The files about ratings that an account's owner can take away."""

from ratings.models import LedgerEntry
from sumendi_site.accounts.exporters import Exporter, table

_OF_A_PLAYER = ("before", "games", "peak", "k", "expected", "change", "after")
_VARIANCES = ("variance_before", "variance_after", "last_rated_before")

EXPORTERS: list[Exporter] = [
    table(
        "ratings/ledger.json",
        "What each game did to the ratings of its two players: in millionths of a point.",
        LedgerEntry,
        "first second",
        " ".join(
            [
                "game sequence revision finished size half_points rated reason ran_out",
                *(f"{seat}_{name}" for seat in ("first", "second") for name in _OF_A_PLAYER),
                *(f"{seat}_{name}" for seat in ("first", "second") for name in _VARIANCES),
            ]
        ),
        first="first__username",
        second="second__username",
        timed_out="timed_out__username",
    )
]

LEFT_OUT = {
    "ratings.LedgerEntry.timed_out": "one of the two players, and stands in the same file",
    "ratings.Listing.player": "follows from the ledger",
}
