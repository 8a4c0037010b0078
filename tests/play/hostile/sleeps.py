"""It never answers."""

# expect: late at 1: no answer within
handshake()
next_ask()
time.sleep(1000)
