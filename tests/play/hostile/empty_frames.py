"""It sends empty frames without end."""

# expect: unreadable at 1: 0 bytes
handshake()
next_ask()
while True:
    os.write(1, bytes(4096))
