"""It answers together with its ready, before anything was asked."""

# expect: out_of_turn at 1
read()
ready = framed({"type": "ready", "protocol": 1})
write(ready + framed({"type": "answer", "game": 1, "turn": 1, "move": {}}))
play_on()
