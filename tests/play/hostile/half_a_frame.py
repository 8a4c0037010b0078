"""It ends inside a frame."""

# expect: gone at 1: exit code 0
handshake()
ask = next_ask()
write(answer(ask, legal(ask["view"]))[:9])
sys.exit(0)
