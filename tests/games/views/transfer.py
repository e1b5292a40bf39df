"""What the page of a game costs to fetch, on the busiest position of the vectors."""

import gzip
import json
import re
from pathlib import Path

from django.contrib.staticfiles import finders

from games.models import Game
from games.rules import Position
from sumendi_site.accounts.models import User
from tests.games.factories import make_game

VECTORS = Path(__file__).parents[2] / "data" / "vectors" / "positions.jsonl"


def busiest_game(first: User, second: User) -> Game:
    """A game at the position with the most targets to embed; the second player is to move."""
    positions = []
    for case in map(json.loads, VECTORS.read_text().splitlines()):
        if case["kind"] == "position" and case["to_move"] == "white":
            position = Position.start(case["size"])
            for move in case["moves"]:
                position = position.play(move)
            positions.append(position)
    busiest = max(positions, key=lambda position: len(json.dumps(position.options())))
    return make_game(first, second, ["e5", "keep"], position=str(busiest), size=busiest.size)


def transferred(html: str) -> dict[str, int]:
    """Compressed bytes of the page (under ``page``) and of each file that it loads."""
    sizes = {name: compressed(Path(finders.find(name)).read_bytes()) for name in _files(html)}
    return {"page": compressed(html.encode()), **sizes}


def compressed(content: bytes) -> int:
    return len(gzip.compress(content))


def _files(html: str) -> list[str]:
    """The files that the page loads, and the modules that its scripts import."""
    found = re.findall(r'(?:src|href)="/static/([^"]+)"', html)
    for name in found:
        if name.endswith(".js"):
            source = Path(finders.find(name)).read_text()
            folder = name.rpartition("/")[0]
            modules = [f"{folder}/{file}" for file in re.findall(r'from "\./(.+?)"', source)]
            found += [module for module in modules if module not in found]
    return found
