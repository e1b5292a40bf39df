from django.urls import path

from games.views import blocks, dashboard, events, game, home, lobby, players, talk, watch

urlpatterns = [
    path("", home.home, name="home"),
    path("dashboard/", dashboard.dashboard, name="dashboard"),
    path("dashboard/next/", dashboard.next_game, name="next-game"),
    path("dashboard/skip/<int:game_id>/", dashboard.skip, name="game-skip"),
    path("account/blocks/", blocks.blocks, name="blocks"),
    path("play/", lobby.lobby, name="lobby"),
    path("play/seek/", lobby.create_seek, name="seek-create"),
    path("offers/<int:offer_id>/accept/", lobby.accept, name="offer-accept"),
    path("offers/<int:offer_id>/decline/", lobby.decline, name="offer-decline"),
    path("offers/<int:offer_id>/withdraw/", lobby.withdraw, name="offer-withdraw"),
    path("players/<str:username>/", players.player, name="player"),
    path("players/<str:username>/challenge/", lobby.create_challenge, name="challenge-create"),
    path("players/<str:username>/block/", blocks.block, name="block"),
    path("players/<str:username>/unblock/", blocks.unblock, name="unblock"),
    path("games/", watch.watch, name="watch"),
    path("games/<int:game_id>/", game.game, name="game"),
    path("games/<int:game_id>/move/", game.move, name="game-move"),
    path("games/<int:game_id>/resign/", game.resign, name="game-resign"),
    path("games/<int:game_id>/draw/offer/", game.offer_draw, name="game-draw-offer"),
    path("games/<int:game_id>/draw/accept/", game.accept_draw, name="game-draw-accept"),
    path("games/<int:game_id>/draw/decline/", game.decline_draw, name="game-draw-decline"),
    path("games/<int:game_id>/cancel/", game.cancel, name="game-cancel"),
    path("games/<int:game_id>/rematch/", game.rematch, name="game-rematch"),
    path("games/<int:game_id>/chat/", talk.chat, name="game-chat"),
    path("games/<int:game_id>/note/", talk.note, name="game-note"),
    path("games/<int:game_id>/record/", game.record, name="game-record"),
    path("games/<int:game_id>/events/", events.game_events, name="game-events"),
    path("me/events/", events.my_events, name="my-events"),
]
