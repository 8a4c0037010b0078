"""It closes its input after the handshake."""

# expect: late at 1
handshake()
os.close(0)
time.sleep(1000)
