from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "sumendi_site.accounts"

    def ready(self) -> None:
        from sumendi_site.accounts import deletion, exporters
        from sumendi_site.accounts.exports import EXPORTERS, LEFT_OUT

        exporters.register(*EXPORTERS)
        exporters.leave_out(LEFT_OUT)
        deletion.register(self.label, deletion.Farewell(deletion.forget))
