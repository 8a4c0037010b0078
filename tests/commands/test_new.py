"""`arena new`: the folder it makes runs unedited."""

import subprocess
import sys

import pytest

from arena.games import GAMES
from tests.commands.shell import arena, matches

pytestmark = pytest.mark.slow  # a process or more for every test

FILES = {"bot.py", "bot.toml", "README.md", "test_bot.py", "RULES.md", "vectors.txt"}


@pytest.mark.parametrize("game", GAMES)
def test_a_new_bot_plays_at_once(game, tmp_path):
    """The new folder plays its game against a house bot, in every seat, without a fault."""
    done = arena("new", "mybot", "--game", game, cwd=tmp_path)

    assert done.returncode == 0
    assert "arena play mybot greedy --watch" in done.stdout
    assert {path.name for path in (tmp_path / "mybot").iterdir()} == FILES
    played = matches("mybot", "random", "--games", 5, "--mirror", cwd=tmp_path)
    assert {match["game"] for match in played} == {game}
    assert [match["faults"] for match in played] == [[]] * 10


def test_without_game_it_is_face_to_face(tmp_path):
    """`arena new NAME` makes a Face to Face bot, and it beats `random`."""
    arena("new", "mybot", cwd=tmp_path)

    played = matches("mybot", "random", "--seed", 1, "--games", 5, "--mirror", cwd=tmp_path)

    assert {match["game"] for match in played} == {"face-to-face"}
    won = sum(
        score
        for match in played
        for seat, score in zip(match["seats"], match["outcome"]["scores"], strict=True)
        if seat["bot"] == "mybot"
    )
    assert won >= 8


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("the-game", ["expert=true"]),
        ("the-game", ["league=silent", "expert_minus=true"]),
        ("six-nimmt", ["specials=true"]),
        ("six-nimmt", ["logic=true", "deals=1"]),
        ("six-nimmt", ["tournament=true"]),
        ("face-to-face", ["min_cards=3"]),
    ],
)
def test_a_new_bot_plays_the_variants_too(game, options, tmp_path):
    """The starter answers whatever its game can ask."""
    arena("new", "mybot", "--game", game, cwd=tmp_path)

    given = [word for option in options for word in ("--option", option)]
    played = matches("mybot", "mybot", *given, "--games", 3, cwd=tmp_path)

    assert [match["faults"] for match in played] == [[]] * 3


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_of_a_new_bot_tells_the_truth(game, tmp_path):
    """The debugger line of its README runs as it stands."""
    arena("new", "mybot", "--game", game, cwd=tmp_path)
    readme = (tmp_path / "mybot" / "README.md").read_text()
    line = next(line for line in readme.splitlines() if "arena_sdk.local" in line)

    done = subprocess.run(
        ["sh", "-c", line.strip().replace("python -c", f"{sys.executable} -c")],
        cwd=tmp_path / "mybot",
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "'reason'" in done.stdout
    assert "{" not in readme


def test_a_path_may_be_given(tmp_path):
    """`arena new teams/ann` makes the folder inside another; the bot's name is the last part."""
    arena("new", "teams/ann", cwd=tmp_path)

    (match,) = matches("teams/ann", "greedy", cwd=tmp_path)

    assert match["seats"][0]["bot"] == "ann"


def test_a_name_with_a_blank_is_quoted_where_it_is_typed(tmp_path):
    """The lines of the README can be copied into a shell."""
    arena("new", "my bot", cwd=tmp_path)

    readme = (tmp_path / "my bot" / "README.md").read_text()

    assert readme.startswith("# my bot\n")
    assert "arena play 'my bot' random" in readme


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_in_the_folder(game, tmp_path):
    """Views, moves and events of the game, with no link that leads nowhere."""
    arena("new", "mybot", "--game", game, cwd=tmp_path)

    rules = (tmp_path / "mybot" / "RULES.md").read_text()

    assert f"`{game}`" in rules
    for part in ("Options", "What a bot sees", "What a bot is asked", "Events"):
        assert f"\n## {part}\n" in rules
    assert "](" not in rules
