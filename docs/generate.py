"""Writes the parts of the reference pages that come out of the code.

    python docs/generate.py

rewrites everything between `<!-- generated: NAME -->` and `<!-- end: NAME -->` in place.
tests/docs/test_generated.py fails when a page is older than the code.
"""

import io
import json
import textwrap
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console

from arena.commands import app
from arena.games.chance import number_below, shuffled
from arena.submissions.languages import LANGUAGES, Language
from arena_sdk.messages import MESSAGES
from arena_sdk.seeds import bot_seed, deal_seed
from arena_sdk.wire import TRANSITIONS
from docs.hexdump import annotated, meaning
from docs.misbehaviour import HANDSHAKE, IN_GAME, Bot, fault_of
from docs.talks import GAMES_SHOWN, Game, dumped, played

PAGES = Path(__file__).parent / "reference"
_WIDTH = 100


def diagram() -> str:
    """The states of a conversation, from the very table that both sides run."""
    steps = [
        f"    {state} --> {step.after} : {kind} ({step.speaker})"
        for (state, kind), step in TRANSITIONS.items()
    ]
    return _fenced(
        "mermaid", "\n".join(["stateDiagram-v2", "    [*] --> new", *steps, "    closed --> [*]"])
    )


def message(kind: str) -> str:
    """The first message of this type in the match that is dumped."""
    return _fenced("json", _json(next(m for _, _, m in dumped() if m["type"] == kind)))


def dump() -> str:
    """Every frame between the referee and one bot in a whole match, byte by byte."""
    parts = []
    for said in dumped():
        turn = f", turn {said.message['turn']}" if "turn" in said.message else ""
        title = f"**{said.speaker}: `{said.message['type']}`{turn}.**"
        parts.append(f"{title} {meaning(said.message)}")
        parts.append(_fenced("text", "\n".join(annotated(said))))
    return "\n\n".join(parts)


def asks(rules: str) -> str:
    """A real view for every decision of a game, with the move that was given for it."""
    found: dict[str, str] = {}
    for game in GAMES_SHOWN:
        if game.rules != rules or game.fails is not None:
            continue
        for seat, talk in enumerate(played(game)):
            for (_, _, ask), (_, _, answer) in pairwise(talk):
                if ask["type"] != "ask" or ask["asks"] in found or None in answer["move"].values():
                    continue
                found[ask["asks"]] = (
                    f"`{ask['asks']}`, sent to seat {seat} of {game.seats}{_options(game)}:\n\n"
                    f"{_fenced('json', _json(ask['view']))}\n\n"
                    f"and answered with `{json.dumps(answer['move'])}`."
                )
    return "\n\n".join(found.values())


def events() -> str:
    """A real event of every kind and shape, from what seat 0 was told."""
    found: dict[str, str] = {}
    for game in GAMES_SHOWN:
        for _, _, told in played(game)[0]:
            for event in told.get("events", ()):
                where = game.rules if event["kind"] == "played" else ""
                shape = f"{event['kind']} {event.get('special')} {event.get('stand_in')} {where}"
                found.setdefault(shape, json.dumps(event))
    return _fenced("jsonl", "\n".join(found.values()))


def borders(bots: dict[str, Bot]) -> str:
    """What the referee said when bots did these things."""
    rows = ["| the bot … | verdict | detail, for its author |", "|---|---|---|"]
    for words, bot in bots.items():
        fault = fault_of(bot)
        said = f"`{fault.verdict}` | {fault.detail}" if fault else "no fault |"
        rows.append(f"| {words} | {said} |")
    return "\n".join(rows)


