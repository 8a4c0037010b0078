"""It gets ready without reading, and never reads an ask."""

import time

from attack import framed, write

write(framed({"type": "ready", "protocol": 1}))
time.sleep(1000)
