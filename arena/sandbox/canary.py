"""Looks around in a sandbox and prints what it sees. Run inside, before any bot is.

Given the path of a file that is on the host and that everybody may read.
"""

import json
import os
import sys

with open("/proc/net/dev") as file:
    networks = [line.split(":")[0].strip() for line in file.readlines()[2:]]
seen = {
    "uid": os.getuid(),
    "sees_file": os.path.exists(sys.argv[1]),
    "processes": sum(name.isdigit() for name in os.listdir("/proc")),
    "networks": networks,
}
print(json.dumps(seen))  # noqa: T201 - this is its result
