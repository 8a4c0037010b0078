"""It says that it is its opponent."""

from attack import FACTS, handshake, play_on

handshake(name="rival-" + FACTS["mark"], plays=["face-to-face"], sdk="\x1b[2J" * 1000)
play_on()
