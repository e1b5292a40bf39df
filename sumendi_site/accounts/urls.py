from django.urls import path

from sumendi_site.accounts import views

urlpatterns = [
    path("account/", views.account, name="account"),
    path("accounts/email/", views.addresses),
    path("accounts/confirm-email/<str:key>/", views.ConfirmAddress.as_view()),
    path("preferences/", views.preferences, name="preferences"),
    path("invitation/<str:code>/", views.invitation, name="invitation"),
]
