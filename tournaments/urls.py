from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import boards, desk, downloads, events, ladder, making, pairing, playing

Route = URLPattern | URLResolver

acts = [
    path("enter/", playing.enter, name="tournament-enter"),
    path("withdraw/", playing.withdraw, name="tournament-withdraw"),
    path("byes/<int:number>/", playing.ask_bye, name="tournament-bye"),
    path("byes/<int:number>/cancel/", playing.cancel_bye, name="tournament-bye-cancel"),
]

boards_of_a_round = [
    path("", boards.board, name="tournament-board"),
    path("decide/", boards.decide, name="tournament-decide"),
    path("proof/", boards.ask_proof, name="tournament-proof"),
    path("remind/", boards.remind, name="tournament-remind"),
    path("appeal/", playing.appeal, name="tournament-appeal"),
    path("appeals/<int:appeal>/", boards.answer, name="tournament-answer"),
]

rounds: list[Route] = [
    path("", events.round_page, name="tournament-round"),
    path("check/", pairing.check, name="tournament-check"),
    path("publish/", pairing.publish, name="tournament-publish"),
    path("undo/", pairing.undo, name="tournament-undo"),
    path("deadline/", desk.deadline, name="tournament-deadline"),
    path("boards/<int:board>/", include(boards_of_a_round)),
]

desk_of_an_event = [
    path("", desk.desk, name="tournament-desk"),
    path("settings/", making.change, name="tournament-settings"),
    path("open/", desk.open_registration, name="tournament-open"),
    path("start/", desk.start, name="tournament-start"),
    path("finish/", desk.finish, name="tournament-finish"),
    path("cancel/", desk.cancel, name="tournament-cancel"),
    path("pair/", pairing.pair, name="tournament-pair"),
    path("by-hand/", pairing.by_hand, name="tournament-by-hand"),
    path("by-hand/save/", pairing.save_by_hand, name="tournament-by-hand-save"),
    path("message/", desk.message, name="tournament-message"),
    path("enter/", desk.enter_player, name="tournament-enter-player"),
    path("enter-list/", desk.enter_list, name="tournament-enter-list"),
    path("player/", desk.player, name="tournament-entrant"),
    path("forbid/", desk.forbid, name="tournament-forbid"),
    path("staff/", desk.staff, name="tournament-staff"),
]

files = [
    path("report.trf", downloads.report, name="tournament-trf"),
    path("standings.csv", downloads.standings, name="tournament-csv"),
    path("pairings.csv", downloads.pairings, name="tournament-pairings-csv"),
    path("rounds/<int:number>/records.txt", downloads.records, name="tournament-records"),
    path("rounds.ics", downloads.calendar, name="tournament-calendar"),
]

pages: list[Route] = [
    path("", events.tournament, name="tournament"),
    path("events/", events.events, name="tournament-events"),
    path("crosstable/", events.crosstable, name="tournament-crosstable"),
    path("players/<int:number>/", events.player, name="tournament-player"),
    path("rules/", events.rules, name="tournament-rules"),
    path("log/", events.log, name="tournament-log"),
    path("rounds/<int:number>/", include(rounds)),
    path("desk/", include(desk_of_an_event)),
    path("", include(acts)),
    path("", include(files)),
]

urlpatterns = [
    path("ladder/", ladder.ladder, name="ladder"),
    path("ladder/games/", ladder.ladder_games, name="ladder-games"),
    path("tournaments/", events.tournaments, name="tournaments"),
    path("tournaments/new/", making.new, name="tournament-new"),
    path("tournaments/new/import/", making.bring, name="tournament-import"),
    path("tournaments/<slug:slug>/", include(pages)),
    path(
        "players/<str:username>/tournaments/",
        events.tournaments_of_player,
        name="player-tournaments",
    ),
]
