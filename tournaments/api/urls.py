from django.urls import path

from . import acts, boards, entries, events, ladder, rounds, tables

A_ROUND = "tournaments/<slug:slug>/rounds/<int:number>"
A_BOARD = f"{A_ROUND}/boards/<int:board>"
AN_ENTRY = "tournaments/<slug:slug>/entries/<str:name>"

urlpatterns = [
    path("ladder", ladder.Ladder.as_view(), name="api-ladder"),
    path("ladder/games", ladder.LadderGames.as_view(), name="api-ladder-games"),
    path("tournaments", events.Tournaments.as_view()),
    path("imported-tournaments", events.Imports.as_view()),
    path("tournaments/<slug:slug>", events.OneTournament.as_view(), name="api-tournament"),
    path("tournaments/<slug:slug>/open", acts.Opening.as_view()),
    path("tournaments/<slug:slug>/start", acts.Start.as_view()),
    path("tournaments/<slug:slug>/finish", acts.Finish.as_view()),
    path("tournaments/<slug:slug>/cancel", acts.Cancellation.as_view()),
    path("tournaments/<slug:slug>/messages", acts.Message.as_view()),
    path("tournaments/<slug:slug>/organisers/<str:name>", acts.CoOrganiser.as_view()),
    path(
        "tournaments/<slug:slug>/standings",
        tables.Standings.as_view(),
        name="api-tournament-standings",
    ),
    path("tournaments/<slug:slug>/trf", tables.Report.as_view()),
    path("tournaments/<slug:slug>/log", tables.Log.as_view()),
    path("tournaments/<slug:slug>/entries", entries.Entries.as_view()),
    path("tournaments/<slug:slug>/entry-list", entries.EntryList.as_view()),
    path(f"{AN_ENTRY}/withdraw", entries.Withdrawal.as_view()),
    path(f"{AN_ENTRY}/byes/<int:number>", entries.ByeOfRound.as_view()),
    path(f"{AN_ENTRY}/never/<str:other>", entries.ForbiddenPairs.as_view()),
    path("tournaments/<slug:slug>/rounds", rounds.Rounds.as_view(), name="api-tournament-rounds"),
    path(A_ROUND, rounds.OneRound.as_view()),
    path(f"{A_ROUND}/boards", rounds.BoardsOfRound.as_view()),
    path(f"{A_ROUND}/check", rounds.Checking.as_view()),
    path(f"{A_ROUND}/publish", rounds.Publication.as_view()),
    path(f"{A_ROUND}/deadline", rounds.Deadline.as_view()),
    path(f"{A_ROUND}/records", tables.Records.as_view()),
    path(f"{A_BOARD}/decisions", boards.Decisions.as_view()),
    path(f"{A_BOARD}/proof", boards.Proof.as_view()),
    path(f"{A_BOARD}/remind", boards.Reminder.as_view()),
    path(f"{A_BOARD}/appeals", boards.Appeals.as_view()),
    path(f"{A_BOARD}/appeals/<int:pk>", boards.Answer.as_view()),
]
