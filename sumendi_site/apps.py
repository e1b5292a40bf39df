from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteConfig(AppConfig):
    name = "sumendi_site"

    def ready(self) -> None:
        from sumendi_site import checks  # noqa: F401  (registers them)


class SiteStaticFiles(StaticFilesConfig):
    """Leaves out what no page loads of the API's libraries, some megabytes."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("rest_framework", "redoc", "oauth2-redirect*"),
    ]
