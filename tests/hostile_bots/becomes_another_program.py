"""Leaves its interpreter for a shell, or anything that starts processes."""

import os
import subprocess

from trying import answer, attempt

attempt("run a shell", lambda: os.execv("/bin/sh", ["sh", "-c", "echo I am a shell"]))
attempt("run a child", lambda: subprocess.run(["/usr/bin/python3", "-c", ""], check=True))
attempt("become another", lambda: os.execv("/usr/bin/env", ["env"]))
answer()
