"""What a fault costs in each game, and what the record says of it."""

import pytest

from arena.records import states_of
from tests.play.memory import MemoryBot, answer, honest, ready, referee


def illegal_at(turn, move):
    """A bot that is honest until its ask of this number."""
    return honest(lambda _, ask: answer(ask, move) if ask["turn"] == turn else None)


def silent(_):
    return None


def garbage(message):
    return b"\xff\xff\xff\xff" if message["type"] == "hello" else None


async def test_face_to_face_is_lost(autojump_clock):
    """Face to Face: whoever faults loses; the fault names seat, verdict and ask."""
    record, bots = await referee("face-to-face", [honest(), illegal_at(2, {"plays": []})])

    assert record.outcome == ((1, 0), (1, 2), "fault")
    (fault,) = record.faults
    assert (fault.seat, fault.verdict, fault.turn) == (1, "illegal", 2)
    assert "at least 2" in fault.detail
    assert bots[1].killed
    assert not bots[0].killed


async def test_the_other_hears_of_the_fault(autojump_clock):
    """The over of the other bot carries the fault as an event, without any detail."""
    _, (other, _) = await referee("face-to-face", [honest(), illegal_at(2, {"plays": []})])

    assert other.frames[-1]["events"][-1] == {
        "kind": "fault",
        "seat": 1,
        "verdict": "illegal",
        "stand_in": False,
    }


async def test_both_fail_before_either_moved(autojump_clock):
    """Face to Face: both fail before either moved: 0-0, equal places, turn 0."""
    record, _ = await referee("face-to-face", [silent, garbage])

    assert record.outcome == ((0, 0), (1, 1), "fault")
    assert [(f.seat, f.verdict, f.turn) for f in record.faults] == [
        (0, "did_not_start", 0),
        (1, "bad_handshake", 0),
    ]


async def test_one_bot_that_does_not_start_loses(autojump_clock):
    """A bot that never gets ready loses to the one that does."""
    record, _ = await referee("face-to-face", [silent, honest()])

    assert record.outcome == ((0, 1), (2, 1), "fault")
    assert record.decisions == ()


async def test_the_team_keeps_the_score_before_the_turn(autojump_clock):
    """The Game: the game ends with the score before that turn, the culprit recorded."""
    honest_record, _ = await referee("the-game", [honest(), honest()])
    record, _ = await referee("the-game", [honest(), illegal_at(5, {"plays": [[2, "up_1"]]})])

    laid = sum(len(made.move["plays"]) for made in record.decisions if made.asks == "play")
    assert record.outcome.reason == "fault"
    assert record.outcome.scores == (98 - laid,) * 2
    assert record.decisions == honest_record.decisions[: len(record.decisions)]


async def test_what_was_decided_beside_a_fault_is_not_applied(autojump_clock):
    """The Game: signals given at the moment of another's fault are no turns of the match."""
    late_crash = honest(lambda _, ask: b"" if ask["asks"] == "signal" else None)
    record, _ = await referee("the-game", [honest(), honest(), late_crash])

    assert record.faults[0].verdict == "gone"
    assert {made.asks for made in record.decisions} == {"wish"}


@pytest.mark.parametrize(
    "bad",
    [
        {"signals": ["jump_here", "none", "none", "none"]},
        {"signals": ["none"] * 3},
        {"signals": ["35", "none", "none", "none"]},
        {"signals": []},
    ],
)
async def test_an_illegal_signal_is_read_as_silence(bad, autojump_clock):
    """The Game, T28: an illegal signal is recorded, counts as none, and the game goes on."""
    rude = honest(lambda _, ask: bad if ask["asks"] == "signal" else None)
    record, bots = await referee("the-game", [honest(), rude])

    assert record.outcome.reason != "fault"
    assert {fault.verdict for fault in record.faults} == {"illegal"}
    assert not bots[1].killed
    stood_in = [made for made in record.decisions if made.stand_in]
    assert stood_in
    assert all(made.move == {"signals": ["none"] * 4} for made in stood_in)
    assert bots[0].asks[1]["view"]["signals"][1] == ["none"] * 4


async def test_an_illegal_wish_is_neutral(autojump_clock):
    """The Game: an illegal wish counts as neutral, is recorded, and the game goes on."""
    rude = honest(lambda _, ask: {"wish": "ME"} if ask["asks"] == "wish" else None)
    record, bots = await referee("the-game", [honest(), rude])

    assert record.faults[0].verdict == "illegal"
    assert record.outcome.reason != "fault"
    heard = bots[0].asks[1]["events"]
    assert {"kind": "wished", "seat": 1, "wish": "neutral"} in heard
    assert not [event for event in heard if event["kind"] == "fault"]


async def test_an_unreadable_signal_ends_the_game(autojump_clock):
    """The Game: only an illegal signal is forgiven; one of the wrong type ends the game."""
    rude = honest(lambda _, ask: {"signals": "35"} if ask["asks"] == "signal" else None)
    record, _ = await referee("the-game", [honest(), rude])

    assert (record.outcome.reason, record.faults[0].verdict) == ("fault", "unreadable")


