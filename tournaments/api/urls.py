from django.urls import path

from . import ladder

urlpatterns = [
    path("ladder", ladder.Ladder.as_view(), name="api-ladder"),
    path("ladder/games", ladder.LadderGames.as_view(), name="api-ladder-games"),
]
