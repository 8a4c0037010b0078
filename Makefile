# Every target does its own set-up; plain Python 3.11 with pip is all it needs.
PYTHON ?= python3
BIN := .venv/bin

# What the sandbox and the tests need from the system: a program, and the package that has it.
SYSTEM := bwrap:bubblewrap setpriv:util-linux dockerd:docker.io gcc:gcc node:nodejs javac:default-jdk-headless chromium:chromium

.PHONY: setup system demo test quick bench check constraints clean

setup: system .venv/ready

system:
	@PATH="$$PATH:/usr/sbin:/sbin"; missing="$$(for pair in $(SYSTEM); do \
		command -v "$${pair%%:*}" >/dev/null || echo "$${pair##*:}"; done)"; \
	ldconfig -p | grep -q libseccomp.so.2 || missing="$$missing libseccomp2"; \
	[ -d /usr/share/fonts/truetype/dejavu ] || missing="$$missing fonts-dejavu-core"; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && apt-get install -y -q --no-install-recommends $$missing; \
	else \
		echo "the sandbox and its tests need: sudo apt-get install" $$missing; \
	fi

.venv/ready: pyproject.toml sdk/pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ./sdk -e '.[dev]'
	touch $@

# A real contest of the examples in all three games, sandboxed; everything is checked, and
# the site is written.
demo: setup
	rm -rf build/demo && mkdir -p build/demo
	$(BIN)/arena tournament examples --contest demo --db build/demo/arena.db --blocks 20 --game-ms 1500
	$(BIN)/arena verify build/demo/arena.db
	$(BIN)/arena publish build/demo/site --db build/demo/arena.db

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadgroup

quick: setup
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m 'not slow'

# What is promised in numbers, measured: an hour on two cores that have nothing else to do.
bench: setup
	for bench in recording workers rebuild ratings publishing flat; do $(BIN)/python bench/$$bench.py || exit 1; done

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

constraints:
	uv pip compile pyproject.toml --extra dev --universal --no-emit-package botarena-sdk --no-emit-index-url --no-annotate --no-header -o constraints.txt

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
