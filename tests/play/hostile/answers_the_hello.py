"""Its first word is an answer."""

# expect: bad_handshake at 0: nobody asked
read()
write({"type": "answer", "game": 1, "turn": 1, "move": {}})
time.sleep(1000)
