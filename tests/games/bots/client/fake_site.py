"""A small stand-in for the site's API, on a free port of the loopback, that can be told to fail."""

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from games.rules import Move, Position

TOKEN = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"
BOT, OPPONENT = "rubble", "amaia"
SCOPES = ["read", "play", "challenge"]


@dataclass
class FakeGame:
    """The bot moves first and the opponent, who keeps White, answers at once."""

    id: int
    size: int = 5
    bot_is_second: bool = False
    moves: list[tuple[str, str]] = field(default_factory=list)
    repeated: int = 0
    is_called_off: bool = False

    def __post_init__(self) -> None:
        self.source = random.Random(self.id)
        self.position = Position.start(self.size)
        self._let_opponent_play()

    @property
    def black(self) -> str:
        first, second = (OPPONENT, BOT) if self.bot_is_second else (BOT, OPPONENT)
        return second if len(self.moves) > 1 and self.moves[1][1] == "swap" else first

    @property
    def to_move(self) -> str | None:
        if self.is_called_off:
            return None
        if len(self.moves) == 1:
            return BOT if self.bot_is_second else OPPONENT
        if self.position.is_over:
            return None
        other = OPPONENT if self.black == BOT else BOT
        return self.black if self.position.turn == "black" else other

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    def play(self, ply: int, text: str) -> None:
        """The bot's move, and the opponent's answer."""
        if ply <= len(self.moves):
            assert self.moves[ply - 1] == (BOT, text)
            self.repeated += 1
            return
        assert ply == len(self.moves) + 1
        assert self.to_move == BOT
        self._make(BOT, text)
        self._let_opponent_play()

    def _let_opponent_play(self) -> None:
        while self.to_move == OPPONENT:
            placement = self.source.choice(self.position.placements())
            move: Move | str = self.position.first_move(placement)
            self._make(OPPONENT, "keep" if len(self.moves) == 1 else str(move))

    def _make(self, who: str, text: str) -> None:
        if len(self.moves) != 1:
            self.position = self.position.play(text)
        self.moves.append((who, text))

    def payload(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "size": self.size,
            "status": "scoring" if self.is_over else "running",
            "time_control": "3d",
            "deadline": "2099-01-01T00:00:00Z",
            "ply": len(self.moves),
            "position": str(self.position),
            "to_move": self.to_move,
            "awaits_side_choice": len(self.moves) == 1,
            "can_be_cancelled": len(self.moves) < 2,
            "moves": [
                {"ply": ply, "player": who, "move": text}
                for ply, (who, text) in enumerate(self.moves, start=1)
            ],
        }


def offer(number: int, *, creator: str = OPPONENT, rated: bool = True) -> dict[str, Any]:
    return {
        "id": number,
        "creator": {"name": creator},
        "size": 5,
        "rated": rated,
        "time_control": "3d",
        "status": "open",
    }


