"""It answers the turn before."""

# expect: out_of_turn at 2: turn 1
handshake()
ask = next_ask()
write(answer(ask, legal(ask["view"])))
next_ask()
write(answer(ask, legal(ask["view"])))
play_on()
