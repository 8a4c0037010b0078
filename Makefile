# Every target does its own set-up; plain Python 3.11 with pip is all it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup demo test quick check constraints clean

setup: .venv/ready

.venv/ready: pyproject.toml sdk/pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ./sdk -e '.[dev]'
	touch $@

demo: setup
	$(BIN)/arena play greedy random --seed 8 --watch

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadgroup

quick: setup
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m 'not slow'

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

constraints:
	uv pip compile pyproject.toml --extra dev --universal --no-emit-package botarena-sdk --no-emit-index-url --no-annotate --no-header -o constraints.txt

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
