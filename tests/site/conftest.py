"""Sites for all tests of this folder: one of made-up names and numbers, one of a real contest."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from leaderboard import publish
from tests.commands.shell import arena
from tests.site.browser import launched
from tests.site.made_up import HOSTILE, NAMES, made_up

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Of 18 bots, some with names that attack; its replays show no table."""
    folder = tmp_path_factory.mktemp("made-up") / "site"
    publish(folder, *made_up((*NAMES, *HOSTILE), matches=4_500))
    return folder


@pytest.fixture(scope="session")
def real_site(tmp_path_factory):
    """Of a contest of the examples in all three games, as `arena publish` writes it."""
    folder = tmp_path_factory.mktemp("real")
    for bot in ("greedy", "random"):  # quick ones
        shutil.copytree(EXAMPLES / bot, folder / "bots" / bot)
    words = ("--blocks", 2, "--sandbox", "unsafe", "--seed", 1)
    held = arena("tournament", "bots", *words, cwd=folder)
    assert held.returncode == 0, held.stderr
    done = arena("publish", "site", "--replays", "all", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture(scope="module")  # its event loop must be gone before others want one
def browser():
    """One Chromium for all tests of a file."""
    with launched() as found:
        yield found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words):
        """Nothing: the test says what went wrong."""


@pytest.fixture
def served(request):
    """Makes an address of a folder, by the simplest server there is."""
    servers = []

    def serve(folder):
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()
