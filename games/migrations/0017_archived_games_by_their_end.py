from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def tell_the_end(apps, schema_editor):
    game = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    events = apps.get_model("games", "ResultEvent").objects.filter(game=OuterRef("game"))
    apps.get_model("games", "ArchivedPosition").objects.update(
        finished=Coalesce(
            Subquery(game.values("finished")),
            Subquery(events.order_by("-number").values("created")[:1]),
        )
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_takebacks_and_reports"),
    ]

    operations = [
        migrations.AddField("archivedposition", "finished", models.DateTimeField(null=True)),
        migrations.RunPython(tell_the_end, migrations.RunPython.noop),
        migrations.AlterField("archivedposition", "finished", models.DateTimeField()),
        migrations.AddIndex(
            "archivedposition",
            models.Index(
                fields=["key", "finished", "game", "rated", "bots", "rating", "year"],
                name="archived_by_end",
            ),
        ),
    ]
