"""What always holds on the wire, whatever is sent and however it is split."""

from itertools import groupby, pairwise
from typing import Any

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena_sdk.errors import TheirMistake
from arena_sdk.messages import (
    MESSAGES,
    Answer,
    Ask,
    Bye,
    Hello,
    Map,
    Message,
    Over,
    Ready,
    Start,
)
from arena_sdk.wire import MAX_DEPTH, Conversation, NeedData, Role, decode, encode
from tests.wire.talks import ROLES, SAID, SPEAKER, STATES, framed, talk_at

pytestmark = pytest.mark.slow  # thousands of messages

# A busy machine is no reason to fail.
relaxed = settings(deadline=None)

ints = st.integers(-(2**63), 2**64 - 1)
texts = st.text(st.characters(codec="utf-8"), max_size=8)
leaves = (
    st.none() | st.booleans() | ints | st.floats(allow_nan=False) | texts | st.binary(max_size=8)
)


def nested(leaf: st.SearchStrategy[Any], key: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaf,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(key, inner, max_size=4),
        max_leaves=20,
    )


plain = nested(leaves, texts)
maps = st.dictionaries(texts, plain, max_size=4)
# Where what is said matters less than how it arrives, small maps find the same faults sooner.
small = st.dictionaries(texts, ints | texts | st.lists(ints, max_size=2), max_size=2)
events = st.lists(small, max_size=2)

# Everything msgpack can pack, with all that the protocol refuses.
odd_leaves = (
    leaves
    | st.just(float("nan"))
    | st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=9))
    | st.builds(msgpack.Timestamp, st.integers(-(2**63), 2**63 - 1), st.integers(0, 10**9 - 1))
)
odd = nested(odd_leaves, texts | st.binary(max_size=3) | ints | st.booleans() | st.none())

# Maps that are nearly messages: the known keys, with any values, some of them right.
likely = st.sampled_from([0, 1, 2, [], {}, {"card": 5}, "choose"]) | odd
keys = sorted({key for message in SAID.values() for key in message.to_map()} - {"type"})
nearly = st.fixed_dictionaries(
    {"type": st.sampled_from([*SAID, "ANSWER", b"answer"])},
    optional=dict.fromkeys(keys, likely),
)
sound = st.sampled_from([msgpack.packb(message.to_map()) for message in SAID.values()])


@st.composite
def scripts(draw: st.DrawFn) -> list[Message]:
    """All that is said in a process's life: a few games of a few turns."""
    plays = draw(st.none() | st.lists(texts, max_size=2).map(tuple))
    said: list[Message] = [Hello(draw(small)), Ready(draw(st.none() | texts), None, plays)]
    for game in draw(st.lists(ints, max_size=2)):
        said.append(Start(game, draw(texts), draw(small), draw(ints), 2, draw(ints)))
        for turn in draw(st.lists(ints, max_size=2)):
            said.append(Ask(game, turn, draw(texts), draw(small), draw(events), draw(small)))
            said.append(Answer(game, turn, draw(small)))
        said.append(Over(game, draw(small), draw(events)))
    return [*said, Bye()]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """The payload of a sound message with some bytes replaced, left out or put in."""
    payload = bytearray(draw(sound))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(payload)))
        payload[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=2))
    return bytes(payload)


def heard(talk: Conversation, data: bytes) -> list[Message]:
    """All that can be read once these bytes have come."""
    talk.receive(data)
    messages: list[Message] = []
    while not isinstance(message := talk.next_message(), NeedData):
        messages.append(message)
    return messages


def assert_message_or_blame(role: Role, state: str, data: bytes) -> None:
    """Read until the bytes end or are refused, with the verdicts this state can give."""
    talk = talk_at(role, state)
    talk.receive(data)
    while True:
        before_ready = role == "referee" and talk.state in ("new", "greeted")
        try:
            message = talk.next_message()
        except TheirMistake as mistake:
            verdicts = ("bad_handshake",) if before_ready else ("unreadable", "out_of_turn")
            assert mistake.verdict in verdicts  # noqa: PT017 - a refusal is one of two good ends
            return
        if isinstance(message, NeedData):
            return
        assert type(message) is MESSAGES[message.type]
        assert SPEAKER[message.type] != role


