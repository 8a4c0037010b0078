"""What every kind of schedule promises: the same rounds for everybody, and no going back."""

import json
import os
import subprocess
import sys
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.plan import Field
from arena.schedule import FIRST_ROUND, LATER_ROUNDS, MIXED, Schedule, Scheduled, cut
from tests.schedule.contest import CHANCE, KINDS, Memory, all_kinds, play, pool_of, stage_of

every_kind = pytest.mark.parametrize("kind", KINDS)
ANNOUNCED = st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True).map(sorted)


def rounds_of(stage):
    """All rounds of a stage whose schedule looks at no result."""
    schedule = Schedule(stage, Memory())
    return list(iter(map(schedule.round, count()).__next__, None))


def ids(rounds):
    return [block.id for blocks in rounds for block in blocks]


@given(ANNOUNCED, st.integers(0, 45))
def test_rounds_cover_what_was_announced_and_nothing_twice(announced, start):
    """One after another from what was played before to the last number that was announced."""
    rounds = cut(announced, start)

    assert [at for part in rounds for at in part] == list(range(start, announced[-1]))
    assert all(len(part) <= LATER_ROUNDS for part in rounds[1:])
    assert all(len(part) <= FIRST_ROUND for part in rounds[:1])
    assert all(rounds), "a round without a meeting would be looked at for nothing"


@given(ANNOUNCED, st.integers(0, 45))
def test_what_is_announced_later_begins_a_round_of_its_own(announced, start):
    """The rounds of the first announcement stay as they were cut, and end where it ended."""
    for some in range(1, len(announced)):
        before = cut(announced[:some], start)

        assert cut(announced, start)[: len(before)] == before
        assert not before or before[-1].stop == announced[some - 1]


def test_the_first_round_is_short_and_the_others_fill_a_sitting():
    """Two meetings, then eight, then what is left."""
    assert cut([13], 0) == [range(2), range(2, 10), range(10, 13)]
    assert cut([3, 12], 1) == [range(1, 3), range(3, 11), range(11, 12)]
    assert cut([3], 3) == []


@every_kind
@pytest.mark.parametrize("announced", [[1, 2], [4, 6], [2, 3, 11]])
def test_more_blocks_change_no_earlier_round(kind, announced):
    """Whoever asks for more gets the same rounds, and then others."""
    longer = play(KINDS[kind](announced))
    for some in range(1, len(announced)):
        shorter = play(KINDS[kind](announced[:some]))

        assert longer[: len(shorter)] == shorter
        assert any(longer[len(shorter) :])


MIXED_LATER = stage_of(3, [2], "the-game", 2, cross_play=20)
PAIRS, TEAMS = Field(pool_of(), ("a", "b", "c")), Field(pool_of("the-game", 2), ("c", "d"))
NEW_GAME = Scheduled(
    (PAIRS, TEAMS),
    "round-robin",
    (11,),
    dict.fromkeys((PAIRS.pool.text, TEAMS.pool.text), CHANCE),
    before={PAIRS.pool.text: {("a", "b"): 3, ("a", "c"): 3, ("b", "c"): 3}},
)


@pytest.mark.parametrize("stage", [MIXED_LATER, NEW_GAME], ids=["mixed teams", "two pools"])
@pytest.mark.parametrize("closed", range(5))
def test_more_blocks_change_no_round_in_which_others_played_on(stage, closed):
    """A round that some had to themselves may be closed; who comes too late is never played."""
    rounds = rounds_of(stage)
    whole = rounds_of(stage._replace(announced=(20,)))

    more = rounds_of(stage._replace(announced=(*stage.announced, 20), since=(closed,)))

    assert more[: len(rounds)][:closed] == rounds[:closed]
    for blocks, longer in zip(rounds, more, strict=False):
        assert {*ids([blocks])} <= {*ids([longer])}
    assert sorted(ids(more)) == sorted(ids(whole))


@given(ANNOUNCED, st.integers(0, 45), st.lists(st.integers(0, 12), min_size=3, max_size=3))
def test_nothing_is_announced_into_rounds_that_were_closed(announced, start, since):
    """Each number begins where it may; no meeting is lost by that and none comes twice."""
    since = sorted(since)[: len(announced) - 1]
    rounds = cut(announced, start, since)

    assert [at for part in rounds for at in part] == list(range(start, announced[-1]))
    for some, first in enumerate(since, 1):
        before = cut(announced[:some], start, since[: some - 1])
        assert rounds[: len(before)] == before
        early = [at for part in rounds[:first] for at in part]
        assert all(at < announced[some - 1] for at in early)


