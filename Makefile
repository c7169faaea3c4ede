# dune_sim. `make run` shows it, `make test` proves it; both set up what they need inside this checkout.
# Needs Python 3.11 or newer, make and, for the C++ engine, a C++20 compiler.

PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
MINUTES ?= 5
# machine code that numba makes stays in the checkout
DUNE_SIM_CACHE ?= $(CURDIR)/.cache
export DUNE_SIM_CACHE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup engine run test check lint types coverage sanitize fuzz long wheel bench docs format clean

help: ## print this list
	@echo "usage: make TARGET [PYTHON=python3.12] [ARGS='more arguments for the tests']"
	@sed -n 's/^\([a-z]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 13

setup: ## virtual environment, libraries, C++ engine (every target does this by itself)
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "dune_sim needs Python 3.11 or newer, but $(PYTHON) was not found; name one: make PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dune_sim needs Python 3.11 or newer, but $(PYTHON) is older; name another: make PYTHON=python3.12" >&2; exit 2; }
	@"$(PYTHON)" tools/setup.py

engine: setup ## the C++ engine, built again where kernels changed

run: setup ## the main job: what every game here can show in a minute
	@PATH="$(CURDIR)/$(BIN):$$PATH" tools/demo.sh

test: setup ## the tests
	@$(BIN)/python -m pytest -m "not slow" $(ARGS)

check: test lint types coverage sanitize long wheel ## the tests and all that takes longer: sanitizers, types, parity

lint: setup ## ruff
	@$(BIN)/ruff check .

types: setup ## mypy --strict
	@$(BIN)/mypy

# whole games are too slow while every line is counted; these tests reach the kernels rule by rule
coverage: setup ## lines reached when the kernels run as plain Python
	@DUNE_SIM_ENGINE=python $(BIN)/python -m pytest -q --cov --cov-report=term --cov-report=xml \
		tests/battle tests/content tests/common tests/arrakis/test_cards_all.py tests/imperium/test_rules_spaces.py $(ARGS)

sanitize: setup ## tests of the C++ engine under address and undefined-behaviour sanitizers
	@tools/sanitize.sh $(ARGS)

fuzz: setup ## change input by chance for MINUTES=5 and keep what crashes or hangs; SEED=1 tries the same again
	@PYTHONPATH=tests $(BIN)/python -m fuzz --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(ARGS)

long: setup ## invariants over tens of thousands of games, all engines compared at every step
	@$(BIN)/python -m pytest -m slow $(ARGS)

wheel: setup ## build a wheel and look inside
	@$(BIN)/python tools/check_wheel.py

bench: setup ## throughput of every engine
	@$(BIN)/dune-sim bench
	@$(BIN)/python -m pytest bench -o addopts= --benchmark-only --benchmark-columns=min,median,ops,rounds $(ARGS)

docs: setup ## write the generated tables in docs/ again
	@$(BIN)/python tools/docs.py

format: setup ## sort imports and apply ruff's safe fixes
	@$(BIN)/ruff check --fix .

clean: ## remove everything that make made
	@rm -rf .venv .cache build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .coverage coverage.xml
	@rm -f python/dune_sim/_core.*
	@find python tests core tools bench -name __pycache__ -type d -prune -exec rm -rf {} +
