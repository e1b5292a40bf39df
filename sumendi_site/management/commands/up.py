"""``manage.py up``: run the whole site."""

import os
import socket
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from sumendi_site.up import broker, locks, prepare, web
from sumendi_site.up.child import Child, python
from sumendi_site.up.errors import CannotStartError, GaveUpError
from sumendi_site.up.supervisor import Supervisor

# What Celery says to root at length is said in one line by `greet`.
QUIET = ("-W", "ignore:You're running the worker with superuser privileges")
CELERY = (*QUIET, "-m", "celery", "-q", "-A", "sumendi_site")


class Command(BaseCommand):
    help = "Run the whole site: broker, web, all its workers and beat, until Ctrl+C."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            run(settings.DATA_DIR, self.say)
        except (CannotStartError, GaveUpError) as error:
            raise CommandError(str(error)) from error

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def run(data: Path, say: prepare.Say) -> None:
    run_lock = locks.only_run(data)
    listener = web.listen(settings.HOST, settings.PORT)
    with Supervisor(say) as supervisor:
        lock = locks.children_lock(data)
        if settings.EMBEDDED_BROKER:
            child = broker.broker(data, keep_open=[lock])
            supervisor.start(child)
            broker.wait_until_it_answers(child, settings.REDIS_URL)
        prepare.database()
        prepare.static_files()
        for child in parts(listener, lock):
            supervisor.start(child)
        greet(listener, say)
        prepare.demo_data(say)
        # It loads the most and nobody waits for it yet: so the first page comes sooner.
        supervisor.start(searcher(listener, lock))
        supervisor.watch()
        say("Ending.")
    os.close(run_lock)


def parts(listener: socket.socket, lock: int) -> list[Child]:
    environment = environment_of(listener)
    server = python("-m", "sumendi_site.up.web", str(listener.fileno()))
    worker = python(*CELERY, "worker", "-c", "2", "--without-gossip", "--without-mingle")
    postman = python("-m", "sumendi_site.notices.postman")
    runner = python("-m", "games.bots.runner")
    beat = python(*CELERY, "beat", "--pidfile=")
    return [
        Child("web server", server, environment, keep_open=[lock, listener.fileno()]),
        Child("worker", worker, environment, keep_open=[lock]),
        Child("postman", postman, environment, keep_open=[lock]),
        Child("bot runner", runner, environment, keep_open=[lock]),
        Child("beat", beat, environment, keep_open=[lock]),
    ]


def searcher(listener: socket.socket, lock: int) -> Child:
    command = python(*QUIET, "-m", "games.search_worker")
    environment = environment_of(listener)
    return Child("search worker", command, environment, keep_open=[lock], dispensable=True)


def environment_of(listener: socket.socket) -> dict[str, str]:
    return {"PORT": str(listener.getsockname()[1])}


def greet(listener: socket.socket, say: prepare.Say) -> None:
    host, port = listener.getsockname()[:2]
    address = f"[{host}]" if ":" in host else host
    say(f"Sumendi is at http://{'localhost' if host == '127.0.0.1' else address}:{port}")
    say("To become the operator, run: make operator")
    if os.geteuid() == 0:
        say("It runs as root; any ordinary user would do, and is safer.")
    say("Ctrl+C ends it.")
