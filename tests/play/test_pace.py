"""With a pace, how long a bot thought says next to nothing to its team mates."""

from itertools import pairwise

import trio

from tests.play.memory import After, honest, referee

PACE_S = 0.1


def thinking(seconds, asked_at):
    """An honest bot that takes its time, and writes down when it was asked."""
    plain = honest()

    def bot(message):
        said = plain(message)
        if message["type"] != "ask":
            return said
        asked_at.append(trio.current_time())
        return After(seconds, said)

    return bot


async def asked_when(first_s, second_s, pace_s, game="the-game"):
    """When the two bots of a match were asked, in order."""
    asked_at = []
    await referee(
        game,
        [thinking(first_s, asked_at), thinking(second_s, asked_at)],
        pace_s=pace_s,
    )
    return asked_at


async def test_answers_are_released_at_multiples_of_the_pace(autojump_clock):
    """However long each bot thought, the next is asked at a multiple after the ask."""
    asked_at = await asked_when(0.03, 0.14, PACE_S)

    gaps = [later - sooner for sooner, later in pairwise(asked_at)]
    assert gaps
    for gap in gaps:
        beats = gap / PACE_S
        assert abs(beats - round(beats)) < 1e-6
        assert round(beats) >= 1


async def test_two_speeds_within_one_beat_look_the_same(autojump_clock):
    """A bot that answers at once and one that takes nearly a beat cannot be told apart."""
    quick = await asked_when(0.001, 0.001, PACE_S)
    slow = await asked_when(0.09, 0.09, PACE_S)

    shifted = [round(at - quick[0], 6) for at in quick]
    assert shifted == [round(at - slow[0], 6) for at in slow]


async def test_without_a_pace_the_time_is_visible(autojump_clock):
    """The control: the next bot is asked as soon as the answer is there."""
    quick = await asked_when(0.001, 0.001, 0.0)
    slow = await asked_when(0.09, 0.09, 0.0)

    assert quick[1] - quick[0] < slow[1] - slow[0]


async def test_the_wait_is_nobodys_time(autojump_clock):
    """What is recorded is what the bot took, not what it waited for the beat."""
    record, _ = await referee("the-game", [thinking(0.03, []), thinking(0.03, [])], pace_s=PACE_S)

    assert all(29 < time.wall_ms < 31 for time in record.times)
