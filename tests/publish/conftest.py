"""No command outlives the test that began it; commands without bots run inside the tests."""

from tests.recorded.conftest import refused, said
from tests.tournament.conftest import _end_what_was_begun

__all__ = ["_end_what_was_begun", "refused", "said"]
