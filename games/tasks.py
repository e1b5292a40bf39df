"""Tasks of the workers: each is short and can be repeated without harm."""

from celery import shared_task

from games import services


@shared_task
def adjudicate_game(game_id: int) -> None:
    """Score a game that came to its end."""
    services.adjudicate(game_id)


@shared_task
def adjudicate_waiting_games() -> None:
    """Score the games whose own task was lost."""
    services.adjudicate_waiting()


@shared_task
def expire_offers() -> None:
    """Close the offers that nobody has accepted in time."""
    services.expire_offers()


@shared_task
def flag_overdue_games() -> None:
    """End the games whose time is over."""
    services.flag_overdue()
