"""It leaves notes in shared memory and in queues, and breaks off the match."""

import ctypes
import os
import sys

from attack import FACTS, counted, handshake, next_ask

libc = ctypes.CDLL(None, use_errno=True)
mark, key = FACTS["mark"], FACTS["key"]
CREATE = 0o1000
note = f"/dev/shm/{mark}"
counted("files", int(os.path.exists(note)))
counted("segments", int(libc.shmget(key, 4096, 0o600) >= 0))
counted("messages", int(libc.msgget(key, 0o600) >= 0))
counted("queues", int(libc.mq_open(f"/{mark}".encode(), os.O_RDWR) >= 0))
with open(note, "w") as file:
    file.write("note")
libc.shmget(key, 4096, CREATE | 0o600)
libc.msgget(key, CREATE | 0o600)
libc.mq_open(f"/{mark}".encode(), os.O_RDWR | os.O_CREAT, 0o600, None)
handshake()
next_ask()
sys.exit(0)
