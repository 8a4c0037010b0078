"""It ends politely in the middle of a match; that is no excuse."""

# expect: gone at 2: exit code 0
handshake()
ask = next_ask()
write(answer(ask, legal(ask["view"])))
next_ask()
sys.exit(0)
