from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0005_closed_accounts_off_the_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="cursor",
            name="tries",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(fields=["revision", "sequence"], name="ledger_revision"),
        ),
    ]
