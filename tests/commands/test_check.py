"""`arena check` with good bots and with each kind of bad one."""

import json

import pytest

from arena.commands.new import new
from tests.commands.shell import arena

pytestmark = pytest.mark.slow

HEAD = """
import os, random, sys, time
from arena_sdk import run
from arena_sdk.face_to_face import Turn, legal_moves
"""
HONEST = "def bot(view):\n    return next(legal_moves(view))\nrun(bot)\n"


def checked(folder, source, *words):
    """The exit code and the findings by name for a bot with this source."""
    (folder / "bot.py").write_text(HEAD + source)
    done = arena("check", "bot.py", "--json", *words, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    report = json.loads(done.stdout)
    findings = {finding["what"]: finding for finding in report["findings"]}
    assert (done.returncode == 0) == report["passed"]
    return done.returncode, findings


@pytest.mark.parametrize("game", ["face-to-face", "the-game", "six-nimmt"])
def test_a_house_bot_passes_everything(game, tmp_path):
    """Every line of the report is a pass, in the sandbox, and the exit code is 0."""
    done = arena("check", "greedy", "--game", game, "--json", cwd=tmp_path)
    report = json.loads(done.stdout)

    assert done.returncode == 0
    assert [f for f in report["findings"] if f["result"] != "pass"] == []
    assert [finding["what"] for finding in report["findings"]] == [
        *("start-up", "rules", "first move", "move time", "game time", "memory"),
        *("determinism", "processes", "bye", "stderr"),
    ]


def test_an_illegal_move_comes_with_the_command_that_shows_it(tmp_path):
    """Verdict, seed, ask, words; and the command line given does show it again."""
    code, findings = checked(
        tmp_path, "def bot(view):\n    return Turn(((1000, 'own_up'),) * 2)\nrun(bot)\n"
    )

    assert code == 1
    assert findings["illegal"]["result"] == "FAIL"
    assert "1000" in findings["illegal"]["seen"]
    _, *command = findings["illegal"]["again"].split()
    again = arena(*command, cwd=tmp_path)
    assert "illegal" in again.stdout


def test_an_illegal_move_comes_with_the_view_that_shows_it(tmp_path):
    """The view of the very ask: its hand is the one that the referee complains about."""
    source = (
        "def bot(view):\n"
        "    if view.own.deck > 48: return next(legal_moves(view))\n"
        "    print('my hand', list(view.hand))\n"
        "    return Turn(((1000, 'own_up'),) * 2)\nrun(bot)\n"
    )
    _, findings = checked(tmp_path, source)

    failure = findings["illegal"]
    assert failure["asked"]["asks"] == "play"
    hand = failure["asked"]["view"]["hand"]
    assert f"my hand {hand}" in failure["stderr"]
    assert str(hand) in failure["seen"]
    shown = arena("check", "bot.py", cwd=tmp_path).stdout
    assert f"hand: {hand}" in shown


def test_a_bot_that_prints_learns_what_it_said(tmp_path):
    """Text on stdout is the classic: the fault shows the first bytes of it."""
    code, findings = checked(tmp_path, "os.write(1, b'hello world')\n" + HONEST)

    assert code == 1
    assert findings["bad_handshake"]["result"] == "FAIL"
    assert "printed 'hello world' to stdout" in findings["bad_handshake"]["seen"]


def test_a_language_that_loads_late_is_told_apart_from_slow_moves(tmp_path):
    """What the first answer of a process costs is a line of its own."""
    burn = "until = time.process_time() + 0.3\n    while time.process_time() < until: pass"
    source = (
        "calls = []\ndef bot(view):\n    calls.append(1)\n"
        f"    if len(calls) == 1:\n        {burn.replace(chr(10), chr(10) + '    ')}\n"
        "    return next(legal_moves(view))\nrun(bot)\n"
    )
    code, findings = checked(tmp_path, source)

    assert code == 0
    assert findings["first move"]["result"] == "note"
    assert findings["move time"]["result"] == "pass"


def test_a_crash_comes_with_its_traceback(tmp_path):
    """The author sees the own stderr without another run."""
    code, findings = checked(tmp_path, "def bot(view):\n    1 / 0\nrun(bot)\n")

    assert code == 1
    assert "ZeroDivisionError" in findings["gone"]["stderr"]


def test_a_bot_that_rolls_its_own_dice_is_noted(tmp_path):
    """It passes, but is told how to make its matches repeatable."""
    choice = "random.SystemRandom().choice(list(legal_moves(view))[:50])"
    source = f"def bot(view):\n    return {choice}\nrun(bot)\n"
    code, findings = checked(tmp_path, source)

    assert code == 0
    assert findings["determinism"]["result"] == "note"


def test_children_and_a_slow_goodbye_are_noted(tmp_path):
    """A helper process, stderr in floods, and a bot that does not go: notes, not failures."""
    source = (
        "if os.fork() == 0:\n    os.close(1)\n    time.sleep(1000)\n"
        "sys.stderr.write('x' * 100_000)\n" + HONEST + "time.sleep(1000)\n"
    )
    code, findings = checked(tmp_path, source)

    assert code == 0
    assert findings["processes"]["result"] == "note"
    assert findings["bye"]["result"] == "note"
    assert findings["stderr"]["result"] == "note"


def test_what_cannot_be_tested_is_said(tmp_path):
    """As a plain process nobody measures the memory, and the report does not pretend."""
    code, findings = checked(tmp_path, HONEST, "--sandbox", "unsafe")

    assert code == 0
    assert findings["memory"]["result"] == "not tested"


def test_a_build_that_fails_is_the_report(tmp_path):
    """The end of what the compiler said, and exit 1."""
    build = '["sh", "-c", "echo oh no; exit 3"]'
    (tmp_path / "bot.toml").write_text(f'command = ["./bot"]\nbuild = {build}\n')

    done = arena("check", ".", cwd=tmp_path)

    assert done.returncode == 1
    assert "exit code 3" in done.stdout
    assert "oh no" in done.stdout


def test_the_events_limits_are_those_of_the_check(tmp_path):
    """arena.toml in the folder rules: a bot that is too slow for the event fails here."""
    (tmp_path / "arena.toml").write_text("[limits]\nmove_ms = 40\n")
    burn = "until = time.process_time() + 0.2\n    while time.process_time() < until: pass"
    source = f"def bot(view):\n    {burn}\n    return next(legal_moves(view))\nrun(bot)\n"
    code, findings = checked(tmp_path, source)

    assert code == 1
    assert "of the 40 ms" in findings["late"]["seen"]


def test_a_fault_of_a_later_game_is_shown_again(tmp_path):
    """The command plays the games before it too, in the same process, under the same limits."""
    source = (
        "games = [0]\n"
        "class Bot:\n"
        "    def start(self, start):\n"
        "        games[0] += 1\n"
        "    def play(self, view):\n"
        "        return Turn(()) if games[0] == 3 else next(legal_moves(view))\n"
        "run(Bot())\n"
    )
    _, findings = checked(tmp_path, source, "--move-ms", "60000", "--start-ms", "60000")

    again = findings["illegal"]["again"]
    assert "--games 3" in again
    assert again.endswith("--start-ms 60000 --move-ms 60000")
    assert "illegal" in arena(*again.split()[1:], cwd=tmp_path).stdout


def test_a_forgiven_fault_hides_no_other(tmp_path):
    """An illegal wish costs nothing and an illegal turn the game: both are told."""
    source = (
        "from arena_sdk.the_game import Signal, Turn, Wish\n"
        "class Bot:\n"
        "    def wish(self, view):\n"
        "        return Wish('never')\n"
        "    def signal(self, view):\n"
        "        return Signal(('none',) * 4)\n"
        "    def play(self, view):\n"
        "        return Turn(())\n"
        "run(Bot())\n"
    )
    (tmp_path / "bot.py").write_text(HEAD + source)

    done = arena("check", "bot.py", "--game", "the-game", "--json", cwd=tmp_path)

    failed = [f for f in json.loads(done.stdout)["findings"] if f["result"] == "FAIL"]
    assert [(f["what"], f["asked"]["asks"]) for f in failed] == [
        ("illegal", "wish"),
        ("illegal", "play"),
    ]


def test_a_late_move_is_not_called_quick(tmp_path):
    """Beside `late` the line of the other moves is a note, and says what it leaves out."""
    source = (
        "asks = [0]\n"
        "def bot(view):\n"
        "    asks[0] += 1\n"
        "    while asks[0] == 3:\n"
        "        pass\n"
        "    return next(legal_moves(view))\n"
        "run(bot)\n"
    )
    _, findings = checked(tmp_path, source)

    assert findings["late"]["result"] == "FAIL"
    assert findings["move time"]["result"] == "note"
    assert "without the late ones" in findings["move time"]["seen"]


@pytest.mark.parametrize(
    ("game", "trap"),
    [
        ("the-game", "view.deck == 0"),
        ("the-game", "len(view.hands) > 2"),
        ("six-nimmt", "len(view.heads) > 2"),
    ],
)
def test_a_bot_that_fails_late_or_at_large_tables_is_found_out(game, trap, tmp_path):
    """Games last until the deck is empty, and not all tables have two seats."""
    new(str(tmp_path / "bot"), game=game)
    source = tmp_path / "bot" / "bot.py"
    asked = f"def {'play' if game == 'the-game' else 'choose'}(self, view):"
    assert asked in source.read_text()
    source.write_text(source.read_text().replace(asked, f"{asked}\n        assert not ({trap})"))

    done = arena("check", "bot", "--json", cwd=tmp_path)

    failed = [f["what"] for f in json.loads(done.stdout)["findings"] if f["result"] == "FAIL"]
    assert failed == ["gone"]
