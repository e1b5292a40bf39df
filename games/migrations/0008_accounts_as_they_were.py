import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery


def fill_in(apps, schema_editor):
    """Of games that finished before, what the accounts are like now is all that is known."""
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    fields = {}
    for seat in ("first", "second"):
        is_bot = Q(**{f"{seat}__kind__in": ("bot", "house")})
        fields[f"{seat}_owner"] = Subquery(games.values(f"{seat}__owner"))
        fields[f"{seat}_is_bot"] = models.Exists(games.filter(is_bot))
    apps.get_model("games", "ResultEvent").objects.update(**fields)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_results_corrected'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='resultevent',
            name='first_is_bot',
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='resultevent',
            name='first_owner',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='resultevent',
            name='second_is_bot',
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='resultevent',
            name='second_owner',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
