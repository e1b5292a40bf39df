"""The process that sends mail and push messages: a worker of its own, so that a server that hangs
holds up nothing but other messages. Its threads mostly wait. Run it as ``python -m``."""

from sumendi_site.celery import app

QUEUE = "notices"
THREADS = 8
OPTIONS = f"-Q {QUEUE} -n postman@%h -P threads -c {THREADS} --without-gossip --without-mingle"

if __name__ == "__main__":
    app.worker_main(["-q", "worker", *OPTIONS.split()])
