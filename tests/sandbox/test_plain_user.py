"""The sandbox without any right on this machine: the same attacks, run by a plain user."""

import os
import sys
from pathlib import Path

import pytest

from tests.plain_user import run_as_plain_user

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="the whole run is that of a plain user already"),
]
HERE = Path(__file__).parent


@pytest.mark.parametrize(
    "suite", ["sandbox/test_bubblewrap.py", "starters/test_all_games.py", "hostile"]
)
def test_a_plain_users_sandbox_holds(suite, tmp_path):
    """Every test of this suite that needs no right of root passes without root."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2"]

    done = run_as_plain_user(*words, HERE.parent / suite, home=tmp_path)

    print(done.stdout[-10_000:], done.stderr[-2000:])
    assert done.returncode == 0
