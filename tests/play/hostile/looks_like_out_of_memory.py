"""It ends with 137, as if the machine had killed it."""

# expect: gone at 1: exit code 137
handshake()
next_ask()
sys.exit(137)
