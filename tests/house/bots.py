"""The house bots, loaded from their files into this process."""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def load(bot: str, file: str) -> Any:
    """A file of a house bot as a module. A bot does not run when it is only loaded."""
    name = f"house_{bot}_{file}"
    spec = spec_from_file_location(name, EXAMPLES / bot / f"{file}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_bot() -> Any:
    """A new `random`."""
    return load("random", "bot").Random()


def greedy_bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A new `greedy`, which finds the files beside it as if it were run in its folder."""
    for file in ("face_to_face", "six_nimmt", "the_game"):
        monkeypatch.setitem(sys.modules, file, load("greedy", file))
    return load("greedy", "bot").Greedy()
