"""Conversations for tests, brought to a state by real messages, and frames made by hand."""

import msgpack
import pytest

from arena_sdk.errors import TheirMistake
from arena_sdk.messages import Answer, Ask, Bye, Hello, Map, Message, Over, Ready, Start
from arena_sdk.wire import Conversation, NeedData, Role

SAID: dict[str, Message] = {
    "hello": Hello({"clock": "cpu", "start_ms": 5000, "move_ms": 1000}),
    "ready": Ready(name="Ada", sdk="by hand", plays=("the-game", "six-nimmt")),
    "start": Start(game=1, rules="six-nimmt", options={"logic": False}, seat=3, seats=5, seed=9),
    "ask": Ask(1, 1, "choose", {"hand": [5]}, [{"kind": "placed"}], {"move_ms": 1000}),
    "answer": Answer(1, 1, {"card": 5}),
    "over": Over(1, {"scores": [5, 3], "reason": "target"}, [{"kind": "dealt"}]),
    "bye": Bye(),
}
SPEAKER: dict[str, Role] = {
    kind: "bot" if kind in ("ready", "answer") else "referee" for kind in SAID
}

# What has been said when a conversation is in this state.
BEFORE = {
    "new": [],
    "greeted": ["hello"],
    "idle": ["hello", "ready"],
    "playing": ["hello", "ready", "start"],
    "asked": ["hello", "ready", "start", "ask"],
    "closed": ["hello", "ready", "bye"],
}
STATES = tuple(BEFORE)
ROLES: tuple[Role, Role] = ("referee", "bot")


def both_at(state: str) -> dict[Role, Conversation]:
    """The two ends of a conversation that has come to this state."""
    ends: dict[Role, Conversation] = {role: Conversation(role) for role in ROLES}
    for kind in BEFORE[state]:
        say(ends, SAID[kind])
    return ends


def talk_at(role: Role, state: str) -> Conversation:
    return both_at(state)[role]


def say(ends: dict[Role, Conversation], message: Message) -> Message | NeedData:
    """Carry a message from the end that speaks it to the other; what arrives there."""
    speaker = SPEAKER[message.type]
    listener = ends["bot" if speaker == "referee" else "referee"]
    listener.receive(ends[speaker].send(message))
    return listener.next_message()


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def frame_of(source: Map) -> bytes:
    return framed(msgpack.packb(source))


def verdict_on(talk: Conversation, data: bytes) -> str:
    """The verdict when these bytes arrive; the test fails if there is none."""
    talk.receive(data)
    with pytest.raises(TheirMistake) as refusal:
        talk.next_message()
    assert len(refusal.value.detail) < 200
    return refusal.value.verdict
