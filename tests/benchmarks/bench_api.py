"""What the API costs beside bare Django views: `python tests/benchmarks/bench_api.py`.

Prints figures, asserts none. Both go through the whole site, with a throwaway SQLite database and
broker, but without a server in between, which would add the same to both.
"""

import io
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from games import services  # noqa: E402
from games.models import Game, Move  # noqa: E402
from sumendi_site import embedded  # noqa: E402
from sumendi_site.accounts.models import User  # noqa: E402
from sumendi_site.accounts.tokens import Scope, issue, token_of  # noqa: E402
from sumendi_site.urls import urlpatterns as site  # noqa: E402
from tests.games.factories import make_game, make_user, some_moves  # noqa: E402
from tests.stack.servers import valkey_server  # noqa: E402

READS, WRITES = 400, 200
PLIES = 60

Send = Callable[[], None]


def bare_game(request: HttpRequest, game_id: int) -> JsonResponse:
    game = Game.objects.with_owners().get(pk=game_id)
    moves = game.moves.filter(ply__lte=game.ply_count).order_by("ply")
    rows = list(moves.values("ply", "player", "text", "made", "seconds"))
    return JsonResponse({**_columns(game), "moves": rows})


def bare_game_with_token(request: HttpRequest, game_id: int) -> JsonResponse:
    token_of(request.headers["Authorization"].split()[1])
    return bare_game(request, game_id)


@csrf_exempt
def bare_move(request: HttpRequest, game_id: int) -> JsonResponse:
    token = token_of(request.headers["Authorization"].split()[1])
    sent = json.loads(request.body)
    played = services.play(game_id, token.user, sent["ply"], sent["move"])
    return JsonResponse({"ply": played.move.ply, "move": played.move.text})


def _columns(game: Game) -> dict[str, Any]:
    columns = {field.attname: getattr(game, field.attname) for field in game._meta.fields}
    return columns | {"first": game.first.username, "second": game.second.username}


urlpatterns = [
    path("bare/<int:game_id>", bare_game),
    path("bare-token/<int:game_id>", bare_game_with_token),
    path("bare-move/<int:game_id>", bare_move),
    *site,
]


def main() -> None:
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    settings.ROOT_URLCONF = __name__
    settings.API_RATE_ANONYMOUS = settings.API_RATE_READS = settings.API_RATE_WRITES = 10**6
    amaia, unai = make_user("amaia"), make_user("unai")
    _, text = issue(unai, "benchmark", Scope.values, days=1)
    token = {"HTTP_AUTHORIZATION": f"Token {text}"}
    with valkey_server(embedded.valkey_server()) as settings.REDIS_URL:
        handler = WSGIHandler()
        game = long_game(amaia, unai)
        read(handler, f"GET games/{{id}}, {PLIES} plies", game.pk, "bare", {})
        read(handler, "the same with a token", game.pk, "bare-token", token)
        write(handler, amaia, unai, token)


def read(handler: WSGIHandler, name: str, game_id: int, bare: str, headers: dict[str, str]) -> None:
    ours = [get(handler, f"/api/v1/games/{game_id}", headers)] * READS
    theirs = [get(handler, f"/{bare}/{game_id}", headers)] * READS
    show(name, ours, theirs, goal=2)


def write(handler: WSGIHandler, amaia: User, unai: User, token: dict[str, str]) -> None:
    """Each move is the first of its kind, in a game of its own."""
    games = [make_game(amaia, unai, ["f6", "keep"], size=6) for _ in range(2 * WRITES)]
    ours = [post(handler, f"/api/v1/games/{game.pk}/moves", token) for game in games[::2]]
    theirs = [post(handler, f"/bare-move/{game.pk}", token) for game in games[1::2]]
    show("POST games/{id}/moves", ours, theirs, goal=3)


def long_game(amaia: User, unai: User) -> Game:
    moves = some_moves(PLIES, size=7, seed=3)
    game = make_game(amaia, unai, moves, size=7)
    assert Move.objects.filter(game=game).count() == PLIES
    return game


def get(handler: WSGIHandler, path: str, headers: dict[str, str]) -> Send:
    return lambda: send(handler, "GET", path, b"", headers)


def post(handler: WSGIHandler, path: str, headers: dict[str, str]) -> Send:
    body = json.dumps({"ply": 3, "move": "g8"}).encode()
    return lambda: send(handler, "POST", path, body, headers)


def send(
    handler: WSGIHandler, method: str, path: str, body: bytes, headers: dict[str, str]
) -> None:
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        **headers,
    }
    statuses: list[str] = []
    answer = handler(environ, lambda status, _: statuses.append(status))
    b"".join(answer)
    answer.close()
    assert statuses[0][:3] in ("200", "201"), (path, statuses)


def show(name: str, ours: list[Send], theirs: list[Send], goal: int) -> None:
    """They take turns, so that other work of the machine slows both."""
    ours[0]()
    theirs[0]()
    times = [(took(one), took(other)) for one, other in zip(ours[1:], theirs[1:], strict=True)]
    api, bare = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
    print(
        f"{name:28}{api:7.2f} ms   bare {bare:6.2f} ms   ratio {api / bare:4.2f}   goal <= {goal}"
    )


def took(act: Send) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
