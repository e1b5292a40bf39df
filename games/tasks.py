"""Tasks of the workers: each is short and can be repeated without harm."""

from celery import shared_task

from games import services
from sumendi_site.probe import site_answers


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
    """End the games whose time is over; none while the site does not answer its users."""
    if site_answers():
        services.keep_time()


@shared_task
def play_house_turn(game_id: int, ply: int) -> None:
    """Make the move of a house bot."""
    services.play_house_turn(game_id, ply)


@shared_task
def play_waiting_house_turns() -> None:
    """Make the moves of house bots whose own task was lost."""
    services.play_waiting_house_turns()


@shared_task
def prune_guests() -> None:
    """Let go of the guests who have stayed away."""
    services.prune_guests()


@shared_task
def warn_players() -> None:
    """Tell players whose time runs out; none while the site does not answer its users."""
    if site_answers():
        services.warn_players()
