from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "sumendi_site.notices"
    label = "notices"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_set
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from sumendi_site.accounts import deletion, exporters, told_names
        from sumendi_site.notices.canary import MAIL_LATE
        from sumendi_site.notices.devices import follow_this_browser, forget_this_browser
        from sumendi_site.notices.exports import EXPORTERS
        from sumendi_site.notices.farewell import FAREWELL
        from sumendi_site.notices.kinds import register
        from sumendi_site.notices.models import Notice

        register(MAIL_LATE)
        exporters.register(*EXPORTERS)
        deletion.register(self.label, FAREWELL)
        told_names.register(self.label, Notice.objects.all)
        for session_changed in (user_logged_in, password_changed, password_set):
            session_changed.connect(follow_this_browser)
        user_logged_out.connect(forget_this_browser)
