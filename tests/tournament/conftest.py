"""No command outlives the test that began it."""

import pytest

from tests.tournament.contest import BEGUN


@pytest.fixture(autouse=True)
def _end_what_was_begun():
    yield
    while BEGUN:
        run = BEGUN.pop()
        run.kill()
        run.wait()
