"""It answers before it is asked: with its ready, twice at once, or to the hello."""

from attack import VARIANT, answer, framed, handshake, next_ask, play_on, read, write

MADE_UP = framed({"type": "answer", "game": 1, "turn": 1, "move": {"plays": []}})
if VARIANT == "with-ready":
    read()
    write(framed({"type": "ready", "protocol": 1}) + MADE_UP)
elif VARIANT == "twice":
    handshake()
    write(answer(next_ask()) * 2)
elif VARIANT == "two-halves":
    handshake()
    frame = answer(next_ask())
    write(frame + frame[:9])
play_on()
