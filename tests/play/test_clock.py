"""Start, move and game clocks, in virtual time."""

import pytest
import trio

from arena.model import Limits
from tests.play.memory import After, MemoryBot, answer, honest, ready, referee


def thinking(seconds):
    """A bot that takes so long for every answer; `seconds` may be a function of the ask."""

    def pick(view, ask):
        from arena_sdk.bot import game_module

        module = game_module("six-nimmt" if ask["asks"] in ("choose", "take") else "face-to-face")
        move = next(iter(module.legal_moves(view))).to_map()
        return After(seconds(ask) if callable(seconds) else seconds, answer(ask, move))

    return honest(pick)


async def test_an_answer_inside_the_limit_counts(autojump_clock):
    """An answer after 499 of 500 ms is played, and its time is in the record."""
    limits = Limits(game_ms=1_000_000)
    record, _ = await referee("face-to-face", [thinking(0.499), honest()], limits=limits)

    assert record.faults == ()
    mine = [
        time.wall_ms
        for made, time in zip(record.decisions, record.times, strict=True)
        if made.seat == 0
    ]
    assert mine == pytest.approx([499] * len(mine))


async def test_an_answer_after_the_deadline_is_lost(autojump_clock):
    """An answer after 501 of 500 ms is late, even if it is right."""
    record, _ = await referee("face-to-face", [thinking(0.501), honest()])

    assert [(f.verdict, f.turn) for f in record.faults] == [("late", 1)]
    assert "500 ms" in record.faults[0].detail


async def test_a_frame_must_be_whole_by_the_deadline(autojump_clock):
    """One byte at a time does not stretch the clock: the whole answer must be there."""

    def drip(view, ask):
        from arena_sdk.face_to_face import legal_moves
        from tests.play.memory import frame

        data = frame(answer(ask, next(legal_moves(view)).to_map()))
        return [After(0.1 * i, data[i : i + 1]) for i in range(len(data))]

    record, _ = await referee("face-to-face", [honest(drip), honest()])

    assert record.faults[0].verdict == "late"


async def test_the_bank_is_told_and_spent(autojump_clock):
    """Every ask tells what is left; move_ms is never more than the bank."""
    limits = Limits(move_ms=400, game_ms=1000)
    _, (slow, _) = await referee("face-to-face", [thinking(0.3), honest()], limits=limits)

    assert [ask["clock"] for ask in slow.asks[:4]] == [
        {"move_ms": 400, "game_ms": 1000},
        {"move_ms": 400, "game_ms": 700},
        {"move_ms": 400, "game_ms": 400},
        {"move_ms": 100, "game_ms": 100},
    ]


async def test_an_empty_bank_is_late(autojump_clock):
    """A bot that has spent its game's time is late at the next ask, however quick."""
    limits = Limits(move_ms=400, game_ms=1000)
    record, _ = await referee("face-to-face", [thinking(0.3), honest()], limits=limits)

    assert [(f.verdict, f.turn) for f in record.faults] == [("late", 4)]
    assert "left of its game" in record.faults[0].detail


async def test_the_bank_is_full_again_in_the_next_game(autojump_clock):
    """game_ms is the bank of one game, not of the process."""
    limits = Limits(move_ms=500, game_ms=100_000)
    _, (slow, _) = await referee("face-to-face", [thinking(0.4), honest()], limits=limits, games=2)

    firsts = [ask["clock"]["game_ms"] for ask in slow.asks if ask["turn"] == 1]
    assert firsts == [100_000, 100_000]


async def test_nobody_pays_for_the_others_thinking(autojump_clock):
    """A seat's clock runs only while its own ask is open, simultaneous asks too."""
    record, bots = await referee(
        "six-nimmt", [thinking(0.4), honest(), thinking(0.4)], options={"deals": 1}
    )

    assert record.faults == ()
    assert all(ask["clock"]["game_ms"] == 10000 for ask in bots[1].asks)


