from django.urls import path

from ratings.views import calculator, corrections, history, leaderboard, statistics

urlpatterns = [
    path("ratings/", leaderboard.leaderboard, name="leaderboard"),
    path("ratings/calculator/", calculator.calculator, name="rating-calculator"),
    path("ratings/games/<int:game_id>/correct/", corrections.correct, name="correct-result"),
    path("ratings/statistics/", statistics.statistics, name="rating-statistics"),
    path("players/<str:username>/ratings/", history.history, name="rating-history"),
]