@relaxed
@given(scripts(), st.data())
def test_a_conversation_survives_any_split(script: list[Message], data: st.DataObject) -> None:
    """However the bytes are cut, the other end hears the same messages in the same order."""
    ends = {role: Conversation(role) for role in ROLES}
    # What one side says before the other must speak is one stream.
    for speaker, said in groupby(script, key=lambda message: SPEAKER[message.type]):
        messages = list(said)
        stream = b"".join(ends[speaker].send(message) for message in messages)
        cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=9).map(sorted))
        listener = ends["bot" if speaker == "referee" else "referee"]
        pieces = [stream[start:end] for start, end in pairwise([0, *cuts, len(stream)])]

        assert [message for piece in pieces for message in heard(listener, piece)] == messages
        assert listener.state == ends[speaker].state
        assert not listener.has_bytes


@relaxed
@given(scripts())
def test_a_conversation_survives_byte_by_byte(script: list[Message]) -> None:
    """A pipe that hands over one byte at a time loses nothing."""
    ends = {role: Conversation(role) for role in ROLES}
    for message in script:
        speaker = SPEAKER[message.type]
        frame = ends[speaker].send(message)
        listener = ends["bot" if speaker == "referee" else "referee"]
        *early, last = [heard(listener, bytes([byte])) for byte in frame]

        assert not any(early)
        assert last == [message]
    assert ends["bot"].state == ends["referee"].state == "closed"


@relaxed
@given(st.sampled_from(ROLES), st.sampled_from(STATES), st.binary(max_size=64))
@example("referee", "asked", b"\0\0\0\x01\xc1")
def test_no_bytes_do_more_than_be_refused(role: Role, state: str, data: bytes) -> None:
    """Whatever bytes come, in any state, the worst they do is TheirMistake."""
    assert_message_or_blame(role, state, data)


@relaxed
@given(st.sampled_from(ROLES), st.sampled_from(STATES), st.binary(min_size=1, max_size=64))
def test_no_payload_does_more_than_be_refused(role: Role, state: str, payload: bytes) -> None:
    """Whatever a frame of the right length holds, the worst it does is TheirMistake."""
    assert_message_or_blame(role, state, framed(payload))


@relaxed
@given(st.sampled_from(ROLES), st.sampled_from(STATES), st.lists(damaged(), min_size=1, max_size=3))
def test_no_damage_does_more_than_be_refused(role: Role, state: str, payloads: list[bytes]) -> None:
    """A sound frame with a few bytes changed is a message or TheirMistake."""
    data = b"".join(framed(payload) for payload in payloads if payload)
    assert_message_or_blame(role, state, data)


@relaxed
@given(st.sampled_from(ROLES), st.sampled_from(STATES), odd | nearly)
def test_no_value_does_more_than_be_refused(role: Role, state: str, value: object) -> None:
    """Whatever msgpack value comes, message or not, the worst it does is TheirMistake."""
    assert_message_or_blame(role, state, framed(msgpack.packb(value)))


@relaxed
@given(maps)
def test_what_is_encoded_is_decoded(source: Map) -> None:
    """A map of plain values comes back as it was, behind a length that is its own."""
    frame = encode(source)

    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    assert decode(frame[4:]) == source


@relaxed
@given(scripts())
def test_a_message_and_its_map_are_the_same(script: list[Message]) -> None:
    """Reading a message's map gives the message, and nothing is lost on the way."""
    for message in script:
        assert MESSAGES[message.type].from_map(message.to_map()) == message


def is_plain(value: Any, depth: int = 0) -> bool:
    """The strict paragraph of the protocol once more, for a value that was decoded."""
    if isinstance(value, dict):
        keys_are_text = all(type(key) is str for key in value)
        return keys_are_text and is_plain(list(value.values()), depth)
    if isinstance(value, list):
        return depth < MAX_DEPTH and all(is_plain(item, depth + 1) for item in value)
    return value is None or (type(value) in (bool, int, float, str, bytes) and value == value)


@relaxed
@given(odd | nearly)
def test_decoding_accepts_plain_maps_and_nothing_else(value: object) -> None:
    """A value is accepted if it is a map of plain values, and refused if it is anything else."""
    payload = msgpack.packb(value)
    try:
        accepted: object = decode(payload)
    except TheirMistake as mistake:
        accepted = mistake

    wanted = isinstance(value, dict) and is_plain(value)
    assert (accepted == value) if wanted else isinstance(accepted, TheirMistake)


@relaxed
@given(damaged() | st.binary(min_size=1, max_size=64))
def test_what_is_decoded_is_plain_and_can_be_encoded(payload: bytes) -> None:
    """Of damaged bytes too, only a plain map gets through, and it means one thing."""
    try:
        value = decode(payload)
    except TheirMistake:
        return
    assert is_plain(value)
    assert decode(encode(value)[4:]) == value