async def test_extra_keys_of_a_signal_are_shown_to_nobody(autojump_clock):
    """Unknown keys, inside a move too, are ignored, and no other seat ever sees them."""

    def chatty(_, ask):
        if ask["asks"] != "signal":
            return None
        return answer(ask, {"signals": ["none"] * 4, "psst": "I hold 35"}, psst="35")

    record, bots = await referee("the-game", [honest(), honest(chatty)])

    assert record.faults == ()
    assert not any(b"psst" in raw for raw in bots[0].raw)
    assert not any("psst" in made.move for made in record.decisions)


async def test_six_nimmt_goes_on_with_the_stand_in(autojump_clock):
    """6 nimmt!: the stand-in plays the lowest card to the end; the bot is placed last."""
    record, bots = await referee(
        "six-nimmt", [honest(), illegal_at(3, {"card": 1000}), honest()], options={"deals": 1}
    )

    assert record.outcome.reason == "deals"
    assert record.outcome.places[1] == 3
    mine = [made for made in record.decisions if made.seat == 1]
    chosen = [made for made in mine if made.asks == "choose"]
    assert [made.stand_in for made in chosen] == [False] * 2 + [True] * 8
    lowest_first = [made.move["card"] for made in chosen[2:]]
    assert lowest_first == sorted(lowest_first)
    assert len(bots[1].asks) == 3
    assert bots[0].frames[-1]["type"] == "over"


async def test_an_earlier_fault_is_placed_lower(autojump_clock):
    """6 nimmt!: of two who left the earlier is placed lower; scores stay the heads taken."""
    record, _ = await referee(
        "six-nimmt",
        [illegal_at(4, {"card": 0}), honest(), illegal_at(2, {"card": 0}), honest()],
        options={"deals": 1},
    )

    assert record.outcome.places[0] == 3
    assert record.outcome.places[2] == 4
    assert sorted(record.outcome.places)[:2] in ([1, 1], [1, 2])


async def test_faults_at_the_same_moment_share_a_place(autojump_clock):
    """6 nimmt!: who was asked first does not matter among faults of one trick."""

    def in_trick_two(view, ask):
        return {"card": 0} if ask["asks"] == "choose" and view.trick == 2 else None

    record, _ = await referee(
        "six-nimmt", [honest(in_trick_two), honest(), honest(in_trick_two)], options={"deals": 1}
    )

    assert record.outcome.places == (2, 1, 2)


async def test_a_whole_table_of_stand_ins_finishes(autojump_clock):
    """6 nimmt!: when every bot has left, the game is played to its end all the same."""
    record, _ = await referee("six-nimmt", [silent, silent], options={"deals": 2})

    assert record.outcome.reason == "deals"
    assert all(made.stand_in for made in record.decisions)
    assert record.outcome.places == (1, 1)


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("face-to-face", [honest(), illegal_at(2, {"plays": []})]),
        ("face-to-face", [silent, garbage]),
        ("the-game", [honest(), illegal_at(5, {"plays": []})]),
        (
            "the-game",
            [honest(), honest(lambda _, a: {"signals": []} if a["asks"] == "signal" else None)],
        ),
        ("six-nimmt", [honest(), illegal_at(3, {"card": 0}), silent]),
    ],
)
async def test_a_record_with_faults_replays_to_its_outcome(game, bots, autojump_clock):
    """Fixture, decisions and faults lead to the same outcome again."""
    record, _ = await referee(game, bots)

    assert record.faults
    assert len(list(states_of(record))) > 1  # raises if the outcome differs


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (lambda ask: answer(ask, {"plays": []}, turn=ask["turn"] + 1), "out_of_turn"),
        (lambda ask: answer(ask, {"plays": []}, turn=ask["turn"] - 1), "out_of_turn"),
        (lambda ask: answer(ask, {"plays": []}, game=2), "out_of_turn"),
        (lambda _: ready({"type": "hello"}), "out_of_turn"),
        (lambda ask: answer(ask, {"plays": []}, turn=True), "unreadable"),
        (lambda ask: answer(ask, {"plays": []}, turn=1.0), "unreadable"),
        (lambda ask: answer(ask, {"plays": []}, turn="1"), "unreadable"),
        (lambda ask: answer(ask, []), "unreadable"),
        (lambda ask: answer(ask, {}), "unreadable"),
        (lambda ask: answer(ask, {"plays": None}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [7]}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [["7", "own_up"]]}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [[7.0, "own_up"]]}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [[True, "own_up"]]}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [[7, b"own_up"]]}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [[7, None]]}), "unreadable"),
        (lambda ask: answer(ask, {"plays": [[7]]}), "illegal"),
        (lambda ask: answer(ask, {"plays": [[]]}), "illegal"),
        (lambda ask: answer(ask, {"plays": [[7, "own_up", 1]]}), "illegal"),
        (lambda ask: answer(ask, {"plays": [[7, "left"], [8, "own_up"]]}), "illegal"),
        (lambda ask: answer(ask, {"plays": []}), "illegal"),
        (lambda ask: {"type": "ask", **answer(ask, {})} | {"type": "ask"}, "unreadable"),
        (lambda _: {"type": "hooray"}, "unreadable"),
        (lambda _: {"kind": "answer"}, "unreadable"),
        (lambda _: b"\0\0\0\0", "unreadable"),
        (lambda _: b"\0\1\0\1", "unreadable"),
        (lambda _: b"\0\0\0\1\xc1", "unreadable"),
        (lambda _: b"\0\0\0\2\x80\x80", "unreadable"),
        (lambda _: [b"\0\0\0\x10half", b""], "gone"),
        (lambda _: b"", "gone"),
        (lambda _: None, "late"),
        (lambda _: b"\0\0\0\x10half", "late"),
    ],
)
async def test_verdict_borders(said, verdict, autojump_clock):
    """Each way to answer wrongly has its verdict, at the ask where it happened."""
    wrong = honest(lambda _, ask: said(ask) if ask["turn"] == 2 else None)
    if said(dict(game=1, turn=2)) is None:  # noqa: C408 - an ask in short
        wrong = mute_at_second_ask()
    record, _ = await referee("face-to-face", [wrong, honest()])

    assert [(f.seat, f.verdict, f.turn) for f in record.faults] == [(0, verdict, 2)]
    assert record.outcome.scores == (0, 1)


