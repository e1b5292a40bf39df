"""Phones home, by all that a socket can be."""

import socket

from trying import GOAL, answer, attempt


def send(family, kind, address):
    with socket.socket(family, kind) as phone:
        phone.settimeout(0.5)
        phone.connect(address)
        phone.sendall(b"secrets")


def listen():
    with socket.socket() as phone:
        phone.bind(("127.0.0.1", 0))
        phone.listen()


attempt("connect by TCP", lambda: send(socket.AF_INET, socket.SOCK_STREAM, tuple(GOAL["tcp"])))
attempt("send by UDP", lambda: send(socket.AF_INET, socket.SOCK_DGRAM, tuple(GOAL["tcp"])))
for path in GOAL["sockets"]:
    attempt(
        "connect on the server", lambda path=path: send(socket.AF_UNIX, socket.SOCK_STREAM, path)
    )
attempt("listen", listen)
attempt("make a pair", socket.socketpair)
answer()
