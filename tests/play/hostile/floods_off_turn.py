"""After its answer it begins a frame that fills the pipe and never ends."""

# expect: out_of_turn,too_much_output at 1,2
handshake()
ask = next_ask()
write(answer(ask, legal(ask["view"])))
write(b"\x00\x01\x00\x00" + bytes(65532))
time.sleep(1000)
