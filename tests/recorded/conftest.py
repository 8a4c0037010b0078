"""One contest for all tests of recorded matches, and a way to ask about it."""

import pytest

from tests.commands.shell import arena
from tests.recorded import contest


@pytest.fixture(scope="session")
def held(tmp_path_factory):
    """The contest; nobody changes it."""
    return contest.hold(tmp_path_factory.mktemp("held"))


@pytest.fixture(scope="session")
def record_file(tmp_path_factory):
    """A record as `arena play --replay` writes it."""
    file = tmp_path_factory.mktemp("played") / "record.json"
    words = ("--seed", 3, "--sandbox", "unsafe", "--no-clock", "--replay", file)
    done = arena("play", "greedy", "greedy", *words, cwd=file.parent)
    assert done.returncode == 0, done.stderr
    return file


@pytest.fixture
def said(monkeypatch, capsys):
    """Runs a command inside the tests, in the folder `cwd`."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("ARENA_DB", raising=False)

    def say(*words, cwd):
        monkeypatch.chdir(cwd)
        return contest.run_inside(words, monkeypatch, capsys)

    return say


@pytest.fixture
def refused(said):
    """What the organiser is told: one sentence on stderr, nothing on stdout, exit 2."""

    def refuse(*words, cwd):
        done = said(*words, cwd=cwd)
        assert done.code == 2, done
        assert done.out == ""
        assert done.err.startswith("arena: ")
        assert done.err.count("\n") == 1
        return done.err

    return refuse
