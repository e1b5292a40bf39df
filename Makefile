# PYTHON names the interpreter that makes .venv; PORT and SUMENDI_DATA are the site's.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r
# Processes that share the tests, a file each at a time: what a file needs is made once. The first
# takes all the files that need a running site, and the others go on meanwhile.
JOBS ?= 2

LINT := types style layers migrations deployment

.PHONY: run operator invite manage client test compiled kernels $(LINT) lint bench strength swiss-compare lock

run: $(VENV)/for-running
	@exec $(PY) manage.py up

# The operator's commands need the environment of the site: PORT, SUMENDI_DATA, DATABASE_URL, ...
operator: $(VENV)/for-running
	$(site-has-started)
	@exec $(PY) manage.py createsuperuser

invite: $(VENV)/for-running
	$(site-has-started)
	@exec $(PY) manage.py invite $(ARGS)

manage: $(VENV)/for-running
	@exec $(PY) manage.py $(ARGS)

# The file that programmers run their bots with; it needs no environment.
client:
	@$(PYTHON) -m games.bots.client

# Looked at before Django, which would make files in a wrong data folder.
define site-has-started
@test -n "$$DATABASE_URL" || test -e "$${SUMENDI_DATA:-var}/db.sqlite3" || { echo "Start the site once with make run first."; exit 1; }
endef

test: $(VENV)/for-development
	$(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder -rs $(TESTS)

# Otherwise each process of the tests makes these files for itself. Errors are told by the tests.
compiled: $(VENV)/for-development
	-$(PY) -m pytest --collect-only -qq -n 0 >/dev/null

# Compiled once to where the tests look, before many processes would do it at once.
kernels: $(VENV)/for-development
	$(PY) -m games.search.warm

lint: $(LINT)

types: $(VENV)/for-development
	$(VENV)/bin/mypy

style: $(VENV)/for-development
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check

layers: $(VENV)/for-development
	$(VENV)/bin/lint-imports

migrations: $(VENV)/for-development
	$(PY) manage.py makemigrations --check --dry-run

deployment: $(VENV)/for-development
	PY=$(PY) .ci/check-deployment

bench: $(VENV)/for-development
	for file in tests/benchmarks/bench_*.py; do $(PY) $$file || exit 1; done

# Some hours of matches; ARGS="--only levels --sizes 6 --games 40" are some minutes of them.
strength: $(VENV)/for-development
	$(PY) manage.py strength $(ARGS)

# Random Swiss events, each round paired again by gacrux: about half an hour.
EVENTS ?= 2000
swiss-compare: $(VENV)/for-development
	$(PY) tests/benchmarks/swiss_against_gacrux.py $(EVENTS)

# Needs uv. The locks hold for every Python from 3.11 on and name no host.
LOCK := uv pip compile --quiet pyproject.toml --universal --generate-hashes --python-version 3.11 \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links
lock:
	$(LOCK) --output-file requirements.lock
	$(LOCK) --group dev --constraint requirements.lock --output-file requirements-dev.lock

# The marks are made last, so a half-made environment is made anew. The development packages go on
# top: a site that runs from this environment keeps it.
$(VENV)/for-running: requirements.lock
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON). Install Python 3.11 or newer, or name one: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is too old: Sumendi needs Python 3.11 or newer. Name one: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "This Python has no venv. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Making $(VENV) from $<"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) $<
	@touch $@

$(VENV)/for-development: requirements-dev.lock $(VENV)/for-running
	@echo "Installing the development packages; only the first time takes a minute"
	@$(INSTALL) requirements-dev.lock
	@touch $@
