"""No command outlives the test that began it."""

from tests.tournament.conftest import _end_what_was_begun

__all__ = ["_end_what_was_begun"]
