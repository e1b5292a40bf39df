"""A mail server and a push service of the tests' own; both can misbehave."""

import json
import socketserver
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sumendi_site.notices.channels.push.encryption import encode, point

PATIENCE = 10


class _Smtp(socketserver.StreamRequestHandler):
    timeout = PATIENCE
    server: "SmtpServer"

    def handle(self) -> None:
        self.server.connections += 1
        if self.server.hangs:
            self.server.released.wait(PATIENCE)
            return
        if self.server.drips:
            self._drip()
            return
        self._say("220 mail.example.org")
        for line in self.rfile:
            if not self._answer(line.decode().strip()):
                return

    def _answer(self, line: str) -> bool:
        verb = line.split(":")[0].split(" ")[0].upper()
        if verb == "DATA":
            self._say("354 go on")
            self._say(self._take())
        elif verb == "RCPT":
            self._say(self.server.recipient_answer)
        elif verb == "QUIT":
            self._say("221 bye")
        else:
            self._say("250 ok")
        return verb != "QUIT"

    def _take(self) -> str:
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line)
        if self.server.data_answer.startswith("250"):
            self.server.messages.append(b"".join(lines))
        return self.server.data_answer

    def _drip(self) -> None:
        """An answer that never ends, and never pauses for long."""
        while not self.server.released.wait(0.05):
            try:
                self.wfile.write(b"2")
            except OSError:
                return

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class SmtpServer(_Server):
    """Keeps the `messages` it was sent. It can hang, drip, or refuse recipients or messages."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.messages: list[bytes] = []
        self.recipient_answer = self.data_answer = "250 ok"
        self.hangs = self.drips = False
        self.connections = 0
        self.released = threading.Event()

    def __exit__(self, *args: object) -> None:
        self.released.set()
        self.shutdown()
        self.server_close()


class _Push(BaseHTTPRequestHandler):
    timeout = PATIENCE
    server: "FakePushService"

    def do_POST(self) -> None:
        service = self.server
        if service.hangs:
            service.released.wait(PATIENCE)
            return
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service.requests.append((self.path, dict(self.headers), body))
        self.send_response(service.status)
        for name, value in service.answer_headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """The tests look at `requests`."""


class FakePushService(ThreadingHTTPServer):
    """A push service and the browser behind it, which has the keys to read the messages."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Push)
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.answer_headers: dict[str, str] = {}
        self.hangs = False
        self.released = threading.Event()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen secret b"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self.released.set()
        self.shutdown()
        self.server_close()

    @property
    def subscription(self) -> dict[str, Any]:
        """What the browser tells the site."""
        keys = {"p256dh": encode(point(self.key.public_key())), "auth": encode(self.secret)}
        return {"endpoint": f"http://127.0.0.1:{self.server_address[1]}/for/amaia", "keys": keys}

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message as the browser does (RFC 8291, section 3.4, from the other end)."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        material = _hkdf(shared, self.secret, info, 32)
        key = _hkdf(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(material, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        told: dict[str, str] = json.loads(padded.rstrip(b"\0").removesuffix(b"\x02"))
        return told


def _hkdf(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)
