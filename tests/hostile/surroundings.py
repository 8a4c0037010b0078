"""The machine around a hostile bot: what it would like to read, reach and kill.

Everything here is the test's own, so that an attack which succeeds hurts nobody. All
secrets carry one mark: whoever sees the mark has seen something of the outside.
"""

import base64
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from arena.submissions import Submission, house_bots

KIT = Path(__file__).parent / "kit"


class Surroundings(NamedTuple):
    """What there is to attack."""

    folder: Path
    mark: str
    key: int  # for shared memory
    victim: subprocess.Popen[bytes]
    tcp: socket.socket
    tcp6: socket.socket | None
    udp: socket.socket
    abstract: socket.socket

    @property
    def secret(self) -> Path:
        return self.folder / f"secret-{self.mark}" / "plan.txt"

    @property
    def secret_folder(self) -> Path:
        return self.secret.parent

    def facts(self, variant: str = "") -> str:
        """All of it as one word for a command line."""
        told = {
            "variant": variant,
            "mark": self.mark,
            "key": self.key,
            "secret": str(self.secret),
            "rival": str(self.folder / f"rival-{self.mark}" / "bot.py"),
            "referee": os.getpid(),
            "victim": self.victim.pid,
            "tcp": self.tcp.getsockname()[1],
            "tcp6": self.tcp6.getsockname()[1] if self.tcp6 else None,
            "udp": self.udp.getsockname()[1],
            "abstract": self.abstract.getsockname()[1:].decode(),
        }
        return base64.b64encode(json.dumps(told).encode()).decode()

    def bot(self, role: str, file: Path, *arguments: str) -> Submission:
        """A bot in a folder of its own that bears the mark, with the kit beside it."""
        folder = self.folder / f"{role}-{self.mark}"
        folder.mkdir()
        shutil.copy(file, folder / "bot.py")
        shutil.copy(KIT / "attack.py", folder)
        return Submission(folder.name, folder, ("python", "bot.py", *arguments))

    def opponent(self, name: str) -> Submission:
        """A house bot or one of the kit, under a name and in a folder that bear the mark."""
        if name not in house_bots():
            return self.bot("rival", KIT / f"{name}.py", self.facts())
        folder = self.folder / f"rival-{self.mark}"
        shutil.copytree(house_bots()[name], folder)
        return Submission(folder.name, folder, ("python", "bot.py"))


@contextmanager
def surroundings(folder: Path) -> Iterator[Surroundings]:
    """Open for as long as the context lasts."""
    mark = f"mark{secrets.token_hex(6)}"
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        tcp6 = None
        if socket.has_ipv6 and Path("/proc/net/if_inet6").exists():
            tcp6 = stack.enter_context(socket.create_server(("::1", 0), family=socket.AF_INET6))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0{mark}")
        abstract.listen()
        victim = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-c", "input()", f"argument-{mark}"],
                env={"ARENA_DB": f"/srv/{mark}/arena.db", "TOKEN": mark},
                stdin=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        )
        stack.callback(victim.kill)
        key = secrets.randbelow(2**30) + 1
        around = Surroundings(folder, mark, key, victim, tcp, tcp6, udp, abstract)
        around.secret.parent.mkdir()
        around.secret.write_text(f"the text of the secret: {mark}\n")
        for path in (folder, around.secret.parent):
            path.chmod(0o755)
        yield around
