"""Every offer has an end: those that were answered before offers expired get the one that they
would have had."""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import F

STAYS_OPEN = timedelta(days=14)


def let_every_offer_expire(apps, schema_editor):
    without_end = apps.get_model("games", "Offer").objects.filter(expires=None)
    without_end.update(expires=F("created") + STAYS_OPEN)


class Migration(migrations.Migration):
    dependencies = [("games", "0004_open_offers_expire")]

    operations = [
        migrations.RunPython(let_every_offer_expire, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="offer",
            name="expires",
            field=models.DateTimeField(db_index=True),
        ),
    ]
