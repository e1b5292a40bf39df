from django.urls import path

from . import me

urlpatterns = [
    path("me", me.Me.as_view(), name="api-me"),
]
