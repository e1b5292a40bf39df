from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_every_offer_expires")]

    operations = [
        migrations.AddField(
            model_name="vacation",
            name="not_swept_before",
            field=models.DateTimeField(null=True),
        ),
    ]
