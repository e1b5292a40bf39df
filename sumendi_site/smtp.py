"""Django's way to a mail server, with an end: a server may also answer drop by drop."""

import smtplib
import socket
import threading
from typing import Any

from django.core.mail.backends import smtp

PATIENCE = 45
"""Seconds for a whole conversation with the server. Well below the lease of a delivery, after
which somebody else sends it."""


class _WithAnEnd:
    """Mixed into a class of smtplib: ends the conversation under whoever waits in it."""

    sock: socket.socket | None
    _timer: threading.Timer
    _is_over = False

    def connect(self, *args: Any, **options: Any) -> Any:
        self._timer = threading.Timer(PATIENCE, self._end)
        self._timer.daemon = True
        self._timer.start()
        return super().connect(*args, **options)  # type: ignore[misc]

    def _get_socket(self, *args: Any) -> socket.socket:
        found: socket.socket = super()._get_socket(*args)  # type: ignore[misc]
        if self._is_over:
            found.close()
            raise TimeoutError
        return found

    def getreply(self) -> tuple[int, bytes]:
        reply: tuple[int, bytes] = super().getreply()  # type: ignore[misc]
        if self._is_over:
            # What was cut off is no answer, even if it looks like one.
            self.close()
            raise smtplib.SMTPServerDisconnected("The server took too long.")
        return reply

    def _end(self) -> None:
        self._is_over = True
        try:
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            """The conversation has just ended by itself."""

    def close(self) -> None:
        self._timer.cancel()
        super().close()  # type: ignore[misc]


class _Smtp(_WithAnEnd, smtplib.SMTP):
    pass


class _SmtpOverTls(_WithAnEnd, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _SmtpOverTls if self.use_ssl else _Smtp
