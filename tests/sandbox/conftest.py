"""What the tests of this folder share: the Docker engine, and a match."""

import os

import pytest

from tests.plain_user import PART_OF_ROOTS_RUN
from tests.sandbox.engine import answers, private_engine
from tests.sandbox.one_match import match

__all__ = ["engine", "match"]


@pytest.fixture(scope="session")
def engine():
    """The one of DOCKER_HOST if it answers, else a private one. None is a failure.

    But for what a plain user runs as a part of root's run: root tests Docker there.
    """
    address = os.environ.get("DOCKER_HOST", "")
    if address and answers(address):
        yield address
        return
    if os.geteuid() != 0 and PART_OF_ROOTS_RUN in os.environ:
        pytest.skip("Docker is tested by root's run, of which this is a part")
    assert os.geteuid() == 0, "only root can start a Docker engine; say in DOCKER_HOST where one is"
    with private_engine() as private, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", private.address)
        yield private.address
