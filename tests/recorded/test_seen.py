"""What a record says that a seat saw is what the seat was sent, in every kind of match."""

import io
import re
from itertools import groupby

import hypothesis
import hypothesis.strategies as st
import pytest
import trio
import trio.testing
from rich.console import Console

from arena.console.replay import show_seat
from arena.records import history
from arena.retelling import asked_of
from tests.play.memory import After, honest, referee


def played(game, bots, **more):
    """A match in memory: its record, and the processes with all that they were sent."""

    async def play():
        return await referee(game, bots, **more)

    return trio.run(play, clock=trio.testing.MockClock(autojump_threshold=0))


def told(record, seat):
    """All asks of a seat, by the record."""
    return [
        {
            "turn": asked.turn,
            "asks": asked.view.asks,
            "view": asked.view.to_map(),
            "events": list(asked.events),
        }
        for asked in asked_of(record, seat)
    ]


def sent(bot):
    """The same, by the frames."""
    return [{key: ask[key] for key in ("turn", "asks", "view", "events")} for ask in bot.asks]


def assert_told_what_was_sent(record, bots):
    for seat, bot in enumerate(bots):
        assert _plain(told(record, seat)) == _plain(sent(bot)), f"seat {seat}"


def _plain(value):
    """Tuples as the lists that they become on the wire."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


# Bots that break off: at which ask, and what they say there.

ILLEGAL = {"plays": [], "card": 0, "row": 9, "wish": "all", "signals": ["loud"] * 4, "give": "x"}
UNREADABLE = {"plays": 7, "card": "7", "row": None, "wish": 3, "signals": "x", "special": 5}


def breaking(turn, said, *, asks=None):
    """Honest, but for this ask, or for every ask of this kind."""
    return honest(lambda _, ask: said if ask["turn"] == turn or ask["asks"] == asks else None)


def not_starting(_):
    return None


def babbling(message):
    return b"\xff\xff\xff\xff" if message["type"] == "hello" else None


FAULTS = {
    "illegal": lambda ask_turn: breaking(ask_turn, ILLEGAL),
    "unreadable": lambda ask_turn: breaking(ask_turn, UNREADABLE),
    "gone": lambda ask_turn: breaking(ask_turn, b""),
    "late": lambda ask_turn: breaking(ask_turn, After(60, {"wish": "eager"})),
    "garbage": lambda ask_turn: breaking(ask_turn, b"\0\0\0\1\xc1"),
    "did not start": lambda _: not_starting,
    "bad handshake": lambda _: babbling,
}
GAMES = {
    "face-to-face": ("face-to-face", 2, {}),
    "the-game for 1": ("the-game", 1, {}),
    "the-game": ("the-game", 2, {}),
    "the-game for 3": ("the-game", 3, {}),
    "the-game, silent": ("the-game", 3, {"league": "silent"}),
    "six-nimmt": ("six-nimmt", 3, {"deals": 2}),
    "six-nimmt for 2": ("six-nimmt", 2, {"deals": 1}),
    "six-nimmt, specials": ("six-nimmt", 3, {"deals": 1, "specials": True}),
    "six-nimmt, draft": ("six-nimmt", 3, {"deals": 1, "logic": True}),
}


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_match(game):
    """Every ask of every seat, with its view and all events since the last one."""
    name, seats, options = GAMES[game]
    record, bots = played(name, [honest() for _ in range(seats)], options=options)

    assert record.faults == ()
    assert all(bot.asks for bot in bots)
    assert_told_what_was_sent(record, bots)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("game", ["face-to-face", "the-game", "six-nimmt"])
def test_a_match_with_a_fault(game, fault, seat):
    """The ask at which a bot failed was sent; after it was thrown out nothing was."""
    name, seats, options = GAMES[game]
    bots = [honest() for _ in range(seats)]
    bots[seat] = FAULTS[fault](2)
    record, processes = played(name, bots, options=options)

    assert record.faults
    assert_told_what_was_sent(record, processes)


@pytest.mark.parametrize("asks", ["wish", "signal"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_fault_in_the_middle_of_a_simultaneous_step(asks, seat):
    """The Game: others were asked at the same moment, though their answers came to nothing."""
    bots = [honest(), honest(), honest()]
    bots[seat] = breaking(None, b"", asks=asks)
    record, processes = played("the-game", bots)

    assert record.outcome.reason == "fault"
    assert_told_what_was_sent(record, processes)


def test_several_faults_at_one_moment():
    """6 nimmt!: all fail over the same trick, each at its own ask."""
    bots = [breaking(2, ILLEGAL), breaking(2, b""), honest()]
    record, processes = played("six-nimmt", bots, options={"deals": 1})

    assert len(record.faults) == 2
    assert_told_what_was_sent(record, processes)


@hypothesis.settings(max_examples=60, phases=[hypothesis.Phase.generate])
@hypothesis.given(
    game=st.sampled_from(sorted(GAMES)),
    faults=st.lists(
        st.none() | st.tuples(st.sampled_from(sorted(FAULTS)), st.integers(1, 12)),
        min_size=3,
        max_size=3,
    ),
    seed=st.integers(0, 10**6),
)
def test_any_match(game, faults, seed):
    """Whoever fails, how and when."""
    name, seats, options = GAMES[game]
    bots = [FAULTS[each[0]](each[1]) if each else honest() for each in faults[:seats]]
    record, processes = played(name, bots, options=options, seed=seed)

    assert_told_what_was_sent(record, processes)


# What is shown of it


def shown(record, seat):
    text = io.StringIO()
    show_seat(Console(file=text, width=80), record, seat)
    return text.getvalue()


def numbers_in(value):
    """All numbers in a document."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return {number for inner in value for number in numbers_in(inner)}
    return {value} if type(value) is int else set()


