"""Who may say what and when: the whole table, for both roles, both ways."""

from itertools import product
from typing import Any

import pytest

from arena_sdk.errors import OurMistake
from arena_sdk.messages import Answer, Ask, Map, Message, Over, Ready, Start
from arena_sdk.wire import NEED_DATA, Conversation, Role
from tests.wire.talks import (
    ROLES,
    SAID,
    SPEAKER,
    STATES,
    both_at,
    frame_of,
    framed,
    say,
    talk_at,
    verdict_on,
)

# The life of a process once more, from its description and not from the code.
AFTER = {
    ("new", "hello"): "greeted",
    ("greeted", "ready"): "idle",
    ("idle", "start"): "playing",
    ("playing", "ask"): "asked",
    ("asked", "answer"): "playing",
    ("playing", "over"): "idle",
    ("idle", "bye"): "closed",
}
FORBIDDEN = [step for step in product(STATES, SAID) if step not in AFTER]
WRONG = {"null": None, "boolean": True, "float": 5.0, "digits": "5", "bin": b"5", "int": 1}


def changed(kind: str, **changes: Any) -> bytes:
    """The frame of a message with some keys set to something else."""
    return frame_of(SAID[kind].to_map() | changes)


def without(kind: str, key: str) -> bytes:
    source = SAID[kind].to_map()
    del source[key]
    return frame_of(source)


def listener_for(kind: str) -> Conversation:
    """The end that waits for this message, in a state in which it may come."""
    state = next(state for state, known in AFTER if known == kind)
    return talk_at("bot" if SPEAKER[kind] == "referee" else "referee", state)


def unreadable_at(talk: Conversation) -> str:
    """The word for bytes that are no message, which has another name in the handshake."""
    before_ready = talk.role == "referee" and talk.state in ("new", "greeted")
    return "bad_handshake" if before_ready else "unreadable"


@pytest.mark.parametrize(("state", "kind"), AFTER)
def test_a_message_in_its_place_arrives_and_moves_both_ends(state: str, kind: str) -> None:
    """What is said where it may be said arrives as it was, and both ends agree what is next."""
    ends = both_at(state)

    assert say(ends, SAID[kind]) == SAID[kind]
    assert {ends[role].state for role in ROLES} == {AFTER[state, kind]}
    assert not any(ends[role].has_bytes for role in ROLES)


@pytest.mark.parametrize(("state", "kind"), FORBIDDEN)
@pytest.mark.parametrize("role", ROLES)
def test_nobody_can_say_what_has_no_place_now(role: Role, state: str, kind: str) -> None:
    """To send a message out of its place is our mistake, and changes nothing."""
    talk = talk_at(role, state)

    with pytest.raises(OurMistake, match=f"{kind!r} when {state}"):
        talk.send(SAID[kind])
    assert talk.state == state


@pytest.mark.parametrize(("state", "kind"), AFTER)
def test_nobody_can_say_the_others_words(state: str, kind: str) -> None:
    """To send the other side's message is our mistake even where that side may say it."""
    talk = listener_for(kind)

    with pytest.raises(OurMistake):
        talk.send(SAID[kind])
    assert talk.state == state


@pytest.mark.parametrize(("state", "kind"), FORBIDDEN)
@pytest.mark.parametrize("role", ROLES)
def test_a_message_out_of_its_place_is_refused(role: Role, state: str, kind: str) -> None:
    """A known message at the wrong time is out of turn, one of the own side is unreadable,
    and until a bot is ready all it says wrong is a bad handshake; the state stays."""
    talk = talk_at(role, state)
    wanted = unreadable_at(talk)
    if wanted == "unreadable" and SPEAKER[kind] != role:
        wanted = "out_of_turn"

    assert verdict_on(talk, frame_of(SAID[kind].to_map())) == wanted
    assert talk.state == state


