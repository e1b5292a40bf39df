"""The leaderboards' rows of the games that were rated before there were such rows."""

from collections import defaultdict
from datetime import timedelta

from django.db import migrations
from django.db.models import Exists, OuterRef

from ratings.numbers import BOARD_DAYS, BOARD_GAMES, BOARD_OPPONENTS
from ratings.uncertainty import certain_days

ALL_SIZES = 0


def fill(apps, schema_editor):
    Listing = apps.get_model("ratings", "Listing")
    User = apps.get_model("accounts", "User")
    games, opponents = defaultdict(int), defaultdict(set)
    rows = _current(apps).filter(rated=True).values_list("first_id", "second_id", "size")
    for first, second, size in rows.iterator(chunk_size=5000):
        for player, opponent in ((first, second), (second, first)):
            for board in (ALL_SIZES, size):
                games[player, board] += 1
                opponents[player, board].add(opponent)
    players = User.objects.filter(rated_games__gt=0).in_bulk()
    Listing.objects.bulk_create(
        [
            Listing(
                player_id=player,
                size=size,
                games=number,
                opponents=len(opponents[player, size]),
                rating=players[player].rating,
                rated_games=players[player].rated_games,
                joined=players[player].date_joined,
                kind=players[player].kind,
                listed_until=_until(players[player], len(opponents[player, ALL_SIZES])),
            )
            for (player, size), number in games.items()
            if player in players
        ],
        batch_size=5000,
    )


def _current(apps):
    later = apps.get_model("ratings", "Revision").objects.filter(
        number__gt=OuterRef("revision"), start__lte=OuterRef("sequence")
    )
    return apps.get_model("ratings", "LedgerEntry").objects.filter(~Exists(later))


def _until(player, opponents):
    if player.rated_games < BOARD_GAMES or opponents < BOARD_OPPONENTS:
        return None
    days = min(BOARD_DAYS, certain_days(player.rating_variance))
    return player.last_rated_at + timedelta(days=days) if days else None


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0004_leaderboard_order"),
        ("ratings", "0002_listings"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
