"""It never answers."""

# expect: late at 1: 300 ms
handshake()
next_ask()
time.sleep(1000)
