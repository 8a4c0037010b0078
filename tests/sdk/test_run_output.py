"""`run(bot)` on real pipes: what must never reach the wire, and what its author is told."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.sdk.raw import frame, talking_to
from tests.sdk.sources import (
    LOWEST,
    failed_at_an_ask,
    said_after_one_ask,
    source,
)


@pytest.mark.parametrize(
    "body",
    [
        "print('hello')",
        "print('hello', flush=True)",
        "import sys; sys.stdout.write('hello\\n')",
        "import sys; sys.__stdout__.write('hello\\n')",
        "import sys; sys.stdout.buffer.write(b'hello\\n')",
        "import os; os.write(1, b'hello\\n')",
        "import ctypes; libc = ctypes.CDLL(None); libc.puts(b'hello'); libc.fflush(None)",
        "import os; os.system('echo hello')",
        "import subprocess; subprocess.run(['echo', 'hello'])",
        "import os\nif os.fork() == 0:\n    os.write(1, b'hello\\n')\n    os._exit(0)\nos.wait()",
    ],
)
def test_what_a_bot_prints_goes_to_stderr(tmp_path: Path, body: str) -> None:
    """No way of writing to stdout reaches the wire; the author finds the text on stderr."""
    assert said_after_one_ask(tmp_path, source(body)) == "hello\n"


def test_printed_text_is_there_at_once(tmp_path: Path) -> None:
    """A bot that is killed after its answer has said what it printed before it."""
    with talking_to(tmp_path, source("print('hello')")) as bot:
        bot.greet()
        bot.start("six-nimmt")
        bot.ask("choose")

        assert bot.stderr == "hello\n"


@pytest.mark.parametrize("hook", ["start", "over", "__init__"])
def test_hooks_may_print(tmp_path: Path, hook: str) -> None:
    """Text printed outside a decision does not reach the wire either."""
    hooked = f"""
        from arena_sdk import run
        from arena_sdk.six_nimmt import Choose

        class Bot:
            def {hook}(self, *message):
                print("hello")

            def choose(self, view):
                return Choose(min(view.hand))

        run(Bot())
    """
    assert said_after_one_ask(tmp_path, dedent(hooked)) == "hello\n"


def test_text_printed_before_run_goes_to_stderr(tmp_path: Path) -> None:
    """A bot that prints while it is loaded is still ready to play."""
    assert said_after_one_ask(tmp_path, source("pass", before="print('loading')")) == "loading\n"


def test_much_text_does_not_hurt(tmp_path: Path) -> None:
    """More text than a pipe or a buffer holds goes the same way."""
    text = said_after_one_ask(tmp_path, source("for _ in range(5000): print('x' * 99)"))

    assert len(text) == 5000 * 100


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    input()\nexcept EOFError:\n    print('nothing')",
        "import sys\nprint(sys.stdin.readline() or 'nothing')",
        "import os\nprint(os.read(0, 100) or 'nothing')",
        "import os, sys\nsys.stdout.flush()\nos.system('cat; echo nothing')",
    ],
)
def test_stdin_is_empty_for_the_bot(tmp_path: Path, body: str) -> None:
    """input() finds the end of the file at once and eats no frame, also those behind it."""
    with talking_to(tmp_path, source(body)) as bot:
        bot.greet()
        bot.write(
            bot.start_frame("six-nimmt")
            + bot.ask_frame("choose")
            + bot.over_frame()
            + frame({"type": "bye"})
        )
        assert bot.hear()["move"] == {"card": 3}
        ended = bot.wait()

    assert (ended.code, ended.stderr, ended.unread) == (0, "nothing\n", b"")


def test_an_exception_is_told_to_the_author(tmp_path: Path) -> None:
    """A bot that fails ends with a traceback on stderr, another code than 0 and no answer."""
    fails = source("print('before')\nraise ValueError('no idea')")
    ended = failed_at_an_ask(tmp_path, fails, "six-nimmt", "choose")

    assert ended.code != 0
    assert ended.unread == b""
    assert ended.stderr.startswith("before\nTraceback (most recent call last):\n")
    assert 'bot.py", line ' in ended.stderr
    assert ended.stderr.endswith("\nValueError: no idea\n")


@pytest.mark.parametrize(
    ("returned", "rules", "asks", "advice"),
    [
        ("None", "six-nimmt", "choose", "return a Choose of arena_sdk.six_nimmt"),
        ("5", "six-nimmt", "choose", "return a Choose of arena_sdk.six_nimmt"),
        ("{'row': 1}", "six-nimmt", "take", "return a Take of arena_sdk.six_nimmt"),
        ("(5, 'own_up')", "face-to-face", "play", "return a Turn of arena_sdk.face_to_face"),
        ("['none'] * 4", "the-game", "signal", "return a Signal of arena_sdk.the_game"),
        ("Choose(5)", "six-nimmt", "take", "return a Take of arena_sdk.six_nimmt"),
        ("Choose", "six-nimmt", "choose", "return a Choose of arena_sdk.six_nimmt"),
    ],
)
def test_a_wrong_answer_is_explained(
    tmp_path: Path, returned: str, rules: str, asks: str, advice: str
) -> None:
    """What is no answer to the ask is a TypeError that says what to return."""
    wrong = f"""
        from arena_sdk import run
        from arena_sdk.six_nimmt import Choose

        run(lambda view: {returned})
    """
    ended = failed_at_an_ask(tmp_path, dedent(wrong), rules, asks)

    assert ended.code != 0
    assert ended.unread == b""
    last = ended.stderr.splitlines()[-1]
    assert last.startswith(f"TypeError: asked to {asks!r}, the bot returned ")
    assert last.endswith(advice)


def test_a_class_instead_of_an_object_is_named(tmp_path: Path) -> None:
    """run(Bot) without brackets says what to write."""
    source = "from arena_sdk import run\nclass Bot:\n    pass\nrun(Bot)\n"
    (tmp_path / "bot.py").write_text(source)

    done = subprocess.run(
        [sys.executable, tmp_path / "bot.py"], input=b"", capture_output=True, check=False
    )

    assert done.returncode != 0
    assert b"write run(Bot())" in done.stderr


def test_a_bot_run_by_hand_says_what_to_do(tmp_path: Path) -> None:
    """Without anybody to speak with, a bot tells its author how to let it play."""
    with talking_to(tmp_path, LOWEST) as bot:
        ended = bot.end()

    assert ended.code != 0
    assert "arena play" in ended.stderr
