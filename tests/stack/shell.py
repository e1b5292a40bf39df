"""The Django shell of a site for many short programs: starting Django for each would take longer
than all that they do.

Reads Python code, a line of JSON each; runs it in a fork that knows nothing of the others; and
writes a line of JSON with what was printed and, if the code failed, the traceback.
"""

import json
import os
import sys
import traceback
from contextlib import redirect_stdout
from io import StringIO

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sumendi_site.settings")
    django.setup()
    import tests.games.factories  # noqa: F401  what nearly all of them use

    for line in sys.stdin:
        if (fork := os.fork()) == 0:
            answer(*run(json.loads(line)))
            os._exit(0)
        if os.waitpid(fork, 0)[1]:
            answer("", "The code ended its process.")


def run(code: str) -> tuple[str, str]:
    with redirect_stdout(StringIO()) as output:
        try:
            exec(code, {})  # noqa: S102
        except BaseException:
            return output.getvalue(), traceback.format_exc()
    return output.getvalue(), ""


def answer(printed: str, failure: str) -> None:
    sys.stdout.write(json.dumps([printed, failure]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