@dataclass
class Asked:
    """A request as it came."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any
    """What the JSON says; a form as its bytes."""


Fault = Callable[["Handler"], bool]
"""Looks at a request; true when it has answered it, or not, in its own way."""


class FakeSite:
    """Its games, offers and events, and `faults` to come: each is asked until it is true once."""

    def __init__(self) -> None:
        self.games: dict[int, FakeGame] = {}
        self.challenges: dict[int, dict[str, Any]] = {}
        self.seeks: dict[int, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.asked: list[Asked] = []
        self.faults: list[Fault] = []
        self.states = ["queued"]
        """Of version 1: the next one each time that it is asked for."""
        self.check: dict[str, Any] = {}
        self.turn: dict[str, Any] = {}
        self.scopes = list(SCOPES)
        self.kind = "bot"
        self.lock = threading.RLock()
        self._server: ThreadingHTTPServer | None = None
        self._port = 0
        self._switch = threading.Lock()
        self.open_streams = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Listen, after a stop on the same port as before."""
        site = self

        class Bound(Handler):
            fake = site

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, request: Any, client_address: Any) -> None:
                """The client may leave when it likes."""

        with self._switch:
            self.down = threading.Event()
            self._server = Server(("127.0.0.1", self._port), Bound)
            self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Stop listening, and cut the open streams."""
        with self._switch:
            assert self._server
            self.down.set()
            self._server.shutdown()
            self._server.server_close()

    def tell(self, kind: str, **data: Any) -> None:
        with self.lock:
            self.events.append({"type": kind, "id": len(self.events) + 1, **data})

    def add_game(self, number: int, **terms: Any) -> FakeGame:
        with self.lock:
            self.games[number] = FakeGame(number, **terms)
        self.tell("gameStart", game=number)
        return self.games[number]

    def version(self) -> dict[str, Any]:
        return {"number": 1, "state": self.states[0]}

    def requests(self, method: str, path: str) -> list[Asked]:
        with self.lock:
            return [a for a in self.asked if (a.method, a.path) == (method, path)]


class Handler(BaseHTTPRequestHandler):
    """One method for each kind of answer; `route` chooses."""

    fake: FakeSite
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments: Any) -> None:
        """Tests look at `FakeSite.asked` instead."""

    def do_GET(self) -> None:
        self._answer()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815

    def _answer(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        sent = self.rfile.read(length)
        is_form = "multipart" in (self.headers.get("Content-Type") or "")
        body = sent if is_form else json.loads(sent or b"null")
        path = parts.path.removeprefix("/api/v1/")
        asked = Asked(self.command, path, dict(parse_qsl(parts.query)), dict(self.headers), body)
        with self.fake.lock:
            self.fake.asked.append(asked)
            faults = list(self.fake.faults)
        self.asked = asked
        for fault in faults:
            if fault(self):
                self.fake.faults.remove(fault)
                return
        with suppress(OSError):
            self.route(asked)

    def route(self, asked: Asked) -> None:
        if asked.headers.get("Authorization") != f"Token {TOKEN}":
            self.refuse(401, "bad_token")
        elif asked.path == "stream":
            self.stream(int(asked.query.get("since", len(self.fake.events))))
        else:
            with self.fake.lock:
                self.route_short(asked)

    def route_short(self, asked: Asked) -> None:
        match asked.method, asked.path.split("/"):
            case "GET", ["me"]:
                running = sum(not game.is_over for game in self.fake.games.values())
                token = {"scopes": self.fake.scopes}
                me = {"name": BOT, "kind": self.fake.kind, "running": running, "token": token}
                self.say(me)
            case "GET", ["games"]:
                waiting = [g for g in self.fake.games.values() if g.to_move == BOT]
                self.say_page([game.payload() for game in waiting])
            case "GET", ["games", number]:
                self.say(self.fake.games[int(number)].payload())
            case "POST", ["games", number, "moves"]:
                self.move(self.fake.games[int(number)], asked.body)
            case "POST", ["games", number, "cancel"]:
                self.fake.games[int(number)].is_called_off = True
                self.say(self.fake.games[int(number)].payload())
            case _, ["bots", _, *rest]:
                self.programs(asked, rest)
            case _, [("challenges" | "seeks") as kind, *rest]:
                self.offers(asked, kind, rest)
            case _:
                self.refuse(404, "not_found")

    def offers(self, asked: Asked, kind: str, rest: list[str]) -> None:
        offers: dict[int, dict[str, Any]] = getattr(self.fake, kind)
        match asked.method, rest:
            case "GET", []:
                self.say_page([one for one in offers.values() if one["status"] == "open"])
            case "POST", []:
                number = len(offers) + 100
                offers[number] = offer(number, creator=BOT) | asked.body
                self.say(offers[number], 201)
            case "GET", [number]:
                self.say(offers[int(number)])
            case "DELETE", [number]:
                offers[int(number)]["status"] = "withdrawn"
                self.say(None, 204)
            case "POST", [number, "decline"]:
                offers[int(number)]["status"] = "declined"
                self.say(offers[int(number)])
            case "POST", [number, "accept"]:
                offers[int(number)]["status"] = "accepted"
                self.say(self.fake.add_game(int(number)).payload())

    def programs(self, asked: Asked, rest: list[str]) -> None:
        match asked.method, rest:
            case "POST", ["versions"]:
                self.say(self.fake.version(), 201)
            case "GET", ["versions", "1"]:
                if len(self.fake.states) > 1:
                    self.fake.states.pop(0)
                self.say({**self.fake.version(), **self.fake.check})
            case "GET", ["turns", "7"]:
                self.say(self.fake.turn)

    def move(self, game: FakeGame, body: Any) -> None:
        game.play(body["ply"], body["move"])
        if game.to_move == BOT:
            self.fake.tell("yourTurn", game=game.id)
        self.say({**body, "repeated": False, "game": game.payload()}, 201)

    def say_page(self, results: list[Any]) -> None:
        self.say({"next": None, "previous": None, "results": results})

    def say(self, payload: Any, status: int = 200, **headers: str) -> None:
        data = b"" if payload is None else json.dumps(payload).encode()
        kind = "application/json" if status < 400 else "application/problem+json"
        self.send_response(status)
        for name, value in {"Content-Type": kind, **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status: int, code: str, **headers: str) -> None:
        self.say({"status": status, "code": code, "detail": f"Refused: {code}."}, status, **headers)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Connection", "close")
        self.end_headers()

    def write_line(self, event: Any) -> None:
        self.wfile.write(json.dumps(event).encode() + b"\n")
        self.wfile.flush()

    def stream(self, since: int) -> None:
        self.begin_stream()
        self.write_line({"type": "hello", "since": len(self.fake.events)})
        self.fake.open_streams += 1
        down = self.fake.down
        try:
            while not down.wait(0.02):
                for event in self.fake.events[since:]:
                    self.write_line(event)
                    since = event["id"]
        finally:
            self.fake.open_streams -= 1
            self.close_connection = True


@contextmanager
def fake_site() -> Iterator[FakeSite]:
    site = FakeSite()
    site.start()
    try:
        yield site
    finally:
        site.stop()


def on(method: str, path: str, act: Callable[[Handler], object]) -> Fault:
    """A fault for the next request to this operation."""

    def fault(handler: Handler) -> bool:
        if (handler.asked.method, handler.asked.path) != (method, path):
            return False
        act(handler)
        return True

    return fault


def refusing(status: int, code: str, **headers: str) -> Callable[[Handler], object]:
    return lambda handler: handler.refuse(status, code, **headers)


def hang_up(handler: Handler) -> None:
    """Nothing is answered; the connection ends."""
    handler.close_connection = True


def be_slow(seconds: float) -> Callable[[Handler], object]:
    """The request is answered as always, but late."""

    def act(handler: Handler) -> None:
        time.sleep(seconds)
        with suppress(OSError):
            handler.route(handler.asked)

    return act
