from django.db import migrations, models

from sumendi_site.accounts.likeness import OLDER, skeleton
from sumendi_site.accounts.names import is_given


def fill(apps, schema_editor):
    """The first of several that look alike has the skeleton; the others keep their names."""
    User = apps.get_model("accounts", "User")
    taken = set()
    for pk, name in User.objects.order_by("pk").values_list("pk", "username").iterator():
        if is_given(name):
            continue
        looks = skeleton(name)
        own = f"{looks}{OLDER}{pk}" if looks in taken else looks
        taken.add(looks)
        User.objects.filter(pk=pk).update(name_skeleton=own)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0006_leaderboard_order_moved"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_skeleton",
            field=models.CharField(editable=False, max_length=48, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
