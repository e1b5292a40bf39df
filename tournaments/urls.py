from django.urls import path

from tournaments.views import ladder

urlpatterns = [
    path("ladder/", ladder.ladder, name="ladder"),
    path("ladder/games/", ladder.ladder_games, name="ladder-games"),
]
