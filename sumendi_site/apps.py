from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "sumendi_site"

    def ready(self) -> None:
        from sumendi_site import checks  # noqa: F401  (registers them)