def hidden_cards(rules, state, seat):
    """In the hands of others, or still to be drawn."""
    if rules == "face-to-face":
        me, other = state.sides[seat], state.sides[1 - seat]
        return {*other.hand, *other.deck, *me.deck}
    others = {card for at, hand in enumerate(state.hands) if at != seat for card in hand}
    return others | {*getattr(state, "deck", ())}


def states_before(record):
    """By step: the state in which the seats of that step were asked."""
    before, state = {}, None
    for step, happened in groupby(history(record), lambda each: each.step):
        before[step] = state
        *_, state = (each.state for each in happened)
    return before


# Numbers that are no cards: times, counts, and the names of places.
_NO_CARDS = r"\d+\.\d+ ms|\d+ (heads|cards|before|in hand|to draw|to lay)|(row|seat|deal|trick) \d+"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", ["face-to-face", "the-game for 3", "six-nimmt"])
def test_cards_that_a_seat_did_not_see_are_not_shown(game, seat):
    """In an ask stand cards of its view, of its events and of the own move, and no others."""
    name, seats, options = GAMES[game]
    careless = honest(lambda _, ask: ILLEGAL if ask["turn"] == 9 else None)
    bots = [*(honest() for _ in range(seats - 1)), careless]
    record, _ = played(name, bots, options=options)
    before = states_before(record)
    text, _, _ = shown(record, seat).rstrip().rpartition("\n")  # the last line is the result
    parts = re.split(r"^ask \d+: ", text, flags=re.MULTILINE)[1:]
    asks = list(asked_of(record, seat))

    assert len(parts) == len(asks) > 5
    for part, asked in zip(parts, asks, strict=True):
        move = asked.decision.move if asked.decision else {}
        seen = numbers_in([asked.view.to_map(), asked.events, move])
        hidden = hidden_cards(name, before[asked.step], seat) - seen
        there = {int(number) for number in re.findall(r"\b\d+\b", re.sub(_NO_CARDS, "", part))}
        assert there & hidden == set(), part


def test_a_seat_is_not_shown_the_seed_of_the_deal():
    """Whoever knows it can deal all hands: it is not what the seat saw."""
    record, _ = played("face-to-face", [honest(), honest()])

    assert record.fixture.deal_seed.hex() not in shown(record, 0)


def test_the_words_of_others_are_not_shown():
    """Neither their stderr nor the detail of their faults."""
    record, _ = played("face-to-face", [honest(), breaking(2, ILLEGAL)])
    record = record._replace(stderr=("mine alone", "theirs alone"))

    assert "mine alone" in shown(record, 0)
    assert "theirs alone" not in shown(record, 0)
    assert record.faults[0].detail not in shown(record, 0)
    assert record.faults[0].detail in shown(record, 1)


def test_answers_are_those_of_the_record():
    """Each ask carries the move and the time that belong to it."""
    record, bots = played("the-game", [honest(), breaking(3, ILLEGAL)])

    for seat, _ in enumerate(bots):
        own = [made for made in record.decisions if made.seat == seat]
        asked = [each for each in asked_of(record, seat) if each.decision]
        assert [each.decision for each in asked] == own
        assert all(each.time is not None for each in asked)