def mute_at_second_ask():
    bot = honest()
    return lambda message: (
        None if message["type"] == "ask" and message["turn"] == 2 else bot(message)
    )


async def test_a_second_answer_behind_the_first_is_out_of_turn(autojump_clock):
    """Two answers in one read: the second was not asked for, and the turn is lost by it."""

    def twice(view, ask):
        if ask["turn"] != 2:
            return None
        from arena_sdk.face_to_face import legal_moves

        said = answer(ask, next(legal_moves(view)).to_map())
        return [said, said]

    record, _ = await referee("face-to-face", [honest(twice), honest()])

    assert [(f.verdict, f.turn) for f in record.faults] == [("out_of_turn", 2)]
    assert len([made for made in record.decisions if made.seat == 0]) == 1


@pytest.mark.parametrize(
    ("early", "verdict"),
    [
        ({"type": "answer", "game": 1, "turn": 1, "move": {"plays": []}}, "out_of_turn"),
        (b"\0\0", "out_of_turn"),
        (b"\0\0\0\x20half an answer", "out_of_turn"),
        (b"\0\0\0\0", "unreadable"),
        (b"Hello, world!\n", "unreadable"),
        (b"\0\1\0\0" + b"x" * 65535, "too_much_output"),
    ],
)
async def test_what_is_there_before_the_ask_is_a_fault(early, verdict, autojump_clock):
    """The referee reads what is there before it writes an ask; nothing may be there."""

    def hasty(message):
        return early if message["type"] == "start" else ready(message)

    record, bots = await referee("face-to-face", [hasty, honest()])

    assert [(f.verdict, f.turn) for f in record.faults] == [(verdict, 1)]
    assert bots[0].asks == []


async def test_an_illegal_signal_is_no_message_of_its_own(autojump_clock):
    """To all others an illegal signal is the same bytes as four times none: no 82nd message."""

    def loud(_, ask):
        return {"signals": ["LOUD"] * 4} if ask["asks"] == "signal" else None

    _, polite = await referee("the-game", [honest() for _ in range(3)])
    record, rude = await referee("the-game", [honest(), honest(loud), honest()])

    assert record.faults
    assert rude[2].raw == polite[2].raw
    assert rude[0].raw == polite[0].raw


async def test_a_bot_that_ended_before_any_move_does_not_win(autojump_clock, monkeypatch):
    """Face to Face: the first mover faults and the other has ended already: 0-0."""

    async def ended(self, at_most_s):
        return 0

    gone = honest()
    monkeypatch.setattr(MemoryBot, "wait_ended", ended)
    record, _ = await referee("face-to-face", [illegal_at(1, {"plays": []}), gone])

    assert record.outcome == ((0, 0), (1, 1), "fault")
    assert [(f.seat, f.verdict, f.turn) for f in record.faults] == [
        (0, "illegal", 1),
        (1, "gone", 0),
    ]
    assert list(states_of(record))


async def test_a_forgiven_bot_keeps_its_place(autojump_clock):
    """After an illegal signal the process is not thrown out; it plays the next game too."""
    rude = honest(lambda _, ask: {"signals": []} if ask["asks"] == "signal" else None)
    record, bots = await referee("the-game", [honest(), rude], games=2)

    assert record.faults
    assert {ask["game"] for ask in bots[1].asks} == {1, 2}
