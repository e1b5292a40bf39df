"""How far a game is and how it ended."""

from django.db import models


class GameStatus(models.TextChoices):
    RUNNING = "running"
    SCORING = "scoring", "being scored"
    FINISHED = "finished"


class Result(models.TextChoices):
    BLACK = "black", "Black won"
    WHITE = "white", "White won"
    DRAW = "draw"


class Termination(models.TextChoices):
    """What ended the game."""

    SCORE = "score", "by score"
    RESIGNATION = "resignation", "by resignation"
    TIMEOUT = "timeout", "on time"
    AGREEMENT = "agreement", "by agreement"
    ADJUDICATION = "adjudication", "by adjudication"
    FAULT = "fault", "by a fault of the bot"
    FORFEIT = "forfeit", "by forfeit"
    CANCELLED = "cancelled"
