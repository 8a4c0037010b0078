"""It claims a list of four thousand million items."""

# expect: unreadable at 1
handshake()
next_ask()
body = b"\x81\xa4move\xdd\xff\xff\xff\xff"
write(len(body).to_bytes(4, "big") + body)
time.sleep(1000)
