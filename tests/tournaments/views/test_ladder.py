import pytest
from django.utils import timezone

from games.models import Result, Termination
from games.services.finishing import finish
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.tournaments.bots import end, make_ladder_bot, make_ladder_games
from tournaments.models import LadderGame
from tournaments.presenters.ladder.games import why

pytestmark = pytest.mark.django_db


def page(client, path="/ladder/"):
    return client.get(path).content.decode()


def rows(client):
    return {row.account.username: row for row in client.get("/ladder/").context["rows"]}


def test_the_best_bot_comes_first(client, basalt, pumice):
    User.objects.filter(pk=pumice.pk).update(rating=1_600_000_000)
    assert list(rows(client)) == ["pumice", "basalt"]


def test_who_does_not_take_part_is_not_listed(client, basalt):
    make_ladder_bot("tuff", on_ladder=False)
    make_user("amaia")
    assert list(rows(client)) == ["basalt"]


def test_a_paused_bot_is_listed_as_paused(client, sandbox):
    make_ladder_bot("tuff", paused=timezone.now())
    assert "paused</span>" in page(client)


def test_the_games_of_each_bot_are_counted(client):
    for row, result in zip(
        make_ladder_games("basalt", "pumice", "tuff"),
        (Result.BLACK, Result.DRAW, None),
        strict=True,
    ):
        if result:
            end(row, result)
    tallies = [row.tally for row in rows(client).values()]
    assert sum(one.running for one in tallies) == 2
    assert [sum(getattr(one, name) for one in tallies) for name in ("won", "drawn", "lost")] == [
        *(1, 2, 1)
    ]


@pytest.mark.parametrize(
    ("swapped", "result", "outcome"),
    [
        (False, Result.BLACK, "won"),
        (True, Result.BLACK, "lost"),
        (True, Result.WHITE, "won"),
        (False, Result.DRAW, "drawn"),
    ],
)
def test_a_result_is_told_from_the_side_of_each_bot(client, swapped, result, outcome):
    (row,) = make_ladder_games("basalt", "pumice")
    end(row, result, swapped=swapped)
    opposite = {"won": "lost", "lost": "won", "drawn": "drawn"}[outcome]
    found = rows(client)
    assert found[row.game.first.username].newest[0].outcome == outcome
    assert found[row.game.second.username].newest[0].outcome == opposite


def test_no_more_than_the_newest_results_are_shown(client, monkeypatch):
    monkeypatch.setattr("tournaments.presenters.ladder.standings.NEWEST", 1)
    games = make_ladder_games("basalt", "pumice", "tuff")
    for row in games:
        end(row)
    assert {len(row.newest) for row in rows(client).values()} == {1}
    newest = {ended.game for row in rows(client).values() for ended in row.newest}
    assert newest == {games[-1].game_id, games[-2].game_id}


def test_the_page_tells_why_two_were_paired(client):
    (row,) = make_ladder_games("basalt", "pumice")
    said = (
        "Sought for basalt (1500 ± 350): pumice (1500) was the nearest that could play. "
        "Game 1 of at most 3 in 30 days, begun by basalt."
    )
    assert why(row) == said
    assert said in page(client)
    assert said in page(client, "/ladder/games/")


def test_a_reason_speaks_of_the_one_for_whom_an_opponent_was_sought(client):
    (row,) = make_ladder_games("basalt", "pumice")
    row.sought_for, row.seats, row.number = "second", "exchanged", 2
    row.first_rating, row.second_uncertainty = 1_612_000_000, 80.2
    assert why(row) == (
        "Sought for pumice (1500 ± 80): basalt (1612) was the nearest that could play. "
        "Game 2 of at most 3 in 30 days, with the seats exchanged."
    )


def test_how_far_a_game_is_and_how_it_ended_are_told(client):
    one, other = make_ladder_games("basalt", "pumice", "tuff")[:2]
    finish(one.game, Result.DRAW, Termination.AGREEMENT, timezone.now())
    other.game.status = "scoring"
    other.game.save()
    said = page(client)
    assert "A draw by agreement." in said
    assert "Being played, 0 plies." in said
    assert "Being scored, 0 plies." in said


def test_an_empty_ladder_says_so(client, sandbox):
    said = page(client)
    assert "No bot takes part yet." in said
    assert "No game has begun yet." in said


def test_where_no_program_runs_the_page_says_why(client, db):
    assert "No worker of bots is running." in page(client)


def test_where_the_ladder_is_off_the_page_says_so(client, sandbox, settings):
    settings.LADDER = False
    assert "The ladder is switched off" in page(client)


def test_the_own_bots_of_a_reader_are_marked(client, basalt, pumice):
    client.force_login(basalt.owner)
    assert page(client).count('class="marked"') == 1


def test_the_ladder_is_in_the_bar(client, db):
    assert '<a href="/ladder/" aria-current="page">Ladder</a>' in page(client)


def test_more_bots_cost_no_more_queries(client, django_assert_num_queries):
    make_ladder_games("basalt", "pumice", "tuff", "scoria")
    for row in LadderGame.objects.all()[:4]:
        end(row)
    with django_assert_num_queries(8):
        client.get("/ladder/")


def test_all_games_are_listed_by_pages(client, monkeypatch):
    monkeypatch.setattr("tournaments.views.ladder.GAMES_A_PAGE", 2)
    make_ladder_games("basalt", "pumice", "tuff")
    assert len(client.get("/ladder/games/?page=1").context["games"]) == 2
    assert len(client.get("/ladder/games/?page=2").context["games"]) == 1
    assert 'rel="prev"' in page(client, "/ladder/games/?page=2")
