"""Wants more memory than it may have."""

hoard = []
while True:
    hoard.append(b"x" * 10**8)
    if len(hoard) > 100:
        raise SystemExit("It got 10 GB.")
