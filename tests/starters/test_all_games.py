"""Starters of all languages at common tables: any options, any seats, not one fault."""

import random
from collections import Counter

import pytest

from arena.games import GAMES, rules_named
from arena.model import Limits
from arena.pairings import numbered_fixture
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from tests.starters.kit import NEEDS, made, want

pytestmark = pytest.mark.slow

PATIENT = Limits(start_ms=60_000, move_ms=60_000, game_ms=600_000)
GAMES_EACH = 200
SITTING = 8


def drawn_options(game, seats, dice):
    """Options of the game, as an organiser could choose them for so many seats."""
    if game == "face-to-face":
        return {
            "min_cards": dice.choice([1, 2, 2, 3]),
            "hand": dice.choice([4, 6, 6, 8]),
            "single_last_card": dice.choice(["loses", "win_if_playable"]),
        }
    if game == "the-game":
        expert = dice.choice([{}, {}, {"expert": True}, {"expert_minus": True}])
        return {"league": dice.choice(["signals", "silent"]), **expert}
    if seats <= 8 and dice.random() < 0.3:
        anywhere = dice.random() < 0.5
        return {"specials": True, "insert_anywhere": anywhere, "deals": dice.choice([1, 2])}
    if dice.random() < 0.2:
        return {"tournament": True} if seats <= 5 else {"logic": True, "deals": 1}
    length = dice.choice([{"deals": 1}, {"deals": 2}, {"target": 20}, {"target": 66}])
    return {"deck": dice.choice(["tactical", "full"]), **length}


@pytest.mark.parametrize("game", GAMES)
async def test_200_games_without_a_fault(game, tmp_path):
    """Every starter plays that many games, in drawn seats, with drawn options and companions."""
    want(*NEEDS)
    dice = random.Random(game)
    rules, sandbox = rules_named(game), open_sandbox("bubblewrap")
    bots = find([str(made(language, game, tmp_path)) for language in NEEDS])
    table = await prepared(Table(tuple(bots), sandbox, PATIENT))
    played: Counter[str] = Counter()
    seen = set()
    number = 0
    while len(played) < len(bots) or min(played.values()) < GAMES_EACH:
        # Who has played least sits down first.
        order = sorted(table.bots, key=lambda bot: (played[bot.name], dice.random()))
        seats = dice.choice(rules.seats)
        at_table = (order + dice.choices(order, k=10))[:seats]
        dice.shuffle(at_table)
        fixtures = []
        for _ in range(SITTING):
            number += 1
            options = rules.settle(drawn_options(game, seats, dice), seats)
            seen.add((seats, str(options)))
            names = [bot.name for bot in at_table]
            fixtures.append(numbered_fixture(game, options, names, number))
        records = []
        await play_sitting(table._replace(bots=tuple(at_table)), fixtures, finished=records.append)
        assert [record.faults for record in records] == [()] * len(fixtures)
        played.update(dict.fromkeys({bot.name for bot in at_table}, SITTING))

    assert len(seen) > 10
