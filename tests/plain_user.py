"""Runs a command as somebody without any right on this machine, from a test that is root.

Interpreter and checkout may lie in root's own home. They are shown to that user where they
are, in a mount namespace of the command's own; nothing of the machine changes.
"""

import os
import stat
import subprocess
import sys
from pathlib import Path
from shlex import join, quote

CHECKOUT = Path(__file__).parent.parent
# Set for what a plain user runs beside root's own run, which has the Docker engine.
PART_OF_ROOTS_RUN = "ARENA_TESTS_PART"
# Set where no test may be skipped for want of a language: by root's run and by this one.
COMPLETE = "ARENA_TESTS_COMPLETE"
_UID = 61_234


def run_as_plain_user(*words: object, home: Path) -> subprocess.CompletedProcess[str]:
    """The finished command. `home` is a folder of root's that is given to the user."""
    os.chown(home, _UID, _UID)
    needed = [Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), CHECKOUT, home]
    user = ["setpriv", f"--reuid={_UID}", f"--regid={_UID}", "--clear-groups", "--no-new-privs"]
    variables = {
        "PATH": f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        PART_OF_ROOTS_RUN: "1",
    }
    if COMPLETE in os.environ:
        variables[COMPLETE] = os.environ[COMPLETE]
    bare = ["env", "-i", *(f"{name}={value}" for name, value in variables.items())]
    script = [
        "set -e",
        *_show(needed),
        f"cd {quote(str(CHECKOUT))}",
        join(["exec", *user, *bare, *map(str, words)]),
    ]
    return subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", "\n".join(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def _show(needed: list[Path]) -> list[str]:
    """Mounts after which everybody can walk to these paths, and see nothing else on the way."""
    closed: dict[Path, list[Path]] = {}
    for path in needed:
        for up in reversed(path.parents):
            if not up.stat().st_mode & stat.S_IXOTH:
                closed.setdefault(up, []).append(path)
                break
    lines = []
    for top, paths in closed.items():
        lines += ["T=$(mktemp -d)", f"mount --bind {quote(str(top))} $T"]
        lines += [f"mount -t tmpfs -o mode=755 none {quote(str(top))}"]
        for path in paths:
            inner, there = quote(str(path)), quote(str(path.relative_to(top)))
            lines += [f"mkdir -p {inner}", f"mount --bind $T/{there} {inner}"]
    return lines
