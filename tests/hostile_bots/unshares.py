"""Makes a world of its own, in which it is root."""

from trying import answer, attempt, call

FILES, USER, PROCESSES, NETWORK = 0x0002_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000
for flags in (USER, FILES, USER | FILES, USER | PROCESSES, USER | NETWORK):
    attempt(f"unshare {flags:x}", lambda flags=flags: call("unshare", flags))
attempt("enter a namespace", lambda: call("setns", 0, 0))
answer()
