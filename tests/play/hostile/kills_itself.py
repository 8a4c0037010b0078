"""It dies of a signal."""

# expect: gone at 1: signal 9
handshake()
next_ask()
os.kill(os.getpid(), 9)
