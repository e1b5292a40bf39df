"""Tasks of the workers: each is short and can be repeated without harm."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from games import services
from games.bots import sandbox, turns
from games.services import analysis, archive
from sumendi_site.probe import site_answers
from sumendi_site.queue import wake

LONGEST_EXPORT = 3600
"""Seconds; another worker that is told to do the same meanwhile leaves at once."""
REPORT_LASTS = 30
"""Seconds; beat asks for another one then."""


@shared_task
def adjudicate_game(game_id: int) -> None:
    """Score a game that came to its end."""
    services.adjudicate(game_id)


@shared_task
def adjudicate_waiting_games() -> None:
    """Score the games whose own task was lost."""
    services.adjudicate_waiting()


@shared_task
def analyse_games() -> None:
    """Go on with the analysis that waits the longest; what is left is for another message, so that
    what is more urgent comes in between."""
    from games.services.analysis.engine import engine  # numba, which other workers do without

    if analysis.work(engine):
        wake(analysis.WORK, expires=analysis.TOKEN_LASTS)


@shared_task
def call_waiting_house_bots() -> None:
    """Call again to the turns of house players whose own task was lost."""
    services.call_waiting_house_bots()


@shared_task
def expire_offers() -> None:
    """Close the offers that nobody has accepted in time."""
    services.expire_offers()


@shared_task(time_limit=LONGEST_EXPORT)
def export_games() -> None:
    """Make the file of all rated games, once a day."""
    archive.make_export()


@shared_task
def follow_archive() -> None:
    """Archive the games that have finished."""
    if archive.follow() == archive.BATCH:
        wake("games.tasks.follow_archive")


@shared_task
def flag_overdue_games() -> None:
    """End the games whose time is over; none while the site does not answer its users."""
    if site_answers():
        services.keep_time()


@shared_task
def forget_old_turns() -> None:
    """Let go of old logs of bots, and of old turns of bouts."""
    turns.forget(timezone.now())


@shared_task
def keep_sanctions() -> None:
    """End the bans whose time is over, and carry out those that were left."""
    services.keep_sanctions()


@shared_task
def play_bot_turn() -> None:
    """Play a turn of an uploaded bot, whichever is next; none where no sandbox holds."""
    kind = sandbox.choose().kind
    if kind is not None:
        turns.play_next(kind)


@shared_task
def play_house_turn(game_id: int, ply: int) -> None:
    """Make the move of a house player without a search."""
    services.play_house_turn(game_id, ply)


@shared_task
def prune_guests() -> None:
    """Let go of the guests who have stayed away."""
    services.prune_guests()


@shared_task
def report_sandbox() -> None:
    """Say which sandbox this worker of bots has."""
    turns.report_sandbox()


@worker_ready.connect
def report_sandbox_at_once(**_: Any) -> None:
    """A new worker of bots is known at once rather than at beat's next turn."""
    report_sandbox.apply_async(expires=REPORT_LASTS)


@shared_task
def search_house_turn(game_id: int, ply: int) -> None:
    """Make the move of a level, for which this worker loads the search."""
    services.play_house_turn(game_id, ply)


@shared_task
def sweep_analyses() -> None:
    """Mend what lost messages and killed workers of analyses left behind."""
    analysis.sweep()


@shared_task
def sweep_bot_turns() -> None:
    """Mend what lost messages and killed workers of bots left behind."""
    turns.sweep()


@shared_task
def warn_players() -> None:
    """Tell players whose time runs out; none while the site does not answer its users."""
    if site_answers():
        services.warn_players()
