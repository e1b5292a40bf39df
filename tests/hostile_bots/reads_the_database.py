"""Goes for the database of the site."""

import os
import sqlite3
from pathlib import Path

from trying import GOAL, answer, attempt


def query():
    try:
        sqlite3.connect(f"file:{GOAL['database']}?mode=ro", uri=True).execute(
            "SELECT * FROM secret"
        )
    except sqlite3.OperationalError as error:
        raise OSError from error


attempt("read the database", Path(GOAL["database"]).read_bytes)
attempt("write the database", lambda: os.open(GOAL["database"], os.O_WRONLY))
attempt("query the database", query)
answer()
