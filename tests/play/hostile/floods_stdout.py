"""It floods its output with text."""

# expect: unreadable at 1: frame of
handshake()
next_ask()
while True:
    os.write(1, b"la la la " * 1000)
