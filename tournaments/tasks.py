"""Tasks of the workers: each is short and can be repeated without harm."""

from functools import partial

from celery import shared_task

from sumendi_site.probe import site_answers
from sumendi_site.queue import wake
from tournaments.models import Tournament
from tournaments.services import advancing, booking, keeping, ladder, proofs, proving, tables

PAIR_LADDER = "tournaments.tasks.pair_ladder"
BOOK_RESULTS = "tournaments.tasks.book_results"


@shared_task
def pair_ladder() -> None:
    """Begin games between bots that have room for them."""
    if ladder.pair() == ladder.AT_ONCE:
        wake(PAIR_LADDER)


@shared_task
def book_results() -> None:
    """Book the results of games of events."""
    if booking.book() == booking.BATCH:
        wake(BOOK_RESULTS)


@shared_task
def go_on(tournament_id: int) -> None:
    """Close a round whose games have ended, and pair and publish the next one."""
    advancing.go_on(tournament_id)


@shared_task
def keep_rounds() -> None:
    """Do what is due in all events; nothing while the site does not answer its users."""
    if site_answers():
        keeping.keep_rounds()


@shared_task
def prove_ending() -> None:
    """Prove how a game at its deadline ends, whichever is next. The search is for its workers
    alone: nobody else imports it."""
    from games.search.solver import prove

    placements, nodes = proofs.MOST_PLACEMENTS, proving.MOST_NODES
    proving.prove_next(partial(prove, most_placements=placements, most_nodes=nodes))


@shared_task
def keep_tables(tournament_id: int) -> None:
    """Compute the standings after a result before somebody asks for them."""
    tables.standings(Tournament.objects.get(pk=tournament_id))
