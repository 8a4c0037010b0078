"""It ends at its first ask, but a child of its keeps the output open."""

# expect: gone at 1: exit code 0
handshake()
next_ask()
if os.fork() == 0:
    time.sleep(1000)
sys.exit(0)
