"""It stops itself by a signal."""

# expect: late at 1
import signal

handshake()
next_ask()
os.kill(os.getpid(), signal.SIGSTOP)
