from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def let_clocks_stand(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A house player who is to move does not lose on time while nobody searches for it."""
    turns = apps.get_model("games", "Game").objects.filter(status="running", to_move__kind="house")
    turns.update(deadline=None, next_warning=None)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_banned_addresses"),
        ("games", "0020_archive_tries"),
    ]

    operations = [migrations.RunPython(let_clocks_stand, migrations.RunPython.noop)]
