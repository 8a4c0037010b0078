"""It nests lists tens of thousands deep."""

# expect: unreadable at 1
handshake()
next_ask()
body = b"\x81\xa4move" + b"\x91" * 60000 + b"\xc0"
write(len(body).to_bytes(4, "big") + body)
time.sleep(1000)
