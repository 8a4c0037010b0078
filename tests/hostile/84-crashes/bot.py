"""It raises an exception at its first ask."""

from attack import handshake, next_ask

handshake()
next_ask()
print(1 / 0)
