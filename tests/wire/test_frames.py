"""What is a frame and what is not: every border of the strict reading, made byte by byte."""

import tracemalloc

import msgpack
import pytest

from arena_sdk.errors import OurMistake, TheirMistake
from arena_sdk.messages import Answer
from arena_sdk.wire import MAX_DEPTH, MAX_FRAME, NEED_DATA, decode, encode
from tests.wire.talks import frame_of, framed, talk_at, verdict_on

ANSWER = Answer(1, 1, {"card": 5})
KNOWN = msgpack.packb(ANSWER.to_map())
NIL = b"\xc0"
ALL_ONES = b"\xff\xff\xff\xff"
# A whole sound map with one key more, "x", whose value the test appends.
OPEN = b"\x85" + KNOWN[1:] + b"\xa1x"


def accepted(payload: bytes) -> bool:
    """Whether the answer to the open ask can be read from this payload, or it is unreadable."""
    talk = talk_at("referee", "asked")
    talk.receive(framed(payload))
    try:
        heard: object = talk.next_message()
    except TheirMistake as mistake:
        heard = mistake.verdict
    assert heard in (ANSWER, "unreadable")
    return heard == ANSWER


def padded(size: int) -> bytes:
    """A payload of exactly this many bytes that is the answer and one long unknown text."""
    rest = size - len(OPEN) - 3
    return OPEN + b"\xda" + rest.to_bytes(2, "big") + b"x" * rest


def test_the_limits_are_those_of_the_protocol() -> None:
    """Bots nobody here wrote rely on the two numbers."""
    assert (MAX_FRAME, MAX_DEPTH) == (65536, 16)


@pytest.mark.parametrize("size", [0, 65537, 65536 * 256, 2**31, 2**32 - 1])
def test_a_length_out_of_bounds_is_refused_before_the_body_comes(size: int) -> None:
    """Four bytes are enough to refuse; the referee never waits for such a body."""
    talk = talk_at("referee", "asked")
    header = size.to_bytes(4, "big")
    talk.receive(header[:3])
    assert talk.next_message() is NEED_DATA

    talk.receive(header[3:])
    with pytest.raises(TheirMistake, match=f"unreadable: a frame of {size} bytes"):
        talk.next_message()


@pytest.mark.parametrize("size", [1, 2, 65535, 65536])
def test_a_length_in_bounds_is_waited_for(size: int) -> None:
    """The smallest and the largest frame are frames: their last byte decides."""
    talk = talk_at("referee", "asked")
    talk.receive(size.to_bytes(4, "big") + b"\xc0" * (size - 1))

    assert talk.next_message() is NEED_DATA
    assert verdict_on(talk, b"\xc0") == "unreadable"


@pytest.mark.parametrize("size", [1000, 65535, 65536])
def test_a_frame_may_be_as_large_as_the_limit(size: int) -> None:
    """An answer of 65536 bytes is as good as one of fifty."""
    assert len(padded(size)) == size
    assert accepted(padded(size))


def test_the_smallest_map_is_a_frame_but_no_message() -> None:
    """An empty map can be decoded; a message has at least a type."""
    assert decode(b"\x80") == {}
    assert not accepted(b"\x80")


def test_text_on_stdout_is_unreadable_at_once() -> None:
    """A bot that prints without the SDK announces a gigabyte with its first four letters."""
    assert verdict_on(talk_at("referee", "asked"), b"Hell") == "unreadable"


@pytest.mark.parametrize("more", [NIL, b"\x00", b"\n", b"\xc1", b"\x80", KNOWN])
def test_bytes_left_over_are_refused(more: bytes) -> None:
    """A frame holds exactly one map: a byte behind it spoils it."""
    assert accepted(KNOWN)
    assert not accepted(KNOWN + more)


@pytest.mark.parametrize("whole", [KNOWN, OPEN + b"\x92\x81\xa1a\xcb" + bytes(8) + b"\xc4\x01z"])
def test_a_payload_cut_short_anywhere_is_refused(whole: bytes) -> None:
    """The length says the frame is complete, so what is missing will not come."""
    assert accepted(whole)
    assert not any(accepted(whole[:end]) for end in range(1, len(whole)))


