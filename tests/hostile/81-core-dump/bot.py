"""It crashes on purpose, again and again, to make the machine write its memory down."""

import os
import resource

from attack import behave, counted

soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
# A program that the host has for crashes is run as root, whatever a limit of 0 says; the
# kernel leaves it alone for a limit of exactly 1 (core(5)).
counted("crashes that the host is told of", int(hard != 1))
for _ in range(5):
    if (child := os.fork()) == 0:
        os.abort()
    os.waitpid(child, 0)
behave()
