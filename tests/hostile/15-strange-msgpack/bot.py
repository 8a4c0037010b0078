"""It answers with values that have no place in the protocol."""

import datetime
import struct
import time

import msgpack
from attack import VARIANT, framed, handshake, next_ask, write

HEAD = b"\x84\xa4type\xa6answer\xa4game\x01\xa4turn\x01\xa4move\x81\xa5plays"
ANSWER = {"type": "answer", "game": 1, "turn": 1}
BODIES = {
    "ext": HEAD + msgpack.packb(msgpack.ExtType(5, b"boo")),
    "timestamp": HEAD + msgpack.packb(datetime.datetime.now(datetime.UTC), datetime=True),
    "nan": HEAD + struct.pack(">Bd", 0xCB, float("nan")),
    "float": msgpack.packb({**ANSWER, "game": 1.0, "move": {"plays": []}}),
    "true": msgpack.packb({**ANSWER, "turn": True, "move": {"plays": []}}),
    "huge": msgpack.packb({**ANSWER, "move": {"plays": 2**64 - 1}}),
    "twice": HEAD + b"\x90" + b"\xa4move\xc0",
    "twice-counted": b"\x85" + HEAD[1:] + b"\x90" + b"\xa4turn\x01",
    "utf8": HEAD + b"\xa2\xff\xfe",
    "surrogate": HEAD + b"\xa3\xed\xa0\x80",
    "bytes-key": b"\x85" + HEAD[1:] + b"\x90" + b"\xc4\x01k\x01",
    "number-key": b"\x85" + HEAD[1:] + b"\x90" + b"\x07\x01",
    "list": msgpack.packb([1, 2, 3]),
    "rest": HEAD + b"\x90" + b"\xc0",
    "cut": HEAD,
    "never": b"\xc1",
}
handshake()
next_ask()
write(framed(BODIES[VARIANT]))
time.sleep(1000)
