# Needs Python 3.11 or newer; everything else is installed into .venv from hashed lock files.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
ARGS ?=

.PHONY: demo test check bench format clean

demo: .venv/app ## load the samples and the statutes, serve the page; ARGS=--once asks one question and leaves
	$(BIN)/youju --home .demo demo $(ARGS)

test: .venv/dev ## the whole suite, import directions included
	$(BIN)/lint-imports
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

check: .venv/dev ## style, types, import directions
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/pyright

bench: .venv/dev ## measure speed and size on this machine
	$(BIN)/python -m benchmarks $(ARGS)

format: .venv/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .demo

.venv/app: requirements/app.txt requirements/statutes.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Youju needs Python 3.11 or newer; set PYTHON=…") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements/app.txt -r requirements/statutes.txt
	$(PIP) --no-build-isolation --editable .
	@touch $@

.venv/dev: .venv/app requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@
