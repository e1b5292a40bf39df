"""Asks the web server on this machine whether the site is well; for a container's health check."""

import os
import sys
import urllib.request

PATIENCE = 4.0


def main() -> None:
    url = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}/healthz"
    try:
        urllib.request.urlopen(url, timeout=PATIENCE).close()
    except OSError as error:
        sys.exit(f"{url}: {error}")


if __name__ == "__main__":
    main()