@pytest.mark.parametrize(("state", "kind"), AFTER)
def test_an_echo_is_no_message(state: str, kind: str) -> None:
    """An end that hears its own words, even where it may say them, reads no message."""
    talk = talk_at(SPEAKER[kind], state)

    assert verdict_on(talk, frame_of(SAID[kind].to_map())) == unreadable_at(talk)


@pytest.mark.parametrize(("game", "turn"), [(1, 3), (1, 1), (2, 2), (0, 2), (-1, -1), (2**63, 2)])
def test_an_answer_names_the_game_and_turn_of_the_open_ask(game: int, turn: int) -> None:
    """Another game or turn is out of turn to hear, our mistake to say, and answers nothing."""
    ends = both_at("asked")
    say(ends, SAID["answer"])
    say(ends, Ask(1, 2, "choose", {}, [], {}))

    with pytest.raises(OurMistake, match="the open ask is game 1 turn 2"):
        ends["bot"].send(Answer(game, turn, {}))
    frame = frame_of(Answer(game, turn, {}).to_map())
    assert verdict_on(ends["referee"], frame) == "out_of_turn"
    assert say(ends, Answer(1, 2, {"card": 7})) == Answer(1, 2, {"card": 7})


def test_an_answer_to_the_last_game_is_out_of_turn_in_the_next() -> None:
    """Turns begin again with each game, so that the game's number alone tells them apart."""
    ends = both_at("asked")
    second = SAID["start"]._replace(game=2)  # type: ignore[call-arg]
    for message in (SAID["answer"], SAID["over"], second, Ask(2, 1, "choose", {}, [], {})):
        say(ends, message)

    assert verdict_on(ends["referee"], frame_of(SAID["answer"].to_map())) == "out_of_turn"
    assert say(ends, Answer(2, 1, {})) == Answer(2, 1, {})


def test_a_second_answer_in_the_same_read_is_out_of_turn() -> None:
    """The first answer is taken; the one behind it was not asked for."""
    talk = talk_at("referee", "asked")
    talk.receive(frame_of(SAID["answer"].to_map()) * 2)

    assert talk.next_message() == SAID["answer"]
    assert talk.has_bytes
    assert verdict_on(talk, b"") == "out_of_turn"
    assert not talk.has_bytes


def test_one_process_plays_many_games_of_many_turns() -> None:
    """Asks and answers repeat within a game, and games within a process, until the bye."""
    ends = both_at("idle")
    for game in (1, 2, 3):
        script: list[Message] = [Start(game, "the-game", {}, 0, 2, 7)]
        for turn in range(1, game + 1):
            script += [Ask(game, turn, "play", {}, [], {}), Answer(game, turn, {"plays": []})]
        script.append(Over(game, {}, []))

        assert [say(ends, message) for message in script] == script
    say(ends, SAID["bye"])

    assert ends["referee"].state == ends["bot"].state == "closed"


@pytest.mark.parametrize(
    "said",
    [
        frame_of({"type": "ready"}),
        *(changed("ready", protocol=version) for version in (0, 2, -1, True, 1.0, "1", None)),
        *(changed("ready", name=name) for name in (None, 5, b"Ada", ["Ada"])),
        *(changed("ready", sdk=sdk) for sdk in (None, 1, b"1")),
        *(changed("ready", plays=plays) for plays in (None, "the-game", {"the-game": 1}, [1])),
        changed("ready", plays=["the-game", b"six-nimmt"]),
        changed("ready", type="READY"),
        without("ready", "type"),
        frame_of(SAID["answer"].to_map()),
        framed(b"\x93\x01\x02\x03"),
        framed(b"\xc1"),
        b"\0\0\0\0",
        b"Loading the model...\n",
    ],
)
def test_before_ready_all_that_is_no_valid_ready_is_a_bad_handshake(said: bytes) -> None:
    """Wrong version, wrong type, other message or no frame at all: one verdict."""
    talk = talk_at("referee", "greeted")

    assert verdict_on(talk, said) == "bad_handshake"
    assert talk.state == "greeted"


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ({}, Ready()),
        ({"name": ""}, Ready(name="")),
        ({"sdk": "rust 0.3"}, Ready(sdk="rust 0.3")),
        ({"plays": []}, Ready(plays=())),
        ({"plays": ["chess"]}, Ready(plays=("chess",))),
    ],
)
def test_a_ready_may_leave_out_what_is_optional(said: Map, heard: Ready) -> None:
    """A ready needs its protocol alone; what else it says is taken as said."""
    talk = talk_at("referee", "greeted")
    talk.receive(frame_of({"type": "ready", "protocol": 1} | said))

    assert talk.next_message() == heard
    assert talk.state == "idle"


