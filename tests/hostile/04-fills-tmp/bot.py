"""It fills /tmp."""

from attack import FACTS, behave, counted

CAP = 24  # MiB
written = 0
try:
    for number in range(CAP // 2):
        with open(f"/tmp/{FACTS['mark']}-{number}", "wb") as file:
            written += file.write(bytes(2 << 20))
except OSError:
    pass
counted("MiB", written >> 20)
behave()
