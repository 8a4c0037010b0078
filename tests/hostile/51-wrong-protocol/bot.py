"""It speaks another version of the protocol."""

from attack import framed, play_on, read, write

read()
write(framed({"type": "ready", "protocol": 2}))
play_on()
