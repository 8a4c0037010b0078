"""It sends two answers at once."""

# expect: out_of_turn at 1
handshake()
ask = next_ask()
write(answer(ask, legal(ask["view"])) * 2)
play_on()
