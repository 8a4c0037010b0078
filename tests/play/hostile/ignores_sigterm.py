"""It ignores every signal that can be ignored, and never answers."""

# expect: late at 1
import signal

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
handshake()
next_ask()
time.sleep(1000)
