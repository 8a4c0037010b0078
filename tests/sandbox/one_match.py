"""A match of a bot with lines of its own, in the sandbox of the test that asks for it."""

import pytest

from arena.games import rules_named
from arena.model import Limits
from arena.pairings import numbered_fixture
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find

PATIENT = Limits(move_ms=20_000, game_ms=200_000, start_ms=60_000)
# A bot that does something of its own before it plays, and tells on stderr.
BOT = """
import os, sys, time
from arena_sdk import run
from arena_sdk.face_to_face import legal_moves

def tell(*words):
    print(*words, file=sys.stderr, flush=True)

def tried(attack):
    try:
        return f"done: {{attack()!r}}"
    except BaseException as problem:
        return f"refused: {{type(problem).__name__}}"

{first}

def bot(view):
    {each}
    return next(legal_moves(view))

run(bot)
"""


@pytest.fixture
def match(tmp_path, sandbox):
    """Plays one game of a bot with these lines of its own, against greedy."""

    async def play(first="", each="pass", limits=PATIENT, where=sandbox):
        (tmp_path / "bot.py").write_text(BOT.format(first=first, each=each))
        bots = find([str(tmp_path / "bot.py"), "greedy"])
        options = rules_named("face-to-face").settle({}, 2)
        fixture = numbered_fixture("face-to-face", options, [bot.name for bot in bots], 3)
        records = []
        table = await prepared(Table(tuple(bots), where, limits))
        await play_sitting(table, [fixture], finished=records.append)
        return records[0]

    return play
