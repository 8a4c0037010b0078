"""Docker engines for tests: real ones, in a folder of their own, gone without a trace."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.errors import SandboxUnavailable
from arena.sandbox.docker.engine import Engine
from tests.commands.shell import processes_with, wait_until


class PrivateEngine:
    """A dockerd that only this test knows."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "docker.sock"
        self.address = f"unix://{self.socket}"
        self._containers = folder / "data/containers"
        self._containerd = str(folder / "exec/containerd/containerd.sock")
        with (folder / "log").open("w") as log:
            self._process = subprocess.Popen(
                [
                    *("dockerd", "-H", self.address, "-p", folder / "pid"),
                    *("--data-root", folder / "data", "--exec-root", folder / "exec"),
                    *("--bridge=none", "--iptables=false"),
                ],
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """As a crash would end it; what it has started runs on."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        # The keepers of its containers outlive a killed engine.
        for pid in processes_with(self._containerd):
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        wait_until(lambda: not any(map(_is_left, self._groups())))

    def _groups(self) -> Iterator[Path]:
        """The control groups of containers that it did not come to remove."""
        for container in self._containers.glob("*"):
            yield from Path("/sys/fs/cgroup").glob(f"**/docker/{container.name}")


@contextmanager
def private_engine() -> Iterator[PrivateEngine]:
    """An engine that answers, stopped at the end."""
    folder = Path(tempfile.mkdtemp(prefix="engine-"))
    engine = PrivateEngine(folder)
    try:
        wait_until(lambda: answers(engine.address))
        yield engine
    finally:
        engine.stop()
        for line in reversed(Path("/proc/self/mounts").read_text().splitlines()):
            mount = line.split()[1]
            if mount.startswith(str(folder)):
                subprocess.run(["umount", "--lazy", mount], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _is_left(group: Path) -> bool:
    """Whether it is there after an attempt to remove it."""
    with suppress(OSError):  # somebody is still dying in it
        group.rmdir()
    return group.exists()


def answers(address: str) -> bool:
    """Whether an engine is there."""
    before = os.environ.get("DOCKER_HOST")
    os.environ["DOCKER_HOST"] = address
    try:
        Engine()
    except SandboxUnavailable:
        return False
    else:
        return True
    finally:
        os.environ.pop("DOCKER_HOST")
        if before is not None:
            os.environ["DOCKER_HOST"] = before
