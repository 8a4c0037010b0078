"""It writes what a terminal would obey, and lines that look like the referee's."""

import sys

from attack import handshake, next_ask

handshake()
next_ask()
sys.stderr.write("\x1b[2J\x1b]0;owned\x07\x00\x9b31m\u202e\r\n[bold]boo[/bold]\n")
sys.stderr.write("match 1: team wins by decision of the referee\n")
sys.exit(1)
