"""docs/reference/sdk.md: its code runs, its bots play, and every name of the SDK is on it."""

import contextlib
import inspect
import io
import re
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from arena_sdk import face_to_face, six_nimmt, the_game
from arena_sdk.local import play
from arena_sdk.messages import Over, Start
from tests.commands.shell import matches
from tests.docs.pages import PATIENT, ROOT, Block, blocks

pytestmark = pytest.mark.slow  # a process for every example

PAGE = "docs/reference/sdk.md"
TEXT = (ROOT / PAGE).read_text("utf-8")
MODULES = {"face-to-face": face_to_face, "the-game": the_game, "six-nimmt": six_nimmt}
PYTHON = [block for block in blocks(PAGE) if block.language == "python"]
BOTS = [block for block in PYTHON if "run(" in block.text]
SNIPPETS = [block for block in PYTHON if block not in BOTS]


def game_of(block: Block) -> str:
    (module,) = re.findall(r"from arena_sdk\.(\w+) import", block.text)
    return str(module).replace("_", "-")


def run_page(block: Block) -> dict[str, Any]:
    """The names that a block defines, when it is imported."""
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(block.text, PAGE, "exec"), names)
    return names


def played(source: str, folder: Path, *words: object) -> dict[str, Any]:
    """A match of this bot against random, with real processes."""
    (folder / "shown.py").write_text(source, "utf-8")
    (match,) = matches("shown.py", "random", "--seed", 7, *words, cwd=folder, **PATIENT)
    return match


@pytest.mark.parametrize("block", SNIPPETS, ids=lambda block: block.text.splitlines()[0])
def test_the_code_runs(block: Block) -> None:
    """Every piece of code on the page runs by itself, and what it asserts is so."""
    run_page(block)


@pytest.mark.parametrize("block", BOTS, ids=game_of)
def test_the_bots_play(block: Block, tmp_path: Path) -> None:
    """Every bot on the page plays a match as a file of its own, without a fault."""
    match = played(block.text, tmp_path, "--game", game_of(block))

    assert match["faults"] == []


@pytest.mark.parametrize("block", BOTS, ids=game_of)
def test_the_bots_can_be_imported_and_play_in_one_process(block: Block) -> None:
    """The same bots play in this process, because their files only run when started."""
    names = run_page(block)
    bot = names.get("bot") or names["Bot"]()

    assert play(bot, bot, game=game_of(block), seed=7)["reason"] != "fault"


def test_the_refusal_is_printed_as_shown() -> None:
    """The text below the example of check is what the example prints."""
    block = next(block for block in SNIPPETS if "print(problem)" in block.text)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run_page(block)

    assert f"```text\n{printed.getvalue()}```" in TEXT


def section(game: str) -> str:
    """What the page says about one game, without the code."""
    begins = f"`{MODULES[game].__name__}`;"
    part = next(part for part in TEXT.split("\n### ") if begins in part)
    return re.sub(r"```.*?```", "", part, flags=re.DOTALL)


def public_names(module: ModuleType) -> set[str]:
    """The moves, words and helpers of a game that a bot may want."""
    moves = {move.__name__ for move in get_args(module.Move) or (module.Move,)}
    words = {name for name, value in vars(module).items() if name.isupper() and type(value) is str}
    helpers = {
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and name[0] != "_"
    }
    return (moves | words | helpers) - {"NAME", "read_move", "read_view"}


@pytest.mark.parametrize("game", MODULES)
def test_every_move_helper_and_word_is_on_the_page(game: str) -> None:
    """What a game's module offers is named in its section."""
    names = public_names(MODULES[game])

    assert {name for name in names if not re.search(rf"\b{name}\b", section(game))} == set()


@pytest.mark.parametrize("game", MODULES)
def test_every_field_of_a_view_is_on_the_page(game: str) -> None:
    """Each field of a view is explained, in the section of its game or in the common one."""
    common = TEXT.split("\n## Views")[1].split("\n### ")[0]
    fields = MODULES[game].View._fields

    assert [f for f in fields if not re.search(rf"`view\.{f}\b", common + section(game))] == []


def test_the_fields_of_the_hooks_are_on_the_page() -> None:
    """`start` and `over` carry what the page says."""
    for name, message in (("start", Start), ("over", Over)):
        (row,) = re.findall(rf"^\| `{name}` \| (.*) \|$", TEXT, re.MULTILINE)
        assert [f for f in message._fields if f != "type" and f"`{f}`" not in row] == []


HABITS = """
import subprocess
import sys

print("before run")


class Bot:
    def start(self, start):
        from arena_sdk.face_to_face import legal_moves
        self.legal_moves = legal_moves

    def play(self, view):
        print("in a turn")
        subprocess.run(["echo", "from a child"])
        try:
            input()
        except EOFError:
            print("nothing to read")
        return next(self.legal_moves(view))


from arena_sdk import run

run(Bot())
"""


def test_printing_and_reading_do_no_harm(tmp_path: Path) -> None:
    """print, child processes and input are kept off the wire, as the page says."""
    match = played(HABITS, tmp_path)

    assert match["faults"] == []
    for line in ("before run", "in a turn", "from a child", "nothing to read"):
        assert line in match["stderr"][0]


@pytest.mark.parametrize(
    ("body", "verdict", "words"),
    [
        ("print('loading', flush=True)\nrun(lambda view: None)", "bad_handshake", ""),
        ("run(lambda view: 1 / 0)", "gone", "ZeroDivisionError"),
        ("run(lambda view: 5)", "gone", "TypeError"),
        ("run(object())", "gone", "play"),
    ],
    ids=["flushed before run", "exception", "no move", "no method"],
)
def test_what_goes_wrong_goes_wrong_as_the_page_says(
    body: str, verdict: str, words: str, tmp_path: Path
) -> None:
    """A flushed print before run, an exception, a wrong return and a missing method."""
    match = played(f"from arena_sdk import run\n{body}\n", tmp_path)

    assert match["faults"][0]["verdict"] == verdict
    assert words in match["stderr"][0]


def test_what_is_left_out_says_nothing() -> None:
    """An object without wish, signal, special and swap keeps silent in both games."""

    class Quiet:
        def play(self, view: Any) -> Any:
            assert all(said in (None, ("none",) * 4) for said in view.signals)
            return next(the_game.legal_moves(view))

        def choose(self, view: Any) -> Any:
            assert not [e for e in view.events if e["kind"] in ("special", "swapped")]
            return six_nimmt.Choose(min(view.hand))

        def take(self, view: Any) -> Any:
            return six_nimmt.Take(six_nimmt.cheapest_row(view))

    assert play(Quiet(), Quiet(), game="the-game")["reason"] in ("stuck", "all_laid")
    options = {"specials": True}
    assert play(Quiet(), Quiet(), game="six-nimmt", options=options)["reason"] == "deals"


def test_local_play_deals_as_arena_play_does(tmp_path: Path) -> None:
    """The same seed and bots end in the same outcome, in one process or in several."""
    source = BOTS[0].text
    (tmp_path / "twin.py").write_text(source, "utf-8")
    (match,) = matches("twin.py", "twin.py", "--seed", 5, cwd=tmp_path, **PATIENT)

    bot = run_page(BOTS[0])["bot"]

    assert play(bot, bot, seed=5) == match["outcome"]
