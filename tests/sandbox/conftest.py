"""The Docker engine that all tests of this folder share."""

import os

import pytest

from tests.sandbox.engine import answers, private_engine


@pytest.fixture(scope="session")
def engine():
    """The one of DOCKER_HOST if it answers, else a private one. None is a failure for root."""
    address = os.environ.get("DOCKER_HOST", "")
    if address and answers(address):
        yield address
        return
    if os.geteuid() != 0:
        pytest.skip("only root can start a Docker engine; set DOCKER_HOST to use another's")
    with private_engine() as private, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCKER_HOST", private.address)
        yield private.address
