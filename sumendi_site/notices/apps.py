from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "sumendi_site.notices"
    label = "notices"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from sumendi_site.notices.canary import MAIL_LATE
        from sumendi_site.notices.devices import forget_this_browser
        from sumendi_site.notices.kinds import register

        register(MAIL_LATE)
        user_logged_out.connect(forget_this_browser)
