"""It writes a program into memory and runs it, hoping to be somebody else after that."""

import os
import subprocess

from attack import behave, counted

memory = os.memfd_create("program")
with open("/bin/sh", "rb") as shell:
    os.write(memory, shell.read())
done = subprocess.run(
    [
        f"/proc/self/fd/{memory}",
        "-c",
        'while read -r line; do echo "$line"; done < /proc/self/status',
    ],
    pass_fds=[memory],
    capture_output=True,
    text=True,
    check=True,
)
found = dict(line.split(":", 1) for line in done.stdout.splitlines())
counted("ways out", int(found["Seccomp"].strip() != "2") + int(found["NoNewPrivs"].strip() != "1"))
behave()
