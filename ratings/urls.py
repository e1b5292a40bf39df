from django.urls import path

from ratings.views import calculator, history, leaderboard

urlpatterns = [
    path("ratings/", leaderboard.leaderboard, name="leaderboard"),
    path("ratings/calculator/", calculator.calculator, name="rating-calculator"),
    path("players/<str:username>/ratings/", history.history, name="rating-history"),
]
