"""One container, from its making to its removal. Every call here waits for the engine."""

import os
import select
import signal
from contextlib import ExitStack, suppress
from typing import Any, NamedTuple

from arena.cache import cache_folder
from arena.errors import HostTrouble
from arena.sandbox.cgroups import Group
from arena.sandbox.docker import filter as calls
from arena.sandbox.docker.engine import Engine
from arena.sandbox.docker.groups import place_of
from arena.sandbox.room import Profile

OUR_PROCESSES = 1  # the shell below

# The first process of a container. It waits for a line before it lets the bot begin, and it
# keeps none of the bot's pipes: an init of Docker's would, and a bot that closes its output
# could not be noticed. A shell that waits buries orphans as an init does, and when it ends
# the kernel ends everybody else.
_FIRST = """
read cue || exit
exec 3<&0 4>&1 </dev/null >/dev/null
"$@" <&3 >&4 3<&- 4>&- &
exec 3<&- 4>&-
wait $!
"""
_MIB = 1024 * 1024


class Spec(NamedTuple):
    """What is to run in a container, and with how much of everything."""

    image: str
    command: list[str]
    variables: dict[str, str]
    profile: Profile
    uid: int
    folder: str
    labels: dict[str, str]


class Container:
    """A started container whose bot waits for its cue. Whoever makes one must remove it."""

    def __init__(self, engine: Engine, spec: Spec, group: Group | None) -> None:
        self._engine = engine
        self._stack = ExitStack()  # what must be closed at the end
        self._process = -1
        self.limit_mb = spec.profile.memory_mb
        self._id = engine.create(*_options(spec, podman=engine.is_podman))
        try:
            # Before the start, so that not a byte is lost. Stderr comes on a line of its
            # own: nobody's output stands in the way of reading it.
            self.talk = self._stack.enter_context(engine.attach(self._id, "stdin", "stdout"))
            self.stderr = self._stack.enter_context(engine.attach(self._id, "stderr"))
            engine.start(self._id)
            self.place = place_of(engine.state(self._id)["Pid"], self._id, group)
            self._stack.callback(self.place.close)
            if self.place.pid is not None:
                self._process = os.pidfd_open(self.place.pid)
                self._stack.callback(os.close, self._process)
            self.output_end = self._watched_output()
        except BaseException:
            self.remove()
            raise

    def _watched_output(self) -> int | None:
        """A descriptor that can be read once the bot's output is closed; None: nobody knows.

        The engine does not tell. But root can open the pipe a second time, and an epoll that
        is asked for no event is told all the same when the last writer hangs up.
        """
        try:
            pipe = os.open(f"/proc/{self.place.pid}/fd/1", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        self._stack.callback(os.close, pipe)
        watch = self._stack.enter_context(select.epoll())
        watch.register(pipe, 0)
        return watch.fileno()

    def go(self) -> None:
        """The cue: let the bot begin."""
        try:
            self.talk.sendall(b"\n")
        except OSError as problem:
            raise HostTrouble(f"the Docker engine has hung up: {problem}") from problem

    def state(self) -> dict[str, Any]:
        return self._engine.state(self._id)

    def kill_at_once(self) -> bool:
        """End it without the engine, if that can be done: with its first process all end."""
        if self._process < 0:
            return False
        try:
            signal.pidfd_send_signal(self._process, signal.SIGKILL)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return True

    def kill(self) -> None:
        self._engine.kill(self._id)

    def remove(self) -> None:
        """Leave nothing behind. An engine that fails here will say so at the next start."""
        self.kill_at_once()
        # Hang up first: an engine with output that nobody takes does not get round to this.
        self._stack.close()
        with suppress(HostTrouble):
            self._engine.remove(self._id)


def _options(spec: Spec, *, podman: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the engine is told: about the container, and about its place on the host."""
    profile, memory = spec.profile, spec.profile.memory_mb * _MIB
    options = {
        "image": spec.image,
        "entrypoint": ["/bin/sh", "-c", _FIRST, "sh"],
        "command": spec.command,
        "environment": spec.variables,
        "user": f"{spec.uid}:{spec.uid}",
        "working_dir": spec.folder,
        "hostname": "bot",
        "labels": spec.labels,
        "stdin_open": True,
        "healthcheck": {"test": ["NONE"]},
    }
    host = {
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", f"seccomp={_filter(profile, podman=podman)}"],
        "pids_limit": profile.processes + OUR_PROCESSES,
        "mem_limit": memory,
        "memswap_limit": memory,
        "nano_cpus": 10**9,
        "ipc_mode": "private",
        "shm_size": _MIB,
        "oom_score_adj": 500,
        "tmpfs": _writable(spec),
        "ulimits": [
            {"Name": "nofile", "Soft": profile.descriptors, "Hard": profile.descriptors},
            {"Name": "core", "Soft": 1, "Hard": 1},  # as in room.py
            {"Name": "fsize", "Soft": profile.file_mb * _MIB, "Hard": profile.file_mb * _MIB},
        ],
        # Any other would write all that a bot says to the host's disk.
        "log_config": {"Type": "none"},
    }
    return options, host


def _writable(spec: Spec) -> dict[str, str]:
    """The folders in memory. Only a build may run what it has written there."""
    profile = spec.profile
    if not profile.bot_mb:
        small = f"size={profile.tmp_mb}m,nr_inodes=1k,mode=1777"
        return {"/tmp": f"rw,noexec,nosuid,nodev,{small}"}
    own = f"rw,exec,nosuid,nodev,uid={spec.uid},gid={spec.uid},mode=755"
    return {
        "/tmp": f"{own},size={profile.tmp_mb}m",
        "/bot": f"{own},size={profile.bot_mb}m",
    }


def _filter(profile: Profile, *, podman: bool) -> str:
    """Docker wants the filter itself; Podman the path of a file with it."""
    text = calls.profile(locks=profile.locks)
    if not podman:
        return text
    file = cache_folder() / f"docker-filter-{profile.locks:d}.json"
    with suppress(FileNotFoundError):
        if file.read_text() == text:
            return str(file)
    file.write_text(text)
    return str(file)
