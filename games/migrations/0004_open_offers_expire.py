"""Offers that were made before offers expired are open for 14 more days."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

STAYS_OPEN = timedelta(days=14)


def let_open_offers_expire(apps, schema_editor):
    open_for_ever = apps.get_model("games", "Offer").objects.filter(status="open", expires=None)
    open_for_ever.update(expires=timezone.now() + STAYS_OPEN)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_warnings")]

    operations = [migrations.RunPython(let_open_offers_expire, migrations.RunPython.noop)]
