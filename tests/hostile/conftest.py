"""The Docker engine of these tests is the one that the sandbox's own tests use."""

from tests.sandbox.conftest import engine  # noqa: F401 - a fixture
