from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "sumendi_site.live"
    label = "live"
