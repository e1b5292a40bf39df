from django.urls import path

from . import endings, games, me, moves, positions, records, talk

urlpatterns = [
    path("me", me.Me.as_view(), name="api-me"),
    path("games", games.Games.as_view(), name="api-games"),
    path("games/export", records.Export.as_view(), name="api-games-export"),
    path("games/<int:game_id>", games.OneGame.as_view(), name="api-game"),
    path("games/<int:game_id>/moves", moves.Moves.as_view(), name="api-game-moves"),
    path("games/<int:game_id>/legal", moves.Legal.as_view(), name="api-game-legal"),
    path("games/<int:game_id>/resign", endings.Resign.as_view(), name="api-game-resign"),
    path("games/<int:game_id>/cancel", endings.Cancel.as_view(), name="api-game-cancel"),
    path("games/<int:game_id>/draw", endings.Draw.as_view(), name="api-game-draw"),
    path("games/<int:game_id>/time", endings.GiveTime.as_view(), name="api-game-time"),
    path("games/<int:game_id>/chat", talk.Chat.as_view(), name="api-game-chat"),
    path("games/<int:game_id>/note", talk.OwnNote.as_view(), name="api-game-note"),
    path("games/<int:game_id>/record", records.OneRecord.as_view(), name="api-game-record"),
    path("positions/check", positions.CheckPosition.as_view(), name="api-position-check"),
]
