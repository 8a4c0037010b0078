"""A bot that says what it was told to say, in plain Python with msgpack.

With arguments it is the other end of the floor instead: it starts a bot like itself in each of
these folders and asks them in turn, so many times in all, over blocking pipes, and does nothing
that a referee does but pack and unpack.
"""

import os
import sys
from itertools import cycle

import msgpack


def frames(fd):
    """What comes, one message after another; as a rule one read for each."""
    have = b""
    while True:
        while len(have) < 4 or len(have) < 4 + int.from_bytes(have[:4], "big"):
            more = os.read(fd, 65536)
            if not more:
                return
            have += more
        end = 4 + int.from_bytes(have[:4], "big")
        message, have = have[4:end], have[end:]
        yield msgpack.unpackb(message)


def send(fd, message):
    packed = msgpack.packb(message)
    os.write(fd, len(packed).to_bytes(4, "big") + packed)


def stored(name):
    with open(name, "rb") as file:
        return list(msgpack.Unpacker(file))


def bot():
    moves = cycle(stored("moves.bin"))
    for told in frames(0):
        if told["type"] == "ask":
            move = next(moves)
            send(1, {"type": "answer", "game": told["game"], "turn": told["turn"], "move": move})
        elif told["type"] == "hello":
            send(1, {"type": "ready", "protocol": 1})
        elif told["type"] == "bye":
            return


def referee(rounds, folders):
    import subprocess  # which would double the time that a bot takes to start

    bots, talks = [], []
    for folder in folders:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
        other = subprocess.Popen([sys.executable, "bot.py"], cwd=folder, **pipes)
        asks = cycle(stored(f"{folder}/messages.bin"))
        bots.append(other)
        talks.append((asks, other.stdin.fileno(), frames(other.stdout.fileno())))
    for (asks, to, answers), _ in zip(cycle(talks), range(rounds)):
        send(to, next(asks))
        next(answers)
    for other in bots:
        other.stdin.close()
        other.wait()


if __name__ == "__main__":
    referee(int(sys.argv[1]), sys.argv[2:]) if len(sys.argv) > 1 else bot()
