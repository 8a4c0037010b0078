"""It announces four gigabytes."""

# expect: unreadable at 1: 4294967295
handshake()
next_ask()
write(b"\xff\xff\xff\xff")
time.sleep(1000)
