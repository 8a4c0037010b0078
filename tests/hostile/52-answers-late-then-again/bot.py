"""Its answer comes after the deadline, and then once more."""

import time

from attack import answer, handshake, next_ask, play_on, write

handshake()
ask = next_ask()
time.sleep(5)
write(answer(ask) * 2)
play_on()
