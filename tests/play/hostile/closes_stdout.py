"""It closes its output and stays alive."""

# expect: gone at 1: closed its output
handshake()
next_ask()
os.close(1)
time.sleep(1000)
