"""docs/reference/cli.md: every flag is on it, and every command line on it works."""

import json
import re
import signal
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arena import cli, settings
from arena.model import Fault, Limits
from arena.settings import limits_from
from arena.submissions import house_bots
from tests.commands.shell import ARENA, arena
from tests.docs.pages import ROOT, blocks, commands, typed

pytestmark = pytest.mark.slow  # a process for every example

PAGE = "docs/reference/cli.md"
TEXT = (ROOT / PAGE).read_text("utf-8")


def section(title: str) -> str:
    """The part of the page under a heading, up to the next of its level."""
    return TEXT.split(f"\n## {title}")[1].split("\n## ")[0]


COMMANDS = (
    *("new", "play", "import", "check", "doctor"),
    *("tournament", "resume", "commit", "leaderboard", "publish", "compare", "rate"),
    *("matches", "replay", "rerun", "verify"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_flag_is_on_the_page(command: str, tmp_path: Path) -> None:
    """The table of a command has the flags of its --help, all of them and no others."""
    helped = arena(command, "--help", cwd=tmp_path, COLUMNS="200", NO_COLOR="1").stdout
    flags = set(re.findall(r"(?<!\S)--[a-z][a-z-]*", helped.split("Start with")[0]))
    rows = re.findall(r"^\| (`.*?`) \|", section(f"`arena {command}"), re.MULTILINE)

    assert {flag for row in rows for flag in re.findall(r"--[a-z-]+", row)} == flags


def test_every_command_is_on_the_page(tmp_path: Path) -> None:
    """A command that `arena --help` lists has a heading of its own."""
    helped = arena("--help", cwd=tmp_path, COLUMNS="200", NO_COLOR="1").stdout
    names = re.findall(r"^│ ([a-z]+) ", helped, re.MULTILINE)

    assert {*names} == {*COMMANDS}
    assert [name for name in names if not re.search(f"^## `arena {name}\\b", TEXT, re.M)] == []


def test_every_house_bot_is_on_the_page() -> None:
    """The row of the house bots names them all."""
    (row,) = re.findall(r"^\| (.*) \| a house bot", TEXT, re.MULTILINE)

    assert re.findall("`(.*?)`", row) == sorted(house_bots())


@pytest.mark.slow
def test_every_example_works_as_written(tmp_path: Path) -> None:
    """The command lines of the page, one after another in one folder, all end with 0."""
    shown = [block for block in blocks(PAGE) if block.language == "console"]
    lines = [command for block in shown for command in commands(block)]
    assert len(lines) > 10

    for command in lines:
        done = typed(command.line, tmp_path)
        printed = [line.rstrip() for line in done.stdout.splitlines()]
        assert done.returncode == 0, (command.line, done.stderr)
        assert [line for line in command.shown if line.rstrip() not in printed] == []
    assert json.loads((tmp_path / "results.json").read_text())["matches"][1]["faults"] == []
    assert (tmp_path / "lost.json").exists()
    for file, title in PRINTED.items():
        keys = keys_in(json.loads((tmp_path / file).read_text("utf-8")))
        assert {key for key in keys if f"`{key}`" not in section(title)} == set(), file


# What the examples write to files, and the sections that explain the keys.
PRINTED = {
    "rehearsal.json": "`arena leaderboard",
    "standings.json": "`arena leaderboard",
    "commitment.json": "`arena commit",
    "compared.json": "`arena compare",
    "rated.json": "`arena rate",
    "matches.json": "`arena matches",
    "rerun.json": "`arena rerun",
    "verified.json": "`arena verify",
}


def keys_in(document: Any) -> set[str]:
    """The keys that a document must have: not those that are names of bots."""
    if isinstance(document, list):
        return {key for item in document for key in keys_in(item)}
    if not isinstance(document, dict):
        return set()
    inner = {key: value for key, value in document.items() if key not in ("outcome", "seats")}
    return {*document, *(key for value in inner.values() for key in keys_in(value))}


@pytest.mark.slow
def test_the_examples_of_resume_go_on_with_what_was_stopped(tmp_path: Path) -> None:
    """They need a contest that was interrupted, so they are typed here and not above."""
    for bot in ("ada", "bob"):
        arena("new", f"league/{bot}", cwd=tmp_path)
    (block,) = (block for block in blocks(PAGE) if "$ arena resume" in block.text)

    for number, command in enumerate(commands(block), 1):
        words = ("tournament", "league", "--contest", "cup", "--sandbox", "unsafe")
        assert stopped(*words, "--blocks", f"{20 * number}", cwd=tmp_path) == cli.INTERRUPTED
        done = typed(command.line, tmp_path)
        assert done.returncode == 0, (command.line, done.stderr)
        assert "digest" in done.stderr


def stopped(*words: str, cwd: Path) -> int:
    """Ctrl-C after the first cards have been dealt."""
    with subprocess.Popen(
        [ARENA, *words], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stderr is not None
        next(line for line in run.stderr if "round" in line and "games" in line)
        run.send_signal(signal.SIGINT)
        run.stderr.read()
    return run.returncode


def documents() -> list[Any]:
    return [json.loads(block.text) for block in blocks(PAGE) if block.language == "json"]


def measured_away(match: dict[str, Any]) -> dict[str, Any]:
    """A match without what is another number each time or on another machine."""
    times = [dict.fromkeys(time) for time in match["times"]]
    conditions = dict.fromkeys(match["conditions"])
    return {**match, "times": times, "conditions": conditions}


def test_the_document_is_what_the_command_prints(tmp_path: Path) -> None:
    """The JSON of the page is that of the command above it, but for the measured times."""
    line = next(
        command.line
        for block in blocks(PAGE)
        for command in commands(block)
        if command.line.endswith("--json")
    )
    document = documents()[0]

    printed = json.loads(typed(line, tmp_path).stdout)

    assert printed.keys() == document.keys()
    assert list(map(measured_away, printed["matches"])) == list(
        map(measured_away, document["matches"])
    )


def test_every_key_of_the_document_is_explained() -> None:
    """The table has one row for each key of a match, and the example of a fault is one."""
    match, fault = documents()[0]["matches"][0], documents()[1]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", section("JSON"), re.MULTILINE)

    assert [key for key, _ in rows] == list(match)
    assert list(fault) == list(Fault._fields)
    told = dict(rows)
    for key, inner in (
        ("faults", fault),
        ("outcome", match["outcome"]),
        ("seats", match["seats"][0]),
        ("moves", match["moves"][0]),
        ("times", match["times"][0]),
        ("conditions", match["conditions"]),
    ):
        assert [name for name in inner if f"`{name}`" not in told[key]] == [], key


def test_a_replay_is_a_match_of_the_document(tmp_path: Path) -> None:
    """What --replay writes has the keys of the table, stderr among them."""
    typed("arena play greedy greedy --seed 6 --option hand=2 --replay one.json", tmp_path)

    written = json.loads((tmp_path / "one.json").read_text("utf-8"))

    assert [*written] == list(documents()[0]["matches"][0])


def test_the_limits_are_those_of_the_page() -> None:
    """Defaults, names in arena.toml and variables of the environment."""
    event = next(
        tomllib.loads(block.text)
        for block in blocks(PAGE)
        if block.language == "toml" and "[limits]" in block.text
    )
    defaults = dict(re.findall(r"^\| `--(\w+-m[sb])` \| (\d+) \|", TEXT, re.MULTILINE))

    assert {name.replace("-", "_"): int(n) for name, n in defaults.items()} == Limits()._asdict()
    assert limits_from({}, event=event, environment={})._asdict() == event["limits"]
    variables = set(re.findall(r"`(ARENA_\w+)`", section("Limits")))
    assert variables == {f"ARENA_{name.upper()}" for name in Limits._fields}
    for i, variable in enumerate(sorted(variables), 1):
        told = limits_from({}, event=event, environment={variable: str(i)})
        assert told._asdict()[variable.removeprefix("ARENA_").lower()] == i


def test_the_exit_codes_are_those_of_the_page() -> None:
    """The table has every code that the command can end with."""
    failed = 1  # of `check`, `verify`, `rerun` and `replay --debug`
    codes = {cli.DONE, failed, cli.ORGANISER, cli.OUR_BUG, cli.INTERRUPTED}

    assert {int(code) for code in re.findall(r"^\| (\d+) \|", TEXT, re.MULTILINE)} == codes


def test_the_event_file_is_that_of_the_page() -> None:
    """Every key of [contest] is in the table with its flag and variable, and the example is one."""
    event = next(
        tomllib.loads(block.text)
        for block in blocks(PAGE)
        if block.language == "toml" and "[contest]" in block.text
    )
    cells = re.findall(r"^\| `(\w+)` \|(.*)\|(.*)\|$", section("The event file"), re.MULTILINE)
    rows = [(key, flag.strip(), variable.strip("` ")) for key, flag, variable in cells]

    with pytest.raises(settings.BadSetting) as refused:
        settings.contest_from({"contest": {"no such key": 1}})
    assert str(refused.value).endswith(f"it has {', '.join(key for key, _, _ in rows)}")
    told = settings.contest_from(event)
    assert {*told} == {key for key, _, _ in rows} - {"challenger"}
    helped = section("`arena tournament")
    assert [flag for _, flag, _ in rows if flag and f"| {flag} |" not in helped] == []
    for key, _, variable in rows:
        assert not variable or settings.chosen(None, key, told, {variable: "3"}) in (3, "3")
