"""It opens the files of others."""

from attack import BEHIND_A_WALL, FACTS, behave, opened, tried

tried("a secret", opened(FACTS["secret"]))
tried("the opponent's bot", opened(FACTS["rival"]))
tried("the list of users", opened("/etc/passwd"))
if BEHIND_A_WALL:
    tried("passwords", opened("/etc/shadow"))
    tried("root's home", opened("/root"))
    tried("homes", opened("/home"))
    tried("the engine", opened("/var/run/docker.sock"))
    tried("the cache", opened("/var/cache/arena"))
    tried("the slots", opened("/run/arena"))
    tried("a disk", opened("/dev/vda"))
    tried("memory", opened("/dev/mem"))
behave()
