"""It lays a card that it does not hold."""

# expect: illegal at 1: not in the hand
handshake()
ask = next_ask()
strange = min(set(range(2, 60)) - set(ask["view"]["hand"]))
write(answer(ask, {"plays": [[strange, "own_up"], [strange + 1, "own_up"]]}))
play_on()
