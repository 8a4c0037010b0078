"""It answers another turn, or another game, than the one that was asked."""

from attack import VARIANT, answer, handshake, next_ask, play_on, write

handshake()
ask = next_ask()
write(answer(ask))
ask = next_ask()
others = {
    "before": {"turn": ask["turn"] - 1},
    "future": {"turn": ask["turn"] + 1},
    "negative": {"turn": -1},
    "game": {"game": ask["game"] + 1},
}
write(answer(ask, **others[VARIANT]))
play_on()
