from django.urls import path

from sumendi_site.accounts import token_pages, views

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/tokens/", token_pages.tokens, name="tokens"),
    path("account/tokens/new/", token_pages.new_token, name="token-new"),
    path("account/tokens/<str:code>/revoke/", token_pages.revoke_token, name="token-revoke"),
    path("accounts/email/", views.addresses),
    path("accounts/confirm-email/<str:key>/", views.ConfirmAddress.as_view()),
    path("preferences/", views.preferences, name="preferences"),
    path("invitation/<str:code>/", views.invitation, name="invitation"),
]
