"""It keeps open files where no limit on descriptors sees them: in flight in a socket."""

import array
import os
import socket

from attack import behave, counted

CAP = 2000
ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
ours.setblocking(False)
file = os.open(os.devnull, os.O_RDONLY)
stowed = 0
try:
    while stowed < CAP:
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file] * 50))
        ours.sendmsg([b"x"], [rights])
        stowed += 50
except OSError:
    pass
counted("files", stowed)
behave()
