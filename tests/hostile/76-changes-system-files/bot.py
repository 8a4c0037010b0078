"""It changes modes, owners and times of files that it shares with others."""

import os

from attack import BEHIND_A_WALL, behave, tried

own = os.path.abspath("bot.py")
tried("the mode of its own file", lambda: os.chmod(own, 0o755))
tried("the time of its own file", lambda: os.utime(own))
tried("an attribute of its own file", lambda: os.setxattr(own, "user.note", b"x"))
if BEHIND_A_WALL:
    program = os.path.realpath("/bin/sh")
    tried("a mode", lambda: os.chmod(program, 0o777))
    tried("a time", lambda: os.utime(program))
    tried("an owner", lambda: os.chown(program, os.getuid(), -1))
    tried("another name", lambda: os.rename(program, program + "x"))
    tried("a link", lambda: os.link(program, "/tmp/env"))
    tried("an attribute", lambda: os.setxattr(program, "user.note", b"x"))
    tried("a pipe with a name", lambda: os.mkfifo("/usr/bin/pipe"))
behave()
