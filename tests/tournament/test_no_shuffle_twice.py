"""No process is dealt the same cards twice: a bot that never forgets never notices anything."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Limits
from arena.pairings.blocks import Pool, block_of, fixtures_of
from arena.pairings.numbered import rotated
from arena.referee import Match
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared, seated
from arena.submissions import find
from tests.commands.shell import matches
from tests.tournament.contest import ALL, Contest

ELEPHANT = (Path(__file__).parent / "elephant.py").read_text()
NAMES = ("ella", "emil", "erna")
SEATS = {"face-to-face": 2, "the-game": 2, "six-nimmt": 3}
SHORT = ("--option", "target=30")  # two or three deals


@pytest.fixture
def contest(tmp_path):
    """Three bots that never forget, each with a content of its own."""
    contest = Contest(tmp_path / "contest")
    for name in NAMES:
        contest.add_source(name, f"{ELEPHANT}# {name}\n")
    return contest


@pytest.mark.slow
def test_nobody_sees_a_deal_again_in_a_whole_contest(contest):
    """All games with mixed teams: processes play many games, and none of them knows a card."""
    contest.hold("--blocks", 6, "--cross-play", 4, *SHORT)

    assert contest.ask("SELECT verdict, detail FROM fault") == []
    games = contest.ask(
        "SELECT block.pool, max(stderr.text) FROM stderr JOIN match ON match.id = match_id"
        " JOIN block ON block.id = block_id GROUP BY pool ORDER BY pool"
    )
    assert [pool.split("/")[0] for pool, _ in games] == sorted(ALL)
    assert all(text >= "game 3" for _, text in games), "processes played several games"
    assert contest.ask("SELECT * FROM block WHERE shuffle LIKE 'mixed/%'")


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_nobody_sees_a_deal_again_in_mirrored_games(game, contest):
    """`arena play --mirror`: every seed in every rotation."""
    bots = [f"bots/{name}" for name in NAMES[: SEATS[game]]]
    options = SHORT if game == "six-nimmt" else ()

    played = matches(
        *(*bots, "--game", game, "--mirror", "--games", 3, *options),
        cwd=contest.folder,
        ARENA_MOVE_MS="5000",
    )

    assert len(played) == 3 * SEATS[game]
    assert [match["faults"] for match in played] == [[]] * len(played)
    assert any("game 3" in said for match in played for said in match["stderr"])


def same_cards_twice(game):
    """Two games that no process may play both: of one block, or of one team's shuffle."""
    options = {"target": 12} if game == "six-nimmt" else {}
    pool = Pool(game, rules_named(game).settle(options, SEATS[game]), SEATS[game])
    bots = NAMES[: SEATS[game]]
    if rules_named(game).is_team:
        blocks = [block_of(pool, bots, round_=0, number=n, shuffle="self/0") for n in range(2)]
        return [fixtures_of(block, b"secret", "stage")[0] for block in blocks]
    return list(fixtures_of(block_of(pool, bots, round_=0, number=0), b"secret", "stage")[:2])


async def table_of(contest, game):
    bots = find([str(contest.bots / name) for name in NAMES[: SEATS[game]]])
    limits = Limits(move_ms=5000, game_ms=100_000, start_ms=60_000)
    return await prepared(Table(tuple(bots), open_sandbox("auto", None), limits))


@pytest.mark.parametrize("game", ALL)
async def test_who_sits_down_for_both_knows_the_own_hand_again(game, contest):
    """Control: in the same seat both games begin with the same hand."""
    records = []

    table = await table_of(contest, game)
    await play_sitting(table, same_cards_twice(game), finished=records.append)

    assert_known_again(records, "the hand")


@pytest.mark.parametrize("game", ALL)
async def test_who_moves_on_by_a_seat_knows_the_others_cards_again(game, contest):
    """Control: in the seat of another the bot holds the cards that it saw being laid."""
    records = []
    table = await table_of(contest, game)
    heartbeat = Heartbeat()
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        nursery.start_soon(heartbeat.beat)
        seats = await seated(table, heartbeat, stack)
        for turn, fixture in enumerate(same_cards_twice(game)):
            players = rotated(seats.players, turn)
            match = Match(fixture, rules_named(game), players)
            records.append(await match.play(seats.not_started))
        nursery.cancel_scope.cancel()

    assert_known_again(records, "the hand" if game == "six-nimmt" else "another ha")


def assert_known_again(records, how):
    first, second = records
    assert first.faults == ()
    assert {fault.verdict for fault in second.faults} == {"illegal"}
    assert f"known again: {how}" in "".join(second.stderr)