@pytest.mark.parametrize("version", [0, 2, True, 1.0, "1"])
def test_a_bot_does_not_talk_to_a_referee_of_another_protocol(version: object) -> None:
    """A hello of any version but 1 is unreadable to the bot."""
    assert verdict_on(talk_at("bot", "new"), changed("hello", protocol=version)) == "unreadable"


@pytest.mark.parametrize("kind", SAID)
def test_unknown_keys_are_ignored(kind: str) -> None:
    """A key that the protocol does not know changes nothing, whatever stands there."""
    talk = listener_for(kind)
    talk.receive(changed(kind, comment={"deep": [None, b"\xff", 1.5]}, Game=7, **{"": 0}))

    assert talk.next_message() == SAID[kind]


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        (kind, key)
        for kind, message in SAID.items()
        for key in message.to_map()
        if (kind, key) not in {("ready", "name"), ("ready", "sdk"), ("ready", "plays")}
    ],
)
def test_a_known_key_must_be_there(kind: str, key: str) -> None:
    """A message that lacks one of its keys is no message."""
    talk = listener_for(kind)

    assert verdict_on(talk, without(kind, key)) == unreadable_at(talk)


@pytest.mark.parametrize(
    ("kind", "key", "wrong"),
    [
        (kind, key, wrong)
        for kind, message in SAID.items()
        for key, right in message.to_map().items()
        for wrong in (*WRONG.values(), [], {})
        if type(wrong) is not type(right)
    ],
)
def test_a_known_key_must_be_of_its_type(kind: str, key: str, wrong: object) -> None:
    """Every known key has one type: true, 5.0 and "5" are no integers, bin is no text."""
    talk = listener_for(kind)

    assert verdict_on(talk, changed(kind, **{key: wrong})) == unreadable_at(talk)


@pytest.mark.parametrize("kind", ["ask", "over"])
@pytest.mark.parametrize("item", [*WRONG.values(), []])
def test_events_are_maps(kind: str, item: object) -> None:
    """One item in a list of events that is no map spoils the message."""
    frame = changed(kind, events=[{"kind": "dealt"}, item])

    assert verdict_on(listener_for(kind), frame) == "unreadable"


def test_a_broken_message_is_unreadable_even_out_of_turn() -> None:
    """Whether it is a message comes before whether it was asked for."""
    assert verdict_on(talk_at("referee", "playing"), without("answer", "move")) == "unreadable"


def test_a_long_unknown_type_is_told_in_short() -> None:
    """The detail goes into the record: a type of thousands of letters is cut there."""
    talk = talk_at("referee", "asked")

    assert verdict_on(talk, changed("answer", type="\U0001f916" * 9000)) == "unreadable"


def test_half_a_frame_is_waited_for_and_seen() -> None:
    """Until the last byte is there the listener needs data, and knows that some came."""
    talk = talk_at("referee", "asked")
    frame = frame_of(SAID["answer"].to_map())
    talk.receive(frame[:-1])

    assert talk.next_message() is NEED_DATA
    assert talk.has_bytes
    talk.receive(frame[-1:])
    assert talk.next_message() == SAID["answer"]
    assert not talk.has_bytes
    assert talk.next_message() is NEED_DATA
