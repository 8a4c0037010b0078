"""Whatever is wrong on the command line: one sentence that names it, exit 2, no traceback."""

import pytest

from tests.commands.shell import arena

pytestmark = pytest.mark.slow  # a process for every case

BROKEN = {
    "no such bot": (("play", "nobody", "greedy"), "nobody"),
    "no such file": (("play", "./greedy", "random"), "./greedy"),
    "syntax error": (("play", "broken.py", "greedy"), "broken.py line 2"),
    "no bot.toml": (("play", "empty", "greedy"), "bot.toml"),
    "bot.toml is no TOML": (("play", "garbled", "greedy"), "garbled/bot.toml"),
    "command is no list": (("play", "worded", "greedy"), "command"),
    "file not there": (("play", "absent", "greedy"), "main.py"),
    "unknown language": (("play", "cobol", "greedy"), "cobol"),
    "not a bot": (("play", "notes.txt", "greedy"), "notes.txt"),
    "too few bots": (("play", "greedy"), "2 bots"),
    "no bots": (("play",), "2 bots"),
    "too many bots": (("play", "greedy", "greedy", "greedy"), "2 bots"),
    "too many for The Game": (("play", *["greedy"] * 6, "--game", "the-game"), "1 to 5"),
    "too many for specials": (
        ("play", *["greedy"] * 9, "--game", "six-nimmt", "--option", "specials=true"),
        "2 to 8",
    ),
    "no such game": (("play", "greedy", "random", "--game", "chess"), "chess"),
    "seed is no number": (("play", "greedy", "random", "--seed", "lucky"), "lucky"),
    "unknown option": (("play", "greedy", "random", "--option", "speed=1"), "speed"),
    "option without value": (("play", "greedy", "random", "--option", "hand"), "hand"),
    "option out of range": (("play", "greedy", "random", "--option", "hand=0"), "hand"),
    "unknown flag": (
        ("play", "greedy", "random", "--sed", "3"),
        "Did you mean --seed? see `arena play --help`",
    ),
    "unknown command": (("pla", "greedy", "random"), 'Did you mean "play"? see `arena --help`'),
    "unknown sandbox": (("play", "greedy", "random", "--sandbox", "jail"), "jail"),
    "no games": (("play", "greedy", "random", "--games", "0"), "--games"),
    "no such seat": (("play", "greedy", "random", "--seat", "2"), "--seat"),
    "no time": (("play", "greedy", "random", "--move-ms", "0"), "--move-ms"),
    "no folder for the record": (
        ("play", "greedy", "random", "--replay", "no/where.json"),
        "no folder no",
    ),
    "plays another game": (("play", "team", "team", "--game", "six-nimmt"), "bot.toml"),
    "record is a folder": (("play", "greedy", "random", "--replay", "."), "--replay"),
    "name is too long": (("play", "x" * 300, "random"), "there is no bot"),
    "control characters": (("play", "forged", "greedy"), "name must be a line"),
    "NUL in the command": (("play", "nul", "greedy"), "command must be"),
    "game in bot.toml": (("play", "chessbot", "greedy"), "chessbot/bot.toml"),
    "empty command": (("play", "nothing", "greedy"), "command is empty"),
    "new: no name at all": (("new",), "arena new mybot"),
    "new: too long": (("new", "x" * 300), "no name"),
    "new: inside a file": (("new", "notes.txt/mine"), "cannot be made"),
    "new: taken": (("new", "empty"), "empty"),
    "new: house bot": (("new", "greedy"), "greedy"),
    "new: no game": (("new", "mine", "--game", "chess"), "chess"),
    "new: no language": (("new", "mine", "--lang", "cobol"), "cobol"),
    "new: no name": (("new", "a/b\nc"), "name"),
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "broken.py").write_text("import arena_sdk\ndef bot(view:\n")
    (tmp_path / "notes.txt").write_text("nothing")
    for name, toml in {
        "garbled": "name = = 3",
        "worded": 'command = "python bot.py"',
        "absent": 'command = ["python", "main.py"]',
        "cobol": 'language = "cobol"',
        "forged": 'name = "a\\nseed 1  I won"\ncommand = ["true"]',
        "nul": 'command = ["tr\\u0000ue"]',
        "chessbot": 'command = ["true"]\ngames = ["face-to-face", "chess"]',
        "nothing": "command = []",
        "team": 'command = ["true"]\ngames = ["the-game"]',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(toml)
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.parametrize("case", BROKEN)
def test_one_sentence_and_exit_2(case, folder):
    """The sentence names the thing; nothing is printed as a result; exit 2."""
    words, named = BROKEN[case]

    done = arena(*words, cwd=folder)

    assert done.returncode == 2, done
    assert done.stdout == ""
    assert named in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("arena: ")
    assert len(done.stderr.splitlines()) == 1


def test_nothing_is_played_before_the_last_mistake_is_found(folder):
    """A bad --replay or option is said before any bot is started."""
    marker = folder / "started"
    (folder / "spy.py").write_text(f"open({str(marker)!r}, 'w')\n")

    done = arena("play", "spy.py", "greedy", "--replay", "no/where.json", cwd=folder)

    assert done.returncode == 2
    assert not marker.exists()


def test_a_limit_in_arena_toml_that_does_not_exist(folder):
    """An unknown limit in arena.toml is named, with those that exist."""
    (folder / "arena.toml").write_text("[limits]\nmove = 3\n")

    done = arena("play", "greedy", "random", cwd=folder)

    assert (done.returncode, done.stdout) == (2, "")
    assert "'move'" in done.stderr
    assert "move_ms" in done.stderr


def test_a_variable_that_is_no_number(folder):
    """An ARENA_ variable that is no number is named."""
    done = arena("play", "greedy", "random", cwd=folder, ARENA_MOVE_MS="fast")

    assert (done.returncode, done.stdout) == (2, "")
    assert "ARENA_MOVE_MS" in done.stderr


def test_limits_that_are_no_table(folder):
    """`limits = 3` in arena.toml is the organiser's mistake, not ours."""
    (folder / "arena.toml").write_text("limits = 3\n")

    done = arena("play", "greedy", "random", cwd=folder)

    assert (done.returncode, done.stdout) == (2, "")
    assert "[limits]" in done.stderr


def test_a_table_in_arena_toml_that_does_not_exist(folder):
    """A misspelt table is named, not ignored."""
    (folder / "arena.toml").write_text("[limit]\nmove_ms = 3\n")

    done = arena("play", "greedy", "random", cwd=folder)

    assert (done.returncode, done.stdout) == (2, "")
    assert "'limit'" in done.stderr
