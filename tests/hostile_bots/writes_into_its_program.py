"""Changes what the next turns will run."""

from pathlib import Path

from trying import GOAL, answer, attempt

own = Path(__file__)
attempt("write its file", lambda: own.open("ab"))
attempt("truncate its file", lambda: own.open("wb"))
attempt("open its file to others", lambda: own.chmod(0o777))
attempt("remove its file", own.unlink)
attempt("write beside its file", lambda: own.with_name("more.py").write_text("import os"))
attempt("write into the library", lambda: (Path(GOAL["library"]) / "more.py").write_text("1"))
attempt("write into the library", lambda: Path("/library/more.py").write_text("1"))
answer()
