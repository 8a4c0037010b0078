"""What a hostile bot starts from: frames by hand, no SDK, and words for what it did.

Copied next to each `bot.py`. The bot tells on stderr what it tried, in lines that
`tests/hostile/expectation.py` reads: `tried NAME: done`, `tried NAME: refused EPERM`,
`counted NAME: 12`.
"""

import base64
import ctypes
import errno
import json
import os
import platform
import struct
import sys
import time

import msgpack

# What the test tells the bot about the world outside; see surroundings.py. In disguise, so
# that a bot which looks for these words does not find them in its own command line.
FACTS = json.loads(base64.b64decode(sys.argv[1]))
VARIANT = FACTS["variant"]
# Whether something stands between the bot and this machine.
BEHIND_A_WALL = not os.path.exists(FACTS["secret"])


def tell(words):
    os.write(2, words.encode() + b"\n")


def tried(name, action):
    """Do it, and tell whether the system let it happen."""
    try:
        action()
    except OSError as problem:
        tell(f"tried {name}: refused {errno.errorcode.get(problem.errno, type(problem).__name__)}")
        return False
    except Exception as problem:
        tell(f"tried {name}: failed with {problem!r}")
        return False
    tell(f"tried {name}: done")
    return True


def counted(name, number):
    tell(f"counted {name}: {number}")


def opened(path, flags=os.O_RDONLY):
    """An attempt: to open this file, and no more than that."""
    return lambda: os.close(os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY))


_LIBC = ctypes.CDLL(None, use_errno=True)


def system_call(x86_64, aarch64, *arguments):
    """A system call by its number; raises OSError as Python's own do."""
    number = x86_64 if platform.machine() == "x86_64" else aarch64
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = _LIBC.syscall(ctypes.c_long(number), *words)
    if result == -1:
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))
    return result


def in_a_child(action):
    """An attempt made by a child, which then ends; its trouble becomes ours."""

    def attempt():
        pid = os.fork()
        if pid == 0:
            try:
                action()
            except OSError as problem:
                os._exit(problem.errno)
            except BaseException as problem:
                tell(f"tried the impossible: failed with {problem!r}")
                os._exit(255)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if code:
            raise OSError(code, "in the child")

    return attempt


def read():
    head = b""
    while len(head) < 4:
        head += os.read(0, 4 - len(head)) or sys.exit(0)
    size, body = struct.unpack(">I", head)[0], b""
    while len(body) < size:
        body += os.read(0, size - len(body)) or sys.exit(0)
    return msgpack.unpackb(body)


def framed(message):
    body = message if isinstance(message, bytes) else msgpack.packb(message)
    return struct.pack(">I", len(body)) + body


def write(data):
    """All of it, whatever has become of the pipe."""
    while data:
        try:
            data = data[os.write(1, data) :]
        except BlockingIOError:
            time.sleep(0.001)


def handshake(**more):
    hello = read()
    write(framed({"type": "ready", "protocol": 1, **more}))
    return hello


def next_message(kind):
    while (message := read())["type"] != kind:
        pass
    return message


def next_ask():
    return next_message("ask")


def answer(ask, move=None, **other):
    """The frame of an answer, with a legal move unless another is given."""
    if move is None:
        move = legal(ask["view"])
    said = {"type": "answer", "game": ask["game"], "turn": ask["turn"], "move": move}
    return framed({**said, **other})


def legal(view):
    """The first two cards of Face to Face that can be laid, by trying all."""
    own, opp = view["own"], view["opp"]
    tops = {"own_up": own["up"], "own_down": own["down"]}
    tops |= {"opp_up": opp["up"], "opp_down": opp["down"]}

    def fits(tops, card, target):
        top = tops[target]
        if target == "own_up":
            return card > top or card == top - 10
        if target == "own_down":
            return card < top or card == top + 10
        return card < top if target == "opp_up" else card > top

    for one in view["hand"]:
        for first in tops:
            if not fits(tops, one, first):
                continue
            after = {**tops, first: one}
            for two in view["hand"]:
                for second in tops:
                    both_help = first.startswith("opp") and second.startswith("opp")
                    if two != one and not both_help and fits(after, two, second):
                        return {"plays": [[one, first], [two, second]]}
    return {"plays": []}


def play_on():
    """As an honest bot does, to the end."""
    while True:
        write(answer(next_ask()))


def behave():
    """The whole part of an honest bot."""
    handshake()
    play_on()