@every_kind
def test_a_schedule_that_goes_on_is_the_one_that_was_begun(kind):
    """A fresh schedule gives each round as the first did, at once and when all is played."""
    memory = Memory()
    stage = KINDS[kind]([2, 4])
    rounds = play(stage, memory)

    for number, blocks in enumerate(rounds):
        assert Schedule(stage, memory).round(number) == blocks
    again = Schedule(stage, memory)
    assert [again.round(number) for number in range(len(rounds))] == rounds
    assert [again.round(number) for number in range(len(rounds))] == rounds
    assert again.round(len(rounds)) is None


@every_kind
def test_a_round_does_not_look_at_its_own_results(kind):
    """What is known of it while it is played changes nothing: not scores, not suspensions."""
    memory = Memory()
    stage = KINDS[kind]([1, 2])
    schedule = Schedule(stage, memory)
    for number in range(2):
        blocks = schedule.round(number)
        if kind == "swiss":
            memory.add(blocks, lambda _: 1.0)
        memory.out = {"bot01": number}

        assert Schedule(stage, memory).round(number) == blocks
        memory.out = {}


@every_kind
def test_a_suspended_bot_is_in_no_later_round(kind):
    """It plays its last round, and the others go on without it."""
    rounds = play(KINDS[kind]([4]), Memory(out={"bot03": 0}))

    playing = [{bot for block in blocks for bot in block.bots} for blocks in rounds]
    assert "bot03" in playing[0]
    assert len(rounds) > 1
    for later in playing[1:]:
        assert "bot03" not in later
        assert len(later) > 1


@every_kind
def test_no_block_comes_twice(kind):
    """Ids are unique in a stage, and each block knows its round."""
    rounds = play(KINDS[kind]([1, 2, 6]), Memory(out={"bot04": 1}))

    assert len({*ids(rounds)}) == len(ids(rounds))
    for number, blocks in enumerate(rounds):
        assert {block.round for block in blocks} <= {number}


@every_kind
def test_nothing_is_left_to_play_once_all_was_played_before(kind):
    """A number that is not larger than what earlier stages reached schedules nothing."""
    stage = KINDS[kind]([4])
    (field,) = stage.fields
    bots = field.bots
    couples = {(a, b): 4 for a in bots for b in bots if a < b}
    alone = {(bot,): 4 for bot in bots}
    before = {field.pool.text: {**couples, **alone, MIXED: 2, bots: 4}}

    assert Schedule(stage._replace(before=before), Memory()).round(0) is None


def test_pools_share_their_rounds_until_the_last_is_done():
    """Each pool has its part of a round; who is done first waits for the others."""
    first, second, third = (
        [block.pool.rules for block in blocks] for blocks in rounds_of(NEW_GAME)
    )

    assert first == ["face-to-face"] * 6 + ["the-game"] * 4
    assert second == ["face-to-face"] * 18 + ["the-game"] * 16
    assert third == ["the-game"] * 2


@pytest.mark.parametrize(
    "stage",
    [
        pytest.param(stage_of(1, [3]), id="round-robin"),
        pytest.param(stage_of(1, [3], format="gauntlet", challenger="bot00"), id="gauntlet"),
        pytest.param(stage_of(1, [3], format="knockout"), id="knockout"),
        pytest.param(stage_of(1, [3], format="swiss"), id="swiss"),
        pytest.param(stage_of(1, [3], "six-nimmt", 2), id="tables"),
        pytest.param(stage_of(0, [3], "six-nimmt", 2), id="no tables"),
        pytest.param(stage_of(0, [3], "the-game", 2), id="no teams"),
    ],
)
def test_a_field_of_too_few_has_nothing_to_play(stage):
    """As when a new stage begins after all others were suspended in the last."""
    assert play(stage) == []


def test_another_chance_draws_other_lots():
    """What is left to chance follows from the stage's secret."""
    for of in ("swiss", "tables", "teams"):
        stage = KINDS[of]([3])
        (pool,) = stage.chance
        other = stage._replace(chance={pool: CHANCE[::-1]})

        assert play(stage) == play(stage)
        assert play(stage) != play(other)


@pytest.mark.slow
def test_every_process_works_out_the_same_rounds():
    """Python's own dice, which order sets of names, have no say."""
    script = (
        "import json; from tests.schedule.contest import all_kinds; print(json.dumps(all_kinds()))"
    )
    made = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", script],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
                timeout=60,
            ).stdout
        )
        for seed in ("1", "2")
    ]

    for one, other in pairwise([all_kinds(), *made]):
        assert one == other
