import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sumendi_site.settings")
django.setup(set_prefix=False)

from sumendi_site.requests import SiteHandler  # noqa: E402  (needs the settings)

application = SiteHandler()
