"""Attack 49: what a bot writes for the terminal of whoever runs the match."""

import json
import shutil

import pytest

from tests.commands.shell import arena
from tests.hostile.expectation import HERE
from tests.hostile.surroundings import KIT, surroundings

pytestmark = pytest.mark.slow

# All that a terminal might obey, but for the end of a line.
CONTROLS = {chr(code) for code in (*range(32), *range(127, 160), 0x202E)} - {"\n"}


@pytest.fixture
def folder(tmp_path):
    """A folder with the bots of attacks 49 and 55 as somebody would hand them in."""
    with surroundings(tmp_path) as around:
        bots = {"escapes": "49-escapes", "illegal": "55-illegal-moves"}
        for name, attack in bots.items():
            (tmp_path / name).mkdir()
            shutil.copy(HERE / attack / "bot.py", tmp_path / name)
            shutil.copy(KIT / "attack.py", tmp_path / name)
            command = ["python", "bot.py", around.facts("no-such-pile")]
            (tmp_path / name / "bot.toml").write_text(f"command = {json.dumps(command)}\n")
        yield tmp_path


@pytest.mark.parametrize("bot", ["escapes", "illegal"])
def test_nothing_that_a_bot_says_reaches_the_terminal_as_a_command(bot, folder):
    """Its stderr and the words of its moves are shown, every control character spelt out."""
    done = arena("play", bot, "greedy", "--sandbox", "unsafe", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert not CONTROLS & {*done.stdout, *done.stderr}
    assert "x1b[2J" in done.stdout


def test_lines_of_a_bot_do_not_look_like_the_referees(folder):
    """A line that a bot forged stands under its name and behind a mark of its own."""
    done = arena("play", "escapes", "greedy", "--sandbox", "unsafe", cwd=folder)

    (forged,) = [line for line in done.stdout.splitlines() if "decision of the referee" in line]
    assert forged.startswith(" "), done.stdout


def test_the_json_is_still_json(folder):
    """NUL and escapes are inside of strings, as the bot wrote them."""
    done = arena("play", "escapes", "greedy", "--sandbox", "unsafe", "--json", cwd=folder)

    assert not CONTROLS & {*done.stdout}
    (match,) = json.loads(done.stdout)["matches"]
    assert "\x1b[2J" in match["stderr"][0]


@pytest.mark.parametrize("name", ["\x1b[2Jboo", "a\nb", "a\0b", "\u202eboo"])
def test_a_name_is_a_line_of_text(name, folder):
    """A name that a terminal would obey is refused, and the refusal shows it harmless."""
    words = (folder / "escapes" / "bot.toml").read_text()
    (folder / "escapes" / "bot.toml").write_text(f"name = {json.dumps(name)}\n{words}")

    done = arena("play", "escapes", "greedy", "--sandbox", "unsafe", cwd=folder)

    assert done.returncode == 2
    assert "name must be a line of text" in done.stderr
    assert not CONTROLS & {*done.stdout, *done.stderr}
