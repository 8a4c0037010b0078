"""After its answer it begins a frame that fills the pipe and never ends.

Frozen in time, it gets to that only when it is asked again, and is then late.
"""

# expect: out_of_turn,too_much_output,late at 1,2
handshake()
ask = next_ask()
write(answer(ask, legal(ask["view"])))
write(b"\x00\x01\x00\x00" + bytes(65532))
time.sleep(1000)
