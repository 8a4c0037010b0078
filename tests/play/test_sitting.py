"""Several games at one table: who keeps a process, and who gets a fresh one."""

from arena.games import rules_named
from arena.model import Limits
from arena.pairings import numbered_fixture
from arena.sandbox.unsafe import UnsafeSandbox
from arena.sitting import Table, play_sitting
from arena.submissions import find

PATIENT = Limits(move_ms=60_000, game_ms=600_000, start_ms=60_000)

# Tells its process and game on stderr; crashes in the game of the given number.
BOT = """
import os, sys
from arena_sdk import run
from arena_sdk.face_to_face import legal_moves

class Bot:
    def start(self, start):
        self.game = start.game
        print("process", os.getpid(), "game", start.game, "seed", start.seed, file=sys.stderr)

    def play(self, view):
        if self.game == {crash_in}:
            sys.exit(1)
        return next(legal_moves(view))

run(Bot())
"""


def fixtures_of(bots, games):
    options = rules_named("face-to-face").settle({}, 2)
    names = [bot.name for bot in bots]
    return [numbered_fixture("face-to-face", options, names, seed) for seed in range(games)]


async def sitting_of(folder, games, crash_in=0):
    (folder / "bot.py").write_text(BOT.format(crash_in=crash_in))
    bots = find([str(folder / "bot.py"), "greedy"])
    records = []
    table = Table(tuple(bots), UnsafeSandbox(), PATIENT)
    await play_sitting(table, fixtures_of(bots, games), finished=records.append)
    return records


def processes(records):
    """(process, game within it) of the first seat, by match."""
    return [tuple(record.stderr[0].split()[1:4:2]) for record in records]


async def test_one_process_plays_all_games_of_a_sitting(tmp_path):
    """The bot is started once and told the games 1, 2, 3; stderr is kept by match."""
    records = await sitting_of(tmp_path, 3)

    assert [record.fixture.seed for record in records] == [0, 1, 2]
    seen = processes(records)
    assert len({process for process, _ in seen}) == 1
    assert [game for _, game in seen] == ["1", "2", "3"]


async def test_a_fresh_process_plays_after_a_fault(tmp_path):
    """A bot that crashes in the second game loses it and plays the third in a new process."""
    records = await sitting_of(tmp_path, 5, crash_in=2)

    verdicts = [[fault.verdict for fault in record.faults] for record in records]
    assert verdicts == [[], ["gone"], [], ["gone"], []]
    assert [game for _, game in processes(records)] == ["1", "2", "1", "2", "1"]
    assert len({process for process, _ in processes(records)}) == 3


async def test_every_game_has_dice_of_its_own(tmp_path):
    """The seed for the bot's own randomness differs from game to game."""
    records = await sitting_of(tmp_path, 4)

    seeds = {record.stderr[0].split()[5] for record in records}
    assert len(seeds) == 4
