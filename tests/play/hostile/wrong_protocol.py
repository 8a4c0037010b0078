"""It speaks another version of the protocol."""

# expect: bad_handshake at 0: protocol 2
read()
write({"type": "ready", "protocol": 2})
play_on()
