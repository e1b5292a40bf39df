"""The Celery application; its settings are the ``CELERY_*`` ones of `sumendi_site.settings`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sumendi_site.settings")

app = Celery("sumendi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
