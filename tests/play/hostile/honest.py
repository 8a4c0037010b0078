"""It breaks no rule: the control for all the others."""

# expect: nothing
handshake()
play_on()
