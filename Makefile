# Every target does its own set-up; plain Python 3.11 with pip is all it needs.
PYTHON ?= python3
BIN := .venv/bin

# What the sandbox needs from the system: a program or a file, and the package that has it.
SANDBOX := bwrap:bubblewrap /usr/lib/*/libseccomp.so.2:libseccomp2
# What the tests need beside it: an engine, a browser, and the languages of the starters with
# their libraries. A bot finds programs in /usr/bin alone.
TOOLS := dockerd:docker.io setpriv:util-linux chromium:chromium /usr/share/fonts/truetype/dejavu:fonts-dejavu-core \
	gcc:gcc g++:g++ /usr/include/msgpack.hpp:libmsgpack-cxx-dev node:nodejs \
	javac:default-jdk-headless /usr/share/java/msgpack-core.jar:libmsgpack-java \
	/usr/bin/cargo:cargo /usr/share/cargo/registry/rmp-0*:librust-rmp-dev \
	go:golang-go /usr/share/gocode/src/github.com/vmihailenco/msgpack:golang-github-vmihailenco-msgpack.v5-dev

.PHONY: setup sandbox tools demo test quick bench check constraints clean

setup: sandbox .venv/ready

sandbox: WANTED = $(SANDBOX)
tools: WANTED = $(TOOLS)
sandbox tools:
	@PATH="$$PATH:/usr/sbin:/sbin"; missing="$$(for pair in $(WANTED); do \
		case "$$pair" in /*) ls -d $${pair%%:*};; *) command -v "$${pair%%:*}";; esac >/dev/null 2>&1 \
		|| echo "$${pair##*:}"; done)"; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && apt-get install -y -q --no-install-recommends $$missing; \
	else \
		echo "needed, too: sudo apt-get install" $$missing; \
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

test: setup tools
	$(BIN)/python -m pytest -n 2 --dist loadgroup

quick: setup tools
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m 'not slow'

# What is promised in numbers, measured: forty minutes on two cores that have nothing else to do.
bench: setup tools
	$(BIN)/python -m bench --json build/bench.json

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

constraints:
	uv pip compile pyproject.toml --extra dev --universal --no-emit-package botarena-sdk --no-emit-index-url --no-annotate --no-header -o constraints.txt

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
