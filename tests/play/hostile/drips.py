"""It sends its answer one byte at a time, slower than its clock."""

# expect: late at 1
handshake()
ask = next_ask()
for byte in answer(ask, legal(ask["view"])):
    os.write(1, bytes([byte]))
    time.sleep(0.1)
