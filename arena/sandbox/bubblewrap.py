"""Bubblewrap: a bot in namespaces of its own, with nothing of this machine but /usr.

The order of the wrappers matters: a shell enters the control groups, setpriv gives up
root, prlimit sets the limits of the process, and only then bwrap builds the room. Its
arguments come by a descriptor, so that no list of processes shows them.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

from arena.errors import SandboxUnavailable
from arena.model import Limits
from arena.sandbox import cgroups, runtime, seccomp, slots
from arena.sandbox.pipes import PipeProcess, running
from arena.submissions import Submission

_BARE = {"PATH": "/usr/bin:/bin"}
# bwrap and its init keep descriptors 0 to 2 open for as long as the bot lives, so a bot
# that closes its output could not be noticed. They close all others: the output travels
# as 9 and is 1 again only in the bot itself.
_ENTER = 'for door in $DOORS; do echo 0 > "$door"; done; unset DOORS; exec "$@" 9>&1 1>/dev/null'
_INSIDE = ["/bin/sh", "-c", 'exec "$@" 1>&9 9>&-', "sh"]
_FILE_BYTES = 16 * 1024 * 1024
_SHARED_BYTES = 1024 * 1024
_PROCESSES = 64
# A machine with many cores would otherwise make libraries start more threads than allowed.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GOMAXPROCS")
_ENVIRONMENT = {
    "PATH": f"{runtime.PYTHON}/bin:/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONPATH": runtime.PACKAGES,
    "PYTHONDONTWRITEBYTECODE": "1",
    **dict.fromkeys(_ONE_THREAD, "1"),
}


class BubblewrapSandbox:
    """Runs each bot in a room of its own. Raises SandboxUnavailable if a trial run fails."""

    name = "bubblewrap"

    def __init__(self) -> None:
        if shutil.which("bwrap") is None:
            raise SandboxUnavailable("bubblewrap is not installed: apt install bubblewrap")
        self._is_root = os.geteuid() == 0
        self._places = cgroups.find_places()
        cgroups.sweep(self._places)
        self._runtime = runtime.prepare(for_others=self._is_root)
        self._numbers = count()
        self._try_it()

    def _try_it(self) -> None:
        """Really runs something: a bwrap that is there may still not be allowed to work."""
        environment = self._runtime.environment
        with self._room(None, environment, memory_mb=512) as (wrappers, fds, _):
            done = subprocess.run(
                [*wrappers, self._runtime.interpreter, "-c", "import arena_sdk"],
                env=_BARE,
                pass_fds=fds,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise SandboxUnavailable(f"bubblewrap does not work here: {last}")

    @asynccontextmanager
    async def start(self, submission: Submission, limits: Limits) -> AsyncIterator[PipeProcess]:
        program, *arguments = submission.command
        environment = {}
        if program in ("python", "python3"):
            program = self._runtime.interpreter
            environment = self._runtime.environment
        folder = runtime.keep(submission)
        memory_mb = limits.memory_mb
        with self._room(folder, environment, memory_mb=memory_mb) as (wrappers, fds, group):
            command = [*wrappers, program, *arguments]
            async with running(command, cwd="/", env=_BARE, fds=fds, group=group) as process:
                yield process

    @contextmanager
    def _room(
        self, folder: Path | None, environment: dict[str, str], *, memory_mb: int
    ) -> Iterator[tuple[list[str], tuple[int, ...], cgroups.Group]]:
        """The wrappers of a command, the descriptors to pass on, and the group it will be in."""
        with ExitStack() as stack:
            uid = stack.enter_context(slots.slot_uid()) if self._is_root else None
            name = f"{cgroups.owner_name()}-{next(self._numbers)}"
            group = cgroups.Group(self._places, name, memory_bytes=memory_mb * 1024 * 1024)
            stack.callback(group.remove)
            filter_fd = stack.enter_context(_file_of(seccomp.program()))
            arguments = self._arguments(folder, environment)
            arguments += ["--add-seccomp-fd", str(filter_fd)]
            arguments_fd = stack.enter_context(
                _file_of(b"".join(word.encode() + b"\0" for word in arguments))
            )
            doors = " ".join(group.doors)
            wrappers = ["/usr/bin/env", f"DOORS={doors}", "/bin/sh", "-c", _ENTER, "sh"]
            if uid is not None:
                wrappers += ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--"]
            wrappers += ["prlimit", "--nofile=64", "--core=0", f"--fsize={_FILE_BYTES}"]
            # The count is by uid: only where each bot has one of its own does it say something.
            wrappers += [f"--nproc={_PROCESSES}"] if uid is not None else []
            wrappers += ["--", "bwrap", "--args", str(arguments_fd), "--", *_INSIDE]
            yield wrappers, (filter_fd, arguments_fd), group

    def _arguments(self, folder: Path | None, environment: dict[str, str]) -> list[str]:
        words = ["--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
        words += ["--disable-userns", "--die-with-parent", "--new-session", "--hostname", "bot"]
        words += ["--cap-drop", "ALL", "--clearenv"]
        for variable, value in (_ENVIRONMENT | environment).items():
            words += ["--setenv", variable, value]
        words += ["--ro-bind", "/usr", "/usr"]
        for top in ("bin", "sbin", "lib", "lib64"):
            source = Path("/", top)
            if source.is_symlink():
                words += ["--symlink", str(source.readlink()).lstrip("/"), f"/{top}"]
            elif source.is_dir():
                words += ["--ro-bind", f"/{top}", f"/{top}"]
        for file in ("/etc/ld.so.cache", "/etc/alternatives"):
            words += ["--ro-bind-try", file, file]
        words += ["--ro-bind", str(self._runtime.packages), runtime.PACKAGES]
        if self._runtime.prefix is not None:
            words += ["--ro-bind", str(self._runtime.prefix), runtime.PYTHON]
            # What else is installed for this interpreter is none of a bot's business.
            words += ["--tmpfs", self._runtime.site_packages]
            words += ["--remount-ro", self._runtime.site_packages]
        # Both for safety: /proc/sys asks for the uid outside, which is never root's either.
        words += ["--proc", "/proc", "--remount-ro", "/proc"]
        words += ["--dev", "/dev", "--size", str(_SHARED_BYTES), "--tmpfs", "/dev/shm"]
        words += ["--size", str(_FILE_BYTES), "--tmpfs", "/tmp"]
        if folder is not None:
            words += ["--ro-bind", str(folder), "/bot", "--chdir", "/bot"]
        return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


@contextmanager
def _file_of(data: bytes) -> Iterator[int]:
    """A descriptor from which the data can be read, with no name on any disk."""
    low = os.memfd_create("arena")
    # Above all numbers that the wrapping shell can name, so that its 9 is free.
    fd = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(low)
    try:
        os.write(fd, data)
        os.lseek(fd, 0, os.SEEK_SET)
        yield fd
    finally:
        os.close(fd)
