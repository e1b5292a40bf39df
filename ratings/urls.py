from django.urls import path

from ratings.views import calculator, corrections, history, leaderboard, revisions, statistics

urlpatterns = [
    path("ratings/", leaderboard.leaderboard, name="leaderboard"),
    path("ratings/calculator/", calculator.calculator, name="rating-calculator"),
    path("ratings/games/<int:game_id>/correct/", corrections.correct, name="correct-result"),
    path("ratings/revisions/", revisions.revision_list, name="rating-revisions"),
    path("ratings/revisions/<int:number>/", revisions.revision, name="rating-revision"),
    path("ratings/statistics/", statistics.statistics, name="rating-statistics"),
    path("players/<str:username>/ratings/", history.history, name="rating-history"),
]
