"""The process that plays the turns of uploaded bots: a worker of its own, so that they hold up
nothing else. Its threads mostly wait for programs, which run in processes of their own. Run it as
``python -m``."""

from sumendi_site.celery import app

QUEUE = "bots"
THREADS = 2
OPTIONS = f"-Q {QUEUE} -n bots@%h -P threads -c {THREADS} --without-gossip --without-mingle"

if __name__ == "__main__":
    app.worker_main(["-q", "worker", *OPTIONS.split()])