@pytest.mark.parametrize("level", [b"\x91", b"\x81\xa1a", b"\xdd\0\0\0\1", b"\xdf\0\0\0\1\xa1a"])
def test_sixteen_levels_are_read_and_seventeen_are_not(level: bytes) -> None:
    """The message itself is the first level; the innermost list or map is the last."""
    assert accepted(OPEN + level * 15 + NIL)
    assert not accepted(OPEN + level * 16 + NIL)


@pytest.mark.parametrize("innermost", [b"\x90", b"\x80"])
def test_an_empty_container_is_a_level_too(innermost: bytes) -> None:
    """Seventeen levels are refused even if there is nothing in the last."""
    assert accepted(OPEN + b"\x91" * 14 + innermost)
    assert not accepted(OPEN + b"\x91" * 15 + innermost)


def test_depth_is_counted_down_not_across() -> None:
    """Hundreds of lists side by side are one level."""
    assert accepted(OPEN + b"\xdc\x01\xf4" + b"\x91\x81\xa1a\x90" * 500)


@pytest.mark.parametrize("depth", [100, 500, 1000, 1100, 5000, 20000, 60000])
@pytest.mark.parametrize("level", [b"\x91", b"\x81\xa1a", b"\x81", b"\x92\x90"])
@pytest.mark.parametrize("end", [NIL, b""])
def test_nesting_of_any_depth_is_only_refused(level: bytes, depth: int, end: bytes) -> None:
    """No tower of lists, maps or keys, closed or not, does more than lose its game."""
    assert not accepted((OPEN + level * depth)[: MAX_FRAME - 1] + end)


@pytest.mark.parametrize(
    "payload",
    [NIL, b"\xc3", b"\x05", b"\xa0", b"\xc4\0", b"\x90", b"\x91" + KNOWN, b"\xcb" + bytes(8)],
)
def test_a_frame_that_holds_no_map_is_refused(payload: bytes) -> None:
    """Null, numbers, text, bin and lists are msgpack but no message."""
    assert not accepted(payload)


@pytest.mark.parametrize(
    "twice",
    [b"\x82\xa1a\x01\xa1a\x01", b"\x82\xa1a\x01\xd9\x01a\x02", b"\x83\xa1a\1\xa1b\1\xa1a\1"],
)
@pytest.mark.parametrize("above", [b"", b"\x91", b"\x92\x80", b"\x81\xa1a" * 14])
def test_a_key_twice_is_refused_at_any_depth(above: bytes, twice: bytes) -> None:
    """The same text is the same key, with the same value or another, however it is packed."""
    assert not accepted(OPEN + above + twice)
    once = twice.replace(b"a", b"c", 1)
    assert accepted(OPEN + above + once)


def test_a_known_key_twice_is_refused() -> None:
    """Which of two moves is meant nobody has to guess."""
    move = b"\xa4move\x81\xa4card"

    assert accepted(b"\x84" + KNOWN[1:])
    assert not accepted(b"\x85" + KNOWN[1:] + move + b"\x05")
    assert not accepted(b"\x85" + move + b"\x06" + KNOWN[1:])


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(b"\xc4\x01a", id="bytes"),
        pytest.param(b"\xc4\x00", id="no bytes"),
        pytest.param(b"\x05", id="int"),
        pytest.param(b"\xcb" + bytes(8), id="float"),
        pytest.param(b"\xc2", id="false"),
        pytest.param(NIL, id="null"),
        pytest.param(b"\x90", id="list"),
        pytest.param(b"\x91\xa1a", id="list of text"),
        pytest.param(b"\x80", id="map"),
        pytest.param(b"\xd4\x05a", id="ext"),
        pytest.param(b"\xd6\xff" + bytes(4), id="timestamp"),
        pytest.param(b"\xa1\xff", id="text that is not UTF-8"),
    ],
)
def test_a_key_that_is_not_text_is_refused_at_any_depth(key: bytes) -> None:
    """Only text is a key, in the message and in every map within it."""
    assert not accepted(b"\x85" + KNOWN[1:] + key + NIL)
    assert not accepted(b"\x85" + key + NIL + KNOWN[1:])
    assert not accepted(OPEN + b"\x81" + key + NIL)
    assert not accepted(OPEN + b"\x91\x82\xa1a\x01" + key + NIL)


