# Two commands are enough: `make demo` and `make test`. `make help` lists the others.

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip

# The constraints hold for the tools that build this package too; newer pips ask for them by the second name.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := $(PIP_CONSTRAINT)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

# Set-up runs again only when what is to be installed has changed.
SETTINGS := pyproject.toml constraints.txt
RUN_READY := $(VENV)/ready-run
DEV_READY := $(VENV)/ready-dev
BENCH_READY := $(VENV)/ready-bench

.DEFAULT_GOAL := help
.PHONY: help demo test check bench generate clean

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1#\2/p' Makefile | while IFS='#' read -r target what; do \
	    printf '  make %-10s%s\n' "$$target" "$$what"; done

demo: $(RUN_READY) ## play the demo cup and publish leaderboards/demo/
	@$(BIN)/arena demo

test: check ## make check, then all tests
	@echo "Testing"
	@$(BIN)/python -m pytest -n 2

check: $(DEV_READY) ## format, lint, types, protocol, architecture
	@echo "Checking format and lint"
	@$(BIN)/ruff format --quiet --check --diff .
	@$(BIN)/ruff check --quiet .
	@echo "Checking types"
	@$(BIN)/mypy
	@MYPYPATH=sample_bots/python $(BIN)/mypy sample_bots/python
	@echo "Checking the protocol and its generated code"
	@$(BIN)/buf lint
	@$(BIN)/python protos/generate.py --check
	@echo "Checking the architecture"
	@found=$$($(BIN)/lint-imports --no-logo) || { echo "$$found"; exit 1; }

bench: $(BENCH_READY) ## measure speed, as one JSON object
	@$(BIN)/python -m tests.bench

generate: $(DEV_READY) ## write the Python code of the protocol anew
	@$(BIN)/python protos/generate.py

clean: ## remove .venv and caches
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
	    echo "$(PYTHON) was not found. Install Python 3.11 (Debian: apt install python3.11 python3.11-venv)," >&2; \
	    echo "or name another: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "$(PYTHON) is older than Python 3.11. Name a newer one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) lacks its venv module. Install it (Debian: apt install python3.11-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(RUN_READY): $(SETTINGS) | $(BIN)/python
	@echo "Setting up .venv: what the arena needs to run"
	@$(PIP) install --quiet --editable .
	@touch $@

$(DEV_READY): $(SETTINGS) | $(BIN)/python
	@echo "Setting up .venv: what the arena and its tests need"
	@$(PIP) install --quiet --editable '.[dev]'
	@touch $@ $(RUN_READY)

$(BENCH_READY): $(SETTINGS) | $(BIN)/python
	@echo "Setting up .venv: what the benchmark needs"
	@$(PIP) install --quiet --editable '.[bench]'
	@touch $@ $(RUN_READY)
