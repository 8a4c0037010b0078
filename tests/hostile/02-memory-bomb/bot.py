"""It takes memory until it is stopped."""

from attack import answer, handshake, next_ask, play_on, write

CAP = 200  # MiB
handshake()
ask = next_ask()
hoard = [b"x" * (1 << 20) for _ in range(CAP)]
write(answer(ask))
play_on()
