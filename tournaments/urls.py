from django.urls import path

from tournaments.views import downloads, ladder

urlpatterns = [
    path("ladder/", ladder.ladder, name="ladder"),
    path("ladder/games/", ladder.ladder_games, name="ladder-games"),
    path("tournaments/<slug:slug>/report.trf", downloads.report, name="tournament-trf"),
    path("tournaments/<slug:slug>/standings.csv", downloads.standings, name="tournament-csv"),
    path(
        "tournaments/<slug:slug>/pairings.csv", downloads.pairings, name="tournament-pairings-csv"
    ),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/records.txt",
        downloads.records,
        name="tournament-records",
    ),
    path("tournaments/<slug:slug>/rounds.ics", downloads.calendar, name="tournament-calendar"),
]
