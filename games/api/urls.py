from django.urls import path

from . import blocks, challenges, invites, me, notices, players, seeks, vacations

urlpatterns = [
    path("me", me.Me.as_view(), name="api-me"),
    path("me/blocks", blocks.Blocks.as_view(), name="api-blocks"),
    path("me/blocks/<str:name>", blocks.Block.as_view(), name="api-block"),
    path("me/vacations", vacations.Vacations.as_view(), name="api-vacations"),
    path("me/vacations/<int:pk>", vacations.OneVacation.as_view(), name="api-vacation"),
    path("me/notices", notices.Notices.as_view(), name="api-notices"),
    path("me/notices/seen", notices.NoticesSeen.as_view(), name="api-notices-seen"),
    path("players/<str:name>", players.Player.as_view(), name="api-player"),
    path("seeks", seeks.Seeks.as_view(), name="api-seeks"),
    path("seeks/<int:pk>", seeks.Seek.as_view(), name="api-seek"),
    path("seeks/<int:pk>/accept", seeks.SeekAcceptance.as_view(), name="api-seek-accept"),
    path("challenges", challenges.Challenges.as_view(), name="api-challenges"),
    path("challenges/<int:pk>", challenges.Challenge.as_view(), name="api-challenge"),
    path(
        "challenges/<int:pk>/accept",
        challenges.ChallengeAcceptance.as_view(),
        name="api-challenge-accept",
    ),
    path(
        "challenges/<int:pk>/decline",
        challenges.ChallengeRefusal.as_view(),
        name="api-challenge-decline",
    ),
    path("invites", invites.Invites.as_view(), name="api-invites"),
    path("invites/<str:code>", invites.Invite.as_view(), name="api-invite"),
    path("invites/<str:code>/accept", invites.InviteAcceptance.as_view(), name="api-invite-accept"),
]
