"""Closed accounts keep their rows, but for when these would drop off the leaderboards."""

from django.db import migrations


def take_off(apps, schema_editor):
    listings = apps.get_model("ratings", "Listing").objects
    listings.filter(player__is_active=False).update(listed_until=None)


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0004_listings_covered"),
    ]

    operations = [migrations.RunPython(take_off, migrations.RunPython.noop)]
