"""An opponent that opens a program in every turn, as a team mate might to say something."""

import os

from attack import answer, handshake, next_ask, write

handshake()
while True:
    ask = next_ask()
    with open(os.path.realpath("/bin/sh"), "rb") as file:
        file.read(1)
    write(answer(ask))
