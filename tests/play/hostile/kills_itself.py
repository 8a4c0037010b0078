"""It dies of a signal."""

# expect: gone at 1
handshake()
next_ask()
os.kill(os.getpid(), 9)
