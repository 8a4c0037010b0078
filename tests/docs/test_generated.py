"""The reference pages say what the code does now: generated parts, and every name of the wire."""

import ast
import inspect
import json
import re
from typing import Any, get_args

import pytest

import arena.games.face_to_face
import arena.games.six_nimmt
import arena.games.the_game
import arena.referee
from arena.errors import VERDICTS
from arena.games import GAMES
from arena.model import Reason
from arena_sdk import face_to_face, six_nimmt, the_game
from arena_sdk.messages import MESSAGES
from arena_sdk.wire import TRANSITIONS, Conversation, NeedData
from docs import vectors
from docs.generate import PAGES, SECTIONS, rewritten
from docs.talks import GAMES_SHOWN, dumped, played
from tests.docs.pages import ROOT, blocks

PAGE = "docs/reference/protocol.md"
TEXT = (ROOT / PAGE).read_text("utf-8")
SDK_GAMES = (face_to_face, the_game, six_nimmt)
SENDERS = (
    arena.games.face_to_face,
    arena.games.six_nimmt,
    arena.games.the_game,
    arena.referee,
)


@pytest.mark.parametrize(("page", "name"), [(p, name) for p in SECTIONS for name in SECTIONS[p]])
def test_a_generated_section_is_what_the_code_gives_now(page: str, name: str) -> None:
    """`python docs/generate.py` would change nothing here."""
    text = (PAGES / page).read_text("utf-8")
    begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"

    (shown,) = re.findall(f"{re.escape(begin)}\n(.*?)\n{re.escape(end)}", text, re.DOTALL)

    assert shown.strip() == SECTIONS[page][name](), "run: python docs/generate.py"


@pytest.mark.parametrize("page", SECTIONS)
def test_writing_again_changes_nothing(page: str) -> None:
    """The script finds every section of a page, and knows every marker that is on it."""
    text = (PAGES / page).read_text("utf-8")

    assert rewritten(page, text) == text
    assert re.findall("<!-- generated: (.*?) -->", text) == list(SECTIONS[page])


def test_the_vectors_of_the_starters_are_what_the_code_gives_now() -> None:
    """`python docs/vectors.py` would change nothing."""
    assert vectors.FILE.read_text("utf-8") == vectors.vectors(), "run: python docs/vectors.py"


def test_the_vectors_show_every_message_and_every_decision() -> None:
    """No message, no ask, no shape of an answer and no kind of event is left without a frame."""
    titles = [v.splitlines()[0].split() for v in vectors.vectors().split("\n\n")[1:]]

    assert {title[1] for title in titles} == set(MESSAGES)
    for kind in ("ask", "answer"):
        assert {title[3] for title in titles if title[1] == kind} == ASKS
    text = vectors.vectors()
    assert [word for word in six_nimmt.SPECIALS if f"move.special = {word}" not in text] == []
    assert set(re.findall(r"[ {]kind (\w+)", text)) == EVENT_KINDS


def dict_keys(source: Any, wanted: str) -> set[str]:
    """The constants that stand under this key in dictionaries of a module's source."""
    return {
        value.value
        for node in ast.walk(ast.parse(inspect.getsource(source)))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == wanted and isinstance(value, ast.Constant)
    }


def map_keys(view: type) -> set[str]:
    """Every key that `to_map` of a view writes, in inner maps too."""
    source = inspect.getsource(view.to_map)  # type: ignore[attr-defined]
    return set(re.findall(r'"(\w+)"(?=:|\] =)', source))


EVENT_KINDS = set().union(*(dict_keys(sender, "kind") for sender in SENDERS))
ASKS = {
    move._field_defaults["kind"]
    for game in SDK_GAMES
    for move in get_args(game.Move) or (game.Move,)  # one class, or several
}
NAMES = {
    "message": set(MESSAGES),
    "state": {state for state, _ in TRANSITIONS} | {step.after for step in TRANSITIONS.values()},
    "verdict": set(VERDICTS),
    "reason": set(get_args(Reason)),
    "game": set(GAMES),
    "option": {option for rules in GAMES.values() for option in rules.defaults},
    "ask": ASKS,
    "event": EVENT_KINDS,
    "view": set().union(*(map_keys(game.View) for game in SDK_GAMES)),
    "word": {
        *(*face_to_face.TARGETS, *the_game.PILES, *the_game.WISHES),
        *(*the_game.TOKENS, *six_nimmt.SPECIALS),
    },
}


def test_the_names_are_found_in_the_code() -> None:
    """The search of the sources finds what is known to be there; if not, it must be mended."""
    assert {"played", "fault", "swapped", "drafted", "took", "wished"} <= EVENT_KINDS
    assert {"play", "wish", "signal", "choose", "take", "special", "swap", "draft"} == ASKS
    assert {"own", "up", "piles", "to_play", "signals", "markers", "hands"} <= NAMES["view"]


@pytest.mark.parametrize(
    ("sort", "name"), [(sort, name) for sort in NAMES for name in sorted(NAMES[sort])]
)
def test_every_name_is_on_the_page(sort: str, name: str) -> None:
    """What the code calls a message, verdict, option, ask, event or key stands in a table."""
    if sort == "state":
        written = next(block.text for block in blocks(PAGE) if block.language == "mermaid")
    else:
        # Only tables that a person wrote: an example, or a word in passing, explains no name.
        text = re.sub(r"<!-- generated.*?<!-- end", "", TEXT, flags=re.DOTALL)
        rows = re.findall(r"^\|.*", text, re.MULTILINE)
        written = "\n".join(code for row in rows for code in re.findall("`[^`]+`", row))

    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", written), f"{sort} {name}"


@pytest.mark.parametrize("kind", MESSAGES)
def test_every_field_of_a_message_is_explained(kind: str) -> None:
    """The section of a message names each of its fields."""
    section = TEXT.split(f"#### `{kind}`")[1].split("\n#")[0]
    fields = set(MESSAGES[kind]._fields) - {"type"}  # type: ignore[attr-defined]

    assert {field for field in fields if f"`{field}" not in section} == set()


def test_the_hex_on_the_page_is_a_whole_talk() -> None:
    """The bytes of the dumps, and nothing else, take a bot's conversation from hello to bye."""
    dump = TEXT.split("<!-- generated: dump -->")[1]
    talk = Conversation("bot")
    heard = []
    for text in re.findall("```text\n(.*?)```", dump, re.DOTALL):
        lines = (line[:47] for line in text.splitlines())
        raw = bytes.fromhex("".join(lines))
        said = next(said for said in dumped() if said.raw == raw)
        if said.speaker == "bot":
            message = MESSAGES[said.message["type"]].from_map(said.message)
            assert talk.send(message) == raw
            heard.append(message.type)
            continue
        talk.receive(raw)
        message_heard = talk.next_message()
        assert not isinstance(message_heard, NeedData)
        heard.append(message_heard.type)

    assert heard == [said.message["type"] for said in dumped()]
    assert (heard[0], heard[-1], talk.state) == ("hello", "bye", "closed")


def test_the_games_shown_have_every_event_and_every_ask() -> None:
    """No kind of event and no decision is left without an example."""
    said = [s.message for game in GAMES_SHOWN for talk in played(game) for s in talk]

    assert {event["kind"] for m in said for event in m.get("events", ())} == EVENT_KINDS
    assert {m["asks"] for m in said if m["type"] == "ask"} == ASKS


def test_every_json_example_is_json() -> None:
    """What is shown as JSON can be read as such; events are shown one a line."""
    for block in blocks(PAGE):
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "jsonl":
            assert all(json.loads(line)["kind"] in EVENT_KINDS for line in block.text.splitlines())
