"""The command line: `python sumendi.pyz play | check | new | submit | replay`."""

import argparse
import logging
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from .. import __version__, samples
from ..client import Client, ClientError
from .bot import TOKEN_VARIABLE, Bot, BotError
from .check import play_itself, report
from .play import NotAllowed, Runner
from .policy import Policy, Terms, accepted
from .replay import replay
from .submit import Unpackable, submit

LOCAL_SITE = "http://localhost:8000"
LIMIT = 60.0
WAIT = 600.0
TOKEN_LIKE = re.compile(r"[0-9A-Za-z_.~+/=-]{32,}")
T = TypeVar("T")


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """A mistyped option must not put the token that follows it on the screen."""
        super().error(TOKEN_LIKE.sub("***", message))


class Redacting(logging.Formatter):
    """The last gate: whatever a log line holds, the token is taken out."""

    def __init__(self, scrub: Callable[[str], str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")
        self._scrub = scrub

    def format(self, record: logging.LogRecord) -> str:
        return self._scrub(super().format(record))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status: 0, 1 when the bot or the site refused, 130 after Ctrl+C."""
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (BotError, NotAllowed, FileExistsError, ClientError, Unpackable) as error:
        print(f"sumendi: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> Parser:
    top = Parser("sumendi", description="Run a bot that plays Sumendi.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"sumendi {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _add_play(commands.add_parser("play", help="play on a site", allow_abbrev=False))
    _add_check(commands.add_parser("check", help="let it play itself", allow_abbrev=False))
    _add_new(commands.add_parser("new", help="write a bot to begin with", allow_abbrev=False))
    _add_submit(commands.add_parser("submit", help="upload it to a site", allow_abbrev=False))
    _add_replay(
        commands.add_parser("replay", help="ask it again what a site asked it", allow_abbrev=False)
    )
    return top


def _add_play(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=play)
    command.add_argument("bot", type=Path, help="its Python file, with choose(position, clock)")
    _add_site(command)
    command.add_argument(
        "--accept",
        type=_or_usage(accepted),
        default=(True, True),
        metavar="rated,casual",
        help="the challenges to accept: rated, casual, both (the default) or none",
    )
    command.add_argument("--games", type=_positive, default=4, help="at once, 4 by default")
    command.add_argument(
        "--seek",
        type=_or_usage(Terms.parse),
        action="append",
        default=[],
        metavar="5,3d,rated",
        help="keep an open offer with these terms; may be given several times",
    )
    _add_limit(command)
    command.add_argument("--verbose", action="store_true", help="tell each event")


def _add_check(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=check)
    command.add_argument("bot", type=Path)
    command.add_argument("--size", type=int, choices=(5, 6, 7), default=5)
    command.add_argument("--games", type=_positive, default=2)
    command.add_argument("--record", action="store_true", help="print the moves, too")
    _add_limit(command)


def _add_new(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=new)
    command.add_argument("bot", type=Path, help="the file to write")
    command.add_argument("--sample", choices=samples.NAMES, default="random")


def _add_submit(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=submit_to_site)
    command.add_argument("file", type=Path, help="a .py, a .zip with main.py, or a folder with it")
    command.add_argument("--bot", required=True, metavar="NAME", help="your bot on the site")
    command.add_argument(
        "--wait",
        type=_seconds,
        default=WAIT,
        metavar="SECONDS",
        help=f"for its check, {WAIT:.0f} by default",
    )
    _add_site(command)


def _add_replay(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=replay_turn)
    command.add_argument("turn", type=_turn, help="its number, as the bot's page tells it")
    command.add_argument("file", type=Path, help="the .py, or the folder with main.py")
    command.add_argument("--bot", required=True, metavar="NAME", help="your bot on the site")
    _add_site(command)
    _add_limit(command)


def _add_site(command: argparse.ArgumentParser) -> None:
    command.add_argument("--url", default=LOCAL_SITE, help=f"the site, {LOCAL_SITE} by default")
    command.add_argument(
        "--token",
        help=f"better set {TOKEN_VARIABLE}: others can read the command lines of this machine",
    )


def _add_limit(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--limit",
        type=_seconds,
        default=LIMIT,
        metavar="SECONDS",
        help=f"the longest time for a move, {LIMIT:.0f} by default",
    )


def play(options: argparse.Namespace) -> int:
    site = _site(options)
    _log_to_stderr(site, options.verbose)
    rated, casual = options.accept
    policy = Policy(options.games, rated, casual, tuple(options.seek))
    # Ended by a service manager or by Ctrl+C, it is the same.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with Bot(options.bot) as bot:
        try:
            Runner(site, bot, policy, options.limit).run()
        except KeyboardInterrupt:
            logging.getLogger(__name__).info(
                "Stopped. The games go on, and so do their clocks: start again to play on."
            )
    return 0


def check(options: argparse.Namespace) -> int:
    faults = 0
    with Bot(options.bot) as bot:
        bot.start()
        for number in range(1, options.games + 1):
            game = play_itself(bot, options.size, options.limit)
            faults += game.fault is not None
            print(report(number, game), flush=True)
            if options.record:
                print(game.record())
    return 1 if faults else 0


def new(options: argparse.Namespace) -> int:
    if options.bot.exists():
        raise FileExistsError(f"There is a file {options.bot} already; it was left as it is.")
    options.bot.write_text(samples.text(options.sample), encoding="utf-8")
    print(f"Wrote {options.bot}. Next: check {options.bot}, then play {options.bot}.")
    return 0


def submit_to_site(options: argparse.Namespace) -> int:
    return submit(_site(options), options.bot, options.file, options.wait)


def replay_turn(options: argparse.Namespace) -> int:
    turn = _site(options).programs.turn(options.bot, options.turn)
    return replay(turn, options.file, options.limit)


def _site(options: argparse.Namespace) -> Client:
    token = options.token or os.environ.get(TOKEN_VARIABLE)
    if not token:
        raise NotAllowed(f"A token is needed: set {TOKEN_VARIABLE}, or give --token.")
    try:
        return Client(options.url, token)
    except ValueError as error:
        raise NotAllowed(str(error)) from None


def _log_to_stderr(site: Client, verbose: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Redacting(site.session.address.scrub))
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[handler])
    if site.session.address.tells_everybody:
        logging.warning("The token travels unencrypted: use https where the site has it.")


def _or_usage(read: Callable[[str], T]) -> Callable[[str], T]:
    def convert(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _positive(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10_000:
        raise argparse.ArgumentTypeError("it is a number from 1 to 9999")
    return int(text)


def _turn(text: str) -> int:
    if not text.isdecimal() or not text.isascii():
        raise argparse.ArgumentTypeError("it is the number of a turn")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError("it is a number of seconds, up to a day")
    return seconds
