"""The SDK's own stand-ins for `typing`, which bots load instead of it."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from arena_sdk import typed
from arena_sdk.errors import Verdict
from arena_sdk.face_to_face import Own, Play, Turn, View


@pytest.mark.parametrize("base", [typed.NamedTuple, typing.NamedTuple], ids=["ours", "typing's"])
def test_a_named_tuple_is_what_typing_makes(base: Any) -> None:
    """Fields, defaults, methods and the way it is shown are those of typing's own."""

    class Pair(base):  # type: ignore[misc]
        """Two."""

        one: int
        two: str = "b"

        def both(self) -> str:
            return f"{self.one}{self.two}"

    assert Pair(1) == (1, "b")
    assert Pair(one=1, two="c").both() == "1c"
    assert (Pair._fields, Pair._field_defaults) == (("one", "two"), {"two": "b"})
    assert repr(Pair(1)) == "Pair(one=1, two='b')"
    assert (Pair.__doc__, Pair.__module__) == ("Two.", __name__)


def test_views_and_moves_are_values() -> None:
    """They can be pickled, compared, replaced and unpacked, like any tuple."""
    move = Turn((Play(3, "own_up"),))

    assert pickle.loads(pickle.dumps(move)) == move
    assert Own(1, 60, 52)._replace(up=7) == (7, 60, 52)
    assert View.__doc__ == "All that the player to move may know."
    assert [*move.plays] == [(3, "own_up")]


def test_the_words_of_a_literal_can_be_listed() -> None:
    """The closed list of verdicts is written down once."""
    assert "late" in typing.get_args(Verdict)
