from django.urls import path

from games.views import events

urlpatterns = [
    path("games/<int:game_id>/events/", events.game_events, name="game-events"),
    path("me/events/", events.my_events, name="my-events"),
]
