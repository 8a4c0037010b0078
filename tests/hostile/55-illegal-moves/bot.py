"""It lays what it does not hold, where nothing can be laid, too little or too much."""

from attack import VARIANT, answer, handshake, next_ask, play_on, write

handshake()
ask = next_ask()
hand = ask["view"]["hand"]
strange = min(set(range(2, 60)) - {*hand})
MOVES = {
    "not-held": [[strange, "own_up"], [strange + 1, "own_up"]],
    "twice": [[hand[0], "own_up"], [hand[0], "own_up"]],
    "no-such-pile": [[hand[0], "\x1b[2J"], [hand[1], "own_up"]],
    "negative": [[-1, "own_up"], [2**63, "own_up"]],
    "nothing": [],
    "short": [[hand[0]]],
    "too-many": [[hand[0], "own_up"]] * 5000,
}
write(answer(ask, {"plays": MOVES[VARIANT]}))
play_on()
