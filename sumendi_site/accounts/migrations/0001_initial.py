# ruff: noqa: E501

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import sumendi_site.accounts.about
import sumendi_site.accounts.models
import sumendi_site.accounts.names
import sumendi_site.accounts.preferences


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "theme",
                    models.CharField(
                        choices=[
                            ("system", "Same as my device"),
                            ("light", "Light"),
                            ("dark", "Dark"),
                        ],
                        default="system",
                        max_length=6,
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[sumendi_site.accounts.preferences.validate_time_zone],
                    ),
                ),
                ("confirm_step", models.BooleanField(default=False)),
                ("coordinates", models.BooleanField(default=True)),
                (
                    "orientation",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (0, "As drawn in the rules"),
                            (1, "60° turned"),
                            (2, "120° turned"),
                            (3, "180° turned: seen from the other side"),
                            (4, "240° turned"),
                            (5, "300° turned"),
                        ],
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(5)],
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "Somebody has this name already."},
                        help_text="3 to 24 letters, digits, “-” or “_”; it starts with a letter.",
                        max_length=24,
                        unique=True,
                        validators=[sumendi_site.accounts.names.validate_username],
                        verbose_name="user name",
                    ),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="e-mail address"),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("person", "person"),
                            ("guest", "guest"),
                            ("bot", "bot"),
                            ("house", "house bot"),
                        ],
                        default="person",
                        max_length=6,
                    ),
                ),
                (
                    "about",
                    models.TextField(
                        blank=True,
                        max_length=1000,
                        validators=[sumendi_site.accounts.about.validate_about],
                    ),
                ),
                ("rating", models.BigIntegerField(default=1500000000, editable=False)),
                ("rated_games", models.PositiveIntegerField(default=0, editable=False)),
                ("rating_peak", models.BigIntegerField(editable=False, null=True)),
                ("rating_variance", models.FloatField(default=122500.0, editable=False)),
                ("last_rated_at", models.DateTimeField(editable=False, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=sumendi_site.accounts.models.new_code,
                        editable=False,
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("note", models.CharField(blank=True, help_text="Whom it is for.", max_length=200)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("used_at", models.DateTimeField(editable=False, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "used_by",
                    models.OneToOneField(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitation",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Upper("username"),
                name="username_regardless_of_case",
                violation_error_message="Somebody has this name already.",
            ),
        ),
    ]
