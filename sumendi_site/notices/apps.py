from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "sumendi_site.notices"
    label = "notices"

    def ready(self) -> None:
        from sumendi_site.notices.canary import MAIL_LATE
        from sumendi_site.notices.kinds import register

        register(MAIL_LATE)
