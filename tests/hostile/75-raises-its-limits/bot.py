"""It raises the limits that were set for it."""

import resource

from attack import behave, in_a_child, tried

LIMITS = {
    "descriptors": resource.RLIMIT_NOFILE,
    "processes": resource.RLIMIT_NPROC,
    "the size of files": resource.RLIMIT_FSIZE,
}


def more_than(limit):
    def attempt():
        hard = resource.getrlimit(limit)[1]
        if hard == resource.RLIM_INFINITY:
            return  # there is none
        try:
            resource.setrlimit(limit, (hard + 1, hard + 1))
        except ValueError as problem:  # which is how Python says EPERM here
            raise PermissionError(1, str(problem)) from None

    return in_a_child(attempt)


for name, limit in LIMITS.items():
    tried(name, more_than(limit))
behave()
