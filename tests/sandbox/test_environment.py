"""The organiser's packages: installed once, there for every bot, and named when missing."""

import zipfile

import pytest

from arena.missing import what_is_missing
from arena.sandbox.environment import BadEnvironment, install
from tests.commands.shell import arena, matches

pytestmark = pytest.mark.slow


@pytest.fixture
def wheel(tmp_path):
    """A package `abacus` as an organiser would name it, without any index."""
    file = tmp_path / "abacus-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("abacus.py", f"BEADS = 10  # {tmp_path}\n")
        archive.writestr(
            "abacus-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: abacus\nVersion: 1.0\n"
        )
        archive.writestr(
            "abacus-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr("abacus-1.0.dist-info/RECORD", "")
    return f"abacus @ file://{file}"


BOT = "import sys, abacus\nprint(abacus.BEADS, abacus.__cached__, file=sys.stderr)\nsys.exit(7)\n"


@pytest.mark.parametrize("sandbox", ["unsafe", "bubblewrap"])
def test_a_package_of_the_event_is_there(wheel, tmp_path, sandbox):
    """A bot can import what arena.toml names, compiled already; without it, it cannot."""
    (tmp_path / "bot.py").write_text(BOT)
    (match,) = matches("bot.py", "greedy", "--sandbox", sandbox, cwd=tmp_path)
    assert "the module abacus is not there" in match["faults"][0]["detail"]

    (tmp_path / "arena.toml").write_text(f'[environment]\npython = ["{wheel}"]\n')
    (match,) = matches("bot.py", "greedy", "--sandbox", sandbox, cwd=tmp_path)

    assert match["faults"][0]["detail"] == "it ended with exit code 7"
    beads, compiled = match["stderr"][0].split()
    assert beads == "10"
    assert compiled.endswith(".pyc")


def test_it_is_installed_once(wheel):
    """The second time the folder of the first is taken; nothing is no folder."""
    assert install([wheel]) == install([wheel])
    assert install([]) is None


def test_a_package_that_cannot_be_had_is_the_organisers(tmp_path):
    """One sentence with what pip said, exit 2, and no half-made folder."""
    (tmp_path / "arena.toml").write_text(
        '[environment]\npython = ["abacus @ file:///nowhere/abacus-1.0-py3-none-any.whl"]\n'
    )

    done = arena("play", "greedy", "random", cwd=tmp_path)

    assert done.returncode == 2
    assert "cannot be installed" in done.stderr
    assert "Traceback" not in done.stderr
    with pytest.raises(BadEnvironment):
        install(["abacus @ file:///nowhere/abacus-1.0-py3-none-any.whl"])


@pytest.mark.parametrize(
    "text",
    [
        '[environment]\npython = "numpy"\n',
        '[environment]\npython = ["--index-url=x"]\n',
        '[environment]\npyton = ["numpy"]\n',
        "environment = 3\n",
    ],
)
def test_a_list_that_is_none_is_refused(text, tmp_path):
    """Nothing of it reaches pip: a flag is no package."""
    (tmp_path / "arena.toml").write_text(text)

    done = arena("play", "greedy", "random", cwd=tmp_path)

    assert done.returncode == 2
    assert "[environment]" in done.stderr


@pytest.mark.parametrize(
    ("stderr", "missing"),
    [
        ("ModuleNotFoundError: No module named 'numpy.linalg'", "the module numpy.linalg"),
        ("Error: Cannot find module '@msgpack/msgpack'\nRequire stack:", "@msgpack/msgpack"),
        (
            "./bot: error while loading shared libraries: libfoo.so.1: cannot open shared object",
            "the shared library libfoo.so.1",
        ),
        ("ImportError: libGL.so.1: cannot open shared object file", "libGL.so.1"),
    ],
)
def test_what_is_missing_is_named(stderr, missing):
    """In Python, in JavaScript, and by the loader of compiled programs."""
    assert missing in what_is_missing(f"something\n{stderr}\nmore")


def test_other_last_words_name_nothing():
    """A crash for another reason gets no remark."""
    assert what_is_missing("ValueError: No module named") == ""
