from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "sumendi_site.accounts"
