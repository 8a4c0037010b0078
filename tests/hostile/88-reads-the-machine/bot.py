"""It reads what the kernel tells of the whole machine: its devices and control groups."""

from attack import behave, opened, tried

tried("devices", opened("/sys/class"))
tried("blocks", opened("/sys/block"))
tried("control groups", opened("/sys/fs/cgroup"))
behave()