async def test_a_late_bot_does_not_make_the_next_one_late(autojump_clock):
    """After one seat's deadline has passed the others keep their whole time."""
    once = thinking(lambda ask: 9.0 if ask["turn"] == 2 else 0.0)
    record, _ = await referee(
        "six-nimmt", [once, thinking(0.45), thinking(0.45)], options={"deals": 1}
    )

    assert [(f.seat, f.verdict, f.turn) for f in record.faults] == [(0, "late", 2)]
    assert record.outcome.places[0] == 3


async def test_two_late_bots_in_one_trick_are_both_late(autojump_clock):
    """Simultaneous asks: each seat is judged by its own clock."""
    once = lambda ask: 9.0 if ask["turn"] == 2 else 0.0  # noqa: E731 - it is the data
    record, _ = await referee(
        "six-nimmt", [thinking(once), honest(), thinking(once)], options={"deals": 1}
    )

    assert [(f.seat, f.verdict, f.turn) for f in record.faults] == [
        (0, "late", 2),
        (2, "late", 2),
    ]


@pytest.mark.parametrize(
    ("seconds", "verdicts"), [(9.9, []), (10.1, ["did_not_start"])], ids=["in time", "too slow"]
)
async def test_starting_has_a_clock_of_its_own(seconds, verdicts, autojump_clock):
    """start_ms runs to `ready` and is not charged to any move."""
    quick = honest()

    def slow_to_start(message):
        if message["type"] == "hello":
            return After(seconds, ready(message))
        return quick(message)

    record, _ = await referee("face-to-face", [slow_to_start, honest()])

    assert [fault.verdict for fault in record.faults] == verdicts


async def test_half_a_ready_is_a_bad_handshake(autojump_clock):
    """A bot that begins to speak and never ends its ready has shaken hands badly."""
    half = lambda message: b"\0\0\0\x20half" if message["type"] == "hello" else None  # noqa: E731
    record, _ = await referee("face-to-face", [half, honest()])

    assert record.faults[0].verdict == "bad_handshake"


async def test_an_answer_read_after_the_deadline_is_late(autojump_clock, monkeypatch):
    """If the referee wakes up late the clock decides, and the next seat is not hit by it."""
    plain_read = MemoryBot.read
    jumped = []

    def slow_read(self, wait_ms=0):
        data = plain_read(self, wait_ms)
        if data and self.asks and self.asks[-1]["turn"] == 2 and not jumped:
            jumped.append(self)
            autojump_clock.jump(0.6)
        return data

    monkeypatch.setattr(MemoryBot, "read", slow_read)
    record, _ = await referee("six-nimmt", [honest() for _ in range(3)], options={"deals": 1})

    assert [(f.seat, f.verdict, f.turn) for f in record.faults] == [(0, "late", 2)]


async def test_quick_bots_let_others_run(autojump_clock, monkeypatch):
    """Answers that are there at once are taken without trio, but not for more than 10 ms."""
    turns = 0
    plain_write = MemoryBot.write

    def write_for_a_millisecond(self, data):
        autojump_clock.jump(0.001)
        return plain_write(self, data)

    monkeypatch.setattr(MemoryBot, "write", write_for_a_millisecond)

    async def count_turns():
        nonlocal turns
        while True:
            await trio.lowlevel.checkpoint()
            turns += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(count_turns)
        record, _ = await referee("six-nimmt", [honest() for _ in range(2)])
        nursery.cancel_scope.cancel()

    asked = len(record.decisions)
    assert asked > 50
    assert asked / 10 <= turns <= asked / 2


async def test_the_clock_runs_from_before_the_write(autojump_clock, monkeypatch):
    """On one core a write may run the bot before it returns: that time is the bot's."""
    plain_write = MemoryBot.write

    def slow_write(self, data):
        taken = plain_write(self, data)
        if self.asks and self.frames[-1] is self.asks[-1]:
            autojump_clock.jump(0.1)
        return taken

    monkeypatch.setattr(MemoryBot, "write", slow_write)
    record, _ = await referee("face-to-face", [honest(), honest()])

    assert all(time.wall_ms >= 100 for time in record.times)
