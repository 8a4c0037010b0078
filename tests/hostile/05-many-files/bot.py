"""It makes empty files without end."""

from attack import FACTS, behave, counted

CAP = 40_000
made = 0
try:
    for made in range(CAP):
        with open(f"/dev/shm/{FACTS['mark']}-{made}", "wb"):
            pass
        if made % 1000 == 0:  # it may be killed in between
            counted("files", made)
except OSError:
    pass
counted("files", made + 1)
behave()