def test_text_of_any_kind_is_a_key() -> None:
    """The empty text and text of many letters are keys like others."""
    assert accepted(OPEN + b"\x82\xa0" + NIL + b"\xa4\xf0\x9f\x83\x8f" + NIL)


@pytest.mark.parametrize(
    "text", [b"\xff", b"\x80", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\xe9"]
)
@pytest.mark.parametrize("above", [b"", b"\x91", b"\x81\xa1a"])
def test_text_that_is_not_utf_8_is_refused(above: bytes, text: bytes) -> None:
    """Broken, overlong, cut and surrogate sequences are no text, where nobody reads them too."""
    assert not accepted(OPEN + above + bytes([0xA0 + len(text)]) + text)


@pytest.mark.parametrize("kind", [b"\xc4\x06answer", b"\xc5\0\x06answer", b"\xc6\0\0\0\x06answer"])
def test_bin_is_not_text(kind: bytes) -> None:
    """A type in bin is no type; bin under a key nobody knows is nobody's business."""
    assert not accepted(KNOWN.replace(b"\xa6answer", kind))
    assert accepted(OPEN + kind)


@pytest.mark.parametrize("one", [b"\xcc\1", b"\xcd\0\1", b"\xcf" + bytes(7) + b"\1", b"\xd0\1"])
def test_an_integer_may_be_packed_in_any_width(one: bytes) -> None:
    """Libraries differ in how they pack a 1; it is the same 1."""
    assert accepted(KNOWN.replace(b"\xa4game\x01", b"\xa4game" + one))


@pytest.mark.parametrize("one", [b"\xc3", b"\xca\x3f\x80\0\0", b"\xa11", b"\xc4\x011", b"\x91\x01"])
def test_only_an_integer_is_an_integer(one: bytes) -> None:
    """True, 1.0, "1" and a list of 1 are not 1."""
    assert not accepted(KNOWN.replace(b"\xa4game\x01", b"\xa4game" + one))


@pytest.mark.parametrize("number", [2**64 - 1, -(2**63), 0, float("inf"), -0.0, 1e-320])
def test_every_number_but_nan_can_be_read(number: float) -> None:
    """64 bits hold these; what a key means by them is for its reader."""
    assert decode(msgpack.packb({"n": number})) == {"n": number}


@pytest.mark.parametrize(
    "nan",
    ["cb7ff8000000000000", "cbfff8000000000000", "cb7ff0000000000001", "ca7fc00000", "caffffffff"],
)
@pytest.mark.parametrize("above", [b"", b"\x92\x01", b"\x81\xa1a", b"\x91" * 15])
def test_nan_is_refused_at_any_depth(above: bytes, nan: str) -> None:
    """Not a number is not a number, of either size and sign, quiet or signalling."""
    assert not accepted(OPEN + above + bytes.fromhex(nan))


@pytest.mark.parametrize(
    "ext",
    [
        *(head + code + bytes(size)
          for head, size in [(b"\xd4", 1), (b"\xd5", 2), (b"\xd6", 4), (b"\xd7", 8), (b"\xd8", 16)]
          for code in (b"\x00", b"\x05", b"\x7f", b"\x80", b"\xff")),
        *(head + code + bytes(3)
          for head in (b"\xc7\x03", b"\xc8\0\x03", b"\xc9\0\0\0\x03")
          for code in (b"\x00", b"\x7f", b"\x80")),
        pytest.param(b"\xc7\x00\x05", id="empty ext"),
        pytest.param(b"\xd6\xff\x65\x43\x21\x00", id="timestamp 32"),
        pytest.param(b"\xd7\xff\x00\x00\x00\x04\x65\x43\x21\x00", id="timestamp 64"),
        pytest.param(b"\xc7\x0c\xff" + bytes(11) + b"\x01", id="timestamp 96"),
        pytest.param(b"\xc7\x00\xff", id="timestamp of no bytes"),
        pytest.param(b"\xc7\x03\xff" + bytes(3), id="timestamp of three bytes"),
        pytest.param(b"\xd7\xff" + b"\xff" * 8, id="timestamp 64 with too many nanoseconds"),
        pytest.param(b"\xc7\x0c\xff" + b"\xff" * 12, id="timestamp 96 with too many nanoseconds"),
        pytest.param(b"\xc9" + ALL_ONES + b"\xff", id="timestamp of four gigabytes"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("above", [b"", b"\x91", b"\x81\xa1a"])
def test_no_ext_type_is_read(above: bytes, ext: bytes) -> None:
    """Ext types mean something else in every language; the timestamp is one of them."""
    assert not accepted(OPEN + above + ext)


@pytest.mark.parametrize(
    "claim", [b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9", b"\xdd\x91\xdd", b"\x91" * 9 + b"\xdf"]
)
@pytest.mark.parametrize("items", [10**6, 2**31, 2**32 - 1])
def test_a_header_that_claims_too_much_costs_nothing(claim: bytes, items: int) -> None:
    """Memory is taken for what is there, not for what is announced."""
    talk = talk_at("referee", "asked")
    tracemalloc.start()
    try:
        frame = framed(OPEN + claim + items.to_bytes(4, "big") + b"\x01")
        assert verdict_on(talk, frame) == "unreadable"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("payload", [b"\xc1", OPEN + b"\xc1", OPEN + b"\x91\xc1", b"\x81\xc1\x01"])
def test_the_byte_msgpack_never_uses_is_refused(payload: bytes) -> None:
    """0xc1 begins no value."""
    assert not accepted(payload)


def test_nothing_larger_than_a_frame_is_sent() -> None:
    """At the limit a message is sent; a byte above it is our mistake, and the ask stays open."""
    talk = talk_at("bot", "asked")
    room = MAX_FRAME - len(encode(Answer(1, 1, {"x": "y" * 60000}).to_map())) + 4 + 60000

    with pytest.raises(OurMistake, match="65537 bytes"):
        talk.send(Answer(1, 1, {"x": "y" * (room + 1)}))
    assert len(talk.send(Answer(1, 1, {"x": "y" * room}))) == 4 + MAX_FRAME


@pytest.mark.parametrize("value", [{1, 2}, object(), 2**64, "\ud800"])
def test_a_value_that_cannot_be_packed_leaves_no_trace(value: object) -> None:
    """The frame after a failed one is whole and holds nothing of it, and the ask stays open."""
    talk = talk_at("bot", "asked")
    with pytest.raises((TypeError, ValueError, OverflowError)):
        talk.send(Answer(1, 1, {"card": [1, 2, value]}))

    assert talk.send(ANSWER) == frame_of(ANSWER.to_map())


@pytest.mark.parametrize(
    "text", [b"Hello", b"  hi", b"42\n\n", b"7\n\x00\x00", b"#\n# x", "žluť".encode()]
)
def test_text_where_a_length_should_be_is_named(text: bytes) -> None:
    """A bot that printed to stdout is told so, not only that a length is wrong."""
    talk = talk_at("referee", "asked")
    talk.receive(text)

    with pytest.raises(TheirMistake, match=r"printed .* to stdout"):
        talk.next_message()


@pytest.mark.parametrize("start", [b"\x82\xa4type", b"\x8f\xa1a\x01", b"\xde\x00\x02\xa4"])
def test_a_forgotten_length_is_named(start: bytes) -> None:
    """A map without its length is not taken for text, though most of it is."""
    talk = talk_at("referee", "asked")
    talk.receive(start)

    with pytest.raises(TheirMistake, match="without the 4 bytes of its length"):
        talk.next_message()


def test_a_length_with_the_lowest_byte_first_is_named() -> None:
    """What `struct.pack("<I", 25)` and its like in other languages write."""
    talk = talk_at("referee", "asked")
    talk.receive((25).to_bytes(4, "little"))

    with pytest.raises(TheirMistake, match="big-endian"):
        talk.next_message()
