"""What loading the SDK costs a bot, and which versions belong together.

Every match starts processes, so a heavy import would be paid thousands of times.
"""

import json
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What `import arena_sdk` is made of; whoever adds to it should know that they do.
OWN = {
    "arena_sdk",
    "arena_sdk.bot",
    "arena_sdk.context",
    "arena_sdk.errors",
    "arena_sdk.messages",
    "arena_sdk.typed",
    "arena_sdk.wire",
}
MSGPACK = {"msgpack", "msgpack._cmsgpack", "msgpack.exceptions", "msgpack.ext"}
GAMES = {
    "arena_sdk.face_to_face": OWN | {"arena_sdk.face_to_face", "arena_sdk.piles"},
    "arena_sdk.the_game": OWN | {"arena_sdk.the_game", "arena_sdk.piles"},
    "arena_sdk.six_nimmt": OWN | {"arena_sdk.six_nimmt"},
}
# Each of these takes longer to load than the SDK, or does not belong into a bot at all.
HEAVY = {
    "arena",
    "argparse",
    "ast",
    "asyncio",
    "cyclopts",
    "contextlib",
    "dataclasses",
    "email",
    "enum",
    "functools",
    "hashlib",
    "importlib.metadata",
    "inspect",
    "json",
    "leaderboard",
    "logging",
    "multiprocessing",
    "random",
    "re",
    "rich",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "trio",
    "typing",
    "unittest",
}


def loaded_by(statement: str) -> set[str]:
    """All modules that are there after a statement in a fresh interpreter, but not before.

    Modules that are there anyway are left out: an editable installation may load some of
    its own while Python starts, which is nothing that the statement can help.
    """
    program = (
        "import sys; before = set(sys.modules)\n"
        f"{statement}\n"
        "loaded = sorted(set(sys.modules) - before)\n"
        "import json; print(json.dumps(loaded))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


def not_of_python(modules: set[str]) -> set[str]:
    """The modules that do not come with Python; Cython's own are part of msgpack's code."""
    return {
        name
        for name in modules
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not name.startswith(("_cython_", "cython_runtime"))
    }


@pytest.mark.parametrize(
    ("module", "own"), [("arena_sdk", OWN), *GAMES.items()], ids=["arena_sdk", *GAMES]
)
def test_the_sdk_loads_itself_and_msgpack(module: str, own: set[str]) -> None:
    """Importing the SDK, or one game of it, loads just these modules and nothing heavy."""
    loaded = loaded_by(f"import {module}")

    assert not_of_python(loaded) == own | MSGPACK
    assert loaded & HEAVY == set()


def test_a_game_is_loaded_when_it_is_played() -> None:
    """`import arena_sdk` alone loads no game."""
    assert loaded_by("import arena_sdk") & set(GAMES) == set()


def test_a_fresh_interpreter_has_nothing_heavy() -> None:
    """Nothing is missed above because Python had it already, but for what site brings along."""
    started = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert set(started.stdout.split()) & HEAVY == set()


def test_local_play_needs_no_arena_before_it_plays() -> None:
    """`import arena_sdk.local` works where only the SDK is installed."""
    loaded = not_of_python(loaded_by("import arena_sdk.local"))

    assert loaded == OWN | MSGPACK | {"arena_sdk.local", "arena_sdk.seeds"}


def test_the_version_on_the_wire_is_the_installed_one() -> None:
    """What `ready` says of the SDK is the version of its distribution."""
    from arena_sdk.bot import SDK

    assert f"arena_sdk {version('botarena-sdk')}" == SDK


def project(path: str) -> dict[str, object]:
    project: dict[str, object] = tomllib.loads((ROOT / path).read_text("utf-8"))["project"]
    return project


def test_the_sdk_depends_on_msgpack_alone() -> None:
    """A bot's environment gets msgpack and nothing else with the SDK, no extras either."""
    sdk = project("sdk/pyproject.toml")

    assert sdk["dependencies"] == ["msgpack>=1.1,<2"]
    assert "optional-dependencies" not in sdk


def test_arena_and_the_sdk_go_together() -> None:
    """Both have one version, and Arena asks for exactly that SDK."""
    arena, sdk = project("pyproject.toml"), project("sdk/pyproject.toml")

    assert arena["version"] == sdk["version"] == version("botarena") == version("botarena-sdk")
    assert isinstance(arena["dependencies"], list)
    assert f"botarena-sdk=={sdk['version']}" in arena["dependencies"]