def vectors() -> str:
    """Numbers to try another implementation on, all from seed 7."""
    seed = deal_seed(7)
    decks = {
        "face-to-face/deck/0": range(2, 60),
        "face-to-face/deck/1": range(2, 60),
        "the-game/deck": range(2, 100),
        "six-nimmt/deck/1": range(1, 35),
        "six-nimmt/deck/2": range(1, 35),
        "six-nimmt/specials/1": range(28),
    }
    bounds = {
        "six-nimmt/starter/1": 5,
        "six-nimmt/starter/2": 5,
        # A bound so large that a quarter of the words is dropped: none, one and three of them.
        **{f"vector/{i}": 3 << 30 for i in (15, 16, 17)},
    }
    labels = [(rotation, seat) for rotation in range(2) for seat in range(2)]
    return _fenced(
        "json",
        _json(
            {
                "seed": seed.hex(),
                "shuffled": {label: shuffled(seed, label, decks[label]) for label in decks},
                "below": [[label, n, number_below(seed, label, n)] for label, n in bounds.items()],
                "bot_seeds": [[r, s, bot_seed(seed, r, s)] for r, s in labels],
            }
        ),
    )


def commands() -> str:
    """What `arena COMMAND --help` prints, for every command."""
    names = sorted(name for name in app if not name.startswith("-"))
    return "\n\n".join(f"## arena {name}\n\n{_fenced('text', _help(name))}" for name in names)


def _help(name: str) -> str:
    page = io.StringIO()
    app.help_print([name], console=Console(file=page, width=_WIDTH, color_system=None))
    return page.getvalue().split("Start with:")[0].strip()


def languages() -> str:
    """What each language of bot.toml stands for, as bot.toml would say it."""
    return "\n\n".join(
        f"`language = {json.dumps(name)}`\n\n{_fenced('toml', _commands(language))}"
        for name, language in LANGUAGES.items()
    )


def _commands(language: Language) -> str:
    lines = [f"build = {json.dumps(language.build)}"] if language.build else []
    return "\n".join([*lines, f"command = {json.dumps(language.command)}"])


SECTIONS: dict[str, dict[str, Callable[[], str]]] = {
    "protocol.md": {
        "diagram": diagram,
        **{kind: partial(message, kind) for kind in MESSAGES},
        "asks of face-to-face": partial(asks, "face-to-face"),
        "asks of the-game": partial(asks, "the-game"),
        "asks of six-nimmt": partial(asks, "six-nimmt"),
        "events": events,
        "borders of the handshake": partial(borders, HANDSHAKE),
        "borders of a game": partial(borders, IN_GAME),
        "dump": dump,
    },
    "deals.md": {"vectors": vectors},
    "languages.md": {"languages": languages},
    "help.md": {"commands": commands},
}


def rewritten(page: str, text: str) -> str:
    """The text of a page with its generated sections as the code gives them now."""
    for name, section in SECTIONS[page].items():
        begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
        assert text.count(begin) == text.count(end) == 1, f"{page} needs one place for {name!r}"
        before, rest = text.split(begin)
        text = f"{before}{begin}\n\n{section()}\n\n{end}{rest.split(end)[1]}"
    return text


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def _options(game: Game) -> str:
    told = ", ".join(f"`{name}` {json.dumps(value)}" for name, value in game.options)
    return f" ({told})" if told else ""


def _json(value: Any, margin: str = "", used: int = 0) -> str:
    """JSON that is broken only where a line would be too long; `used` is what stands before."""
    flat = json.dumps(value)
    if len(margin) + used + len(flat) <= _WIDTH or not isinstance(value, dict | list | tuple):
        return flat
    inner = margin + "  "
    if isinstance(value, dict):
        items = [f"{inner}{json.dumps(k)}: {_json(v, inner, len(k) + 4)}" for k, v in value.items()]
        return "{\n" + ",\n".join(items) + f"\n{margin}}}"
    if not any(isinstance(item, dict | list | tuple) for item in value):
        wrapped = textwrap.fill(flat[1:-1], _WIDTH, initial_indent=inner, subsequent_indent=inner)
        return f"[\n{wrapped}\n{margin}]"
    return "[\n" + ",\n".join(inner + _json(item, inner) for item in value) + f"\n{margin}]"


if __name__ == "__main__":
    for page in SECTIONS:
        file = PAGES / page
        file.write_text(rewritten(page, file.read_text("utf-8")), "utf-8")
