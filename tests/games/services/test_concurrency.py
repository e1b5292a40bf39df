"""Several at once: real threads, each with a connection and transactions of its own."""

import uuid
from functools import partial

import pytest

from games import services
from games.models import ChatMessage, Game, Move, Offer, ResultEvent
from games.services import errors
from games.services.offers import MOST_OPEN_OFFERS
from tests.games.at_once import at_once
from tests.games.factories import (
    in_hours,
    make_finished_game,
    make_game,
    make_seek,
    make_terms,
    make_user,
    some_moves,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 20


def test_a_rematch_that_both_offer_at_once_is_one_game(amaia, unai):
    game = make_finished_game(amaia, unai)
    at_once([partial(services.rematch, game.pk, player) for player in (amaia, unai)])
    assert Offer.objects.filter(rematch_of=game, game__isnull=False).count() == 1
    assert (Offer.objects.count(), Game.objects.count()) == (1, 2)


def test_an_offer_that_two_sweeps_find_expires_once(amaia):
    make_seek(amaia)
    Offer.objects.update(expires=in_hours(-1))
    assert sorted(at_once([services.expire_offers] * 4)) == [0, 0, 0, 1]


def test_messages_that_are_written_at_once_are_all_counted(amaia, unai):
    game = make_game(amaia, unai)
    answers = at_once([lambda: services.say(game.pk, amaia, "x")] * THREADS)
    refused = [answer for answer in answers if isinstance(answer, errors.TooManyMessages)]
    assert (ChatMessage.objects.count(), len(refused)) == (10, THREADS - 10)


def test_the_same_ply_sent_by_twenty_threads_makes_one_move(amaia, unai):
    game = make_game(amaia, unai)
    answers = at_once([lambda: services.play(game.pk, amaia, 1, "e5")] * THREADS)
    assert Move.objects.count() == 1
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * (THREADS - 1)


def test_of_twenty_different_moves_for_a_ply_one_is_made(amaia, unai):
    game = make_game(amaia, unai)
    cells = game.current.placements()[:THREADS]
    answers = at_once([lambda cell=cell: services.play(game.pk, amaia, 1, cell) for cell in cells])
    refused = [answer for answer in answers if isinstance(answer, errors.PlyTaken)]
    assert Move.objects.count() == 1
    assert len(refused) == THREADS - 1


def test_of_twenty_who_accept_a_seek_one_gets_the_game(amaia):
    seek = make_seek(amaia)
    others = [make_user(f"other-{number}") for number in range(THREADS)]
    answers = at_once([lambda other=other: services.accept(other, seek.pk) for other in others])
    assert Game.objects.count() == 1
    assert sum(isinstance(answer, errors.OfferGone) for answer in answers) == THREADS - 1


def test_a_form_sent_twenty_times_at_once_makes_one_seek(amaia):
    key = uuid.uuid4()
    answers = at_once([lambda: services.open_seek(amaia, make_terms(), key)] * THREADS)
    assert amaia.offers_made.count() == 1
    assert len({answer.pk for answer in answers}) == 1


def test_the_limit_of_open_offers_holds_for_many_at_once(amaia):
    answers = at_once([lambda: services.open_seek(amaia, make_terms())] * (MOST_OPEN_OFFERS + 5))
    assert sum(isinstance(answer, errors.TooManyOffers) for answer in answers) == 5
    assert amaia.offers_made.count() == MOST_OPEN_OFFERS


def test_two_sweeps_at_once_flag_each_game_once(amaia, unai):
    for _ in range(10):
        make_game(amaia, unai, deadline=in_hours(-1))
    assert sum(at_once([services.flag_overdue] * 2)) == 10
    assert ResultEvent.objects.count() == 10


def test_workers_that_score_the_same_game_at_once_give_one_result(amaia, unai):
    game = make_game(amaia, unai, some_moves(200))
    assert sum(at_once([lambda: services.adjudicate(game.pk)] * 8)) == 1
    assert ResultEvent.objects.count() == 1


def test_games_that_end_at_once_get_different_numbers(amaia, unai):
    games = [make_game(amaia, unai) for _ in range(THREADS)]
    at_once([lambda game=game: services.resign(game.pk, unai) for game in games])
    numbers = ResultEvent.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, THREADS + 1))


def test_a_move_and_the_sweep_at_once_give_either_the_move_or_the_flag(amaia, unai):
    game = make_game(amaia, unai, deadline=in_hours(-1))
    at_once([lambda: services.play(game.pk, amaia, 1, "e5"), services.flag_overdue])
    game.refresh_from_db()
    assert game.termination == "timeout"
    assert ResultEvent.objects.count() == 1


def test_of_a_move_and_the_consent_to_take_back_the_one_before_one_holds(amaia, unai):
    moves = some_moves(6)
    game = make_game(amaia, unai, moves[:5])
    services.ask_takeback(game.pk, unai, 5)
    accept = partial(services.accept_takeback, game.pk, amaia, 5)
    answers = at_once([accept, partial(services.play, game.pk, amaia, 6, moves[5], 0)])
    game.refresh_from_db()
    assert sum(isinstance(answer, errors.WrongPly) for answer in answers) == 1
    assert game.ply_count == Move.objects.count()
    assert (game.ply_count, game.takebacks) in {(6, 0), (4, 1)}
