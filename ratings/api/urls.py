from django.urls import path

from . import history

urlpatterns = [
    path(
        "players/<str:name>/ratings",
        history.RatingHistory.as_view(),
        name="api-player-ratings",
    ),
]
