"""Changes the file system beneath everybody."""

import os

from trying import answer, attempt, call

BIND = 4096
attempt("mount /proc", lambda: call("mount", b"proc", b"/tmp", b"proc", 0, None))
attempt("mount a tmpfs", lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None))
attempt("bind the root", lambda: call("mount", b"/", b"/tmp", None, BIND, None))
attempt("change the root", lambda: os.chroot("/"))
answer()
