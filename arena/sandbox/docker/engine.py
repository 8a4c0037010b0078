"""The Docker engine: where it is, what it is asked for, and what its failures mean.

Nothing else imports the SDK. Every call waits, for a limited time. Once the engine was
found, its failures are the machine's: HostTrouble, never a bot's fault.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import docker
from docker.errors import APIError, DockerException, NotFound
from urllib3.exceptions import HTTPError

from arena.errors import HostTrouble, SandboxUnavailable

_ANSWER_S = 5  # to the first question
_CALL_S = 60  # to any other: a busy machine may need long to start a container
_LABELS = {"arena": "1"}
# What Docker hides by itself, which must be said again, and all that /sys tells of the host.
_MASKED = [
    *("/proc/acpi", "/proc/asound", "/proc/kcore", "/proc/keys", "/proc/latency_stats"),
    *("/proc/sched_debug", "/proc/scsi", "/proc/timer_list", "/proc/timer_stats", "/sys"),
]
_NO_NAME = 400  # what is no name of an image
_CONFLICT = 409  # what is asked for is being done, or was done


class Engine:
    """A line to the engine. Raises SandboxUnavailable if none answers."""

    def __init__(self) -> None:
        self._address = _address()
        try:
            self._connect().close()
        except PermissionError:
            raise SandboxUnavailable(
                f"you may not use the Docker engine at {self._address}: join the group docker"
                " (sudo usermod -aG docker $USER) and log in again"
            ) from None
        except (OSError, ValueError) as problem:
            raise SandboxUnavailable(
                f"there is no Docker engine at {self._address} ({problem}): start it,"
                " or say in DOCKER_HOST where it is"
            ) from None
        try:
            self._api = docker.APIClient(base_url=self._address, timeout=_ANSWER_S)
            self.info: dict[str, Any] = self._api.info()
            parts = self._api.version().get("Components") or []
        except (DockerException, OSError) as problem:
            raise SandboxUnavailable(
                f"the Docker engine at {self._address} does not answer within {_ANSWER_S} s"
                f" as it should ({problem}): restart it"
            ) from None
        self.is_podman = any("podman" in part["Name"].lower() for part in parts)
        self._api.timeout = _CALL_S
        # A line that was kept open may have died meanwhile, which would look like trouble.
        self._api.headers["Connection"] = "close"

    def _connect(self) -> socket.socket:
        where = urlsplit(self._address)
        if where.scheme == "unix":
            sock = socket.socket(socket.AF_UNIX)
        elif where.scheme == "tcp":
            sock = socket.socket(socket.AF_INET)
        else:
            raise ValueError("only unix:// and tcp:// are spoken")
        sock.settimeout(_ANSWER_S)
        try:
            sock.connect(where.path if where.scheme == "unix" else (where.hostname, where.port))
        except BaseException:
            sock.close()
            raise
        return sock

    def create(self, options: dict[str, Any], host: dict[str, Any]) -> str:
        """A container that does not run yet; its id."""
        with _blaming_the_host():
            config = self._api.create_host_config(**host)
            config["MaskedPaths"] = _MASKED  # the SDK has no word for it
            made: dict[str, str] = self._api.create_container(host_config=config, **options)
            return made["Id"]

    def start(self, container: str) -> None:
        with _blaming_the_host():
            self._api.start(container)

    def attach(self, container: str, *streams: str) -> socket.socket:
        """A raw connection to some of a container's streams, in frames; best before its start.

        By hand: the SDK gives its socket away only together with a response that closes
        it in its own time.
        """
        query = "&".join(f"{stream}=1" for stream in ("stream", *streams))
        request = f"POST /containers/{container}/attach?{query} HTTP/1.1\r\nHost: docker\r\n"
        with _blaming_the_host():
            sock = self._connect()
            try:
                sock.sendall(f"{request}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n".encode())
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    byte = sock.recv(1)  # not one more: what follows belongs to the bot
                    if not byte:
                        raise ConnectionError("it hung up")
                    head += byte
                if head.split()[1] not in (b"101", b"200"):
                    raise ConnectionError(head.splitlines()[0].decode(errors="replace"))
            except BaseException:
                sock.close()
                raise
        return sock

    def state(self, container: str) -> dict[str, Any]:
        """Whether it runs, as what process, and how it ended."""
        with _blaming_the_host():
            state: dict[str, Any] = self._api.inspect_container(container)["State"]
            return state

    def kill(self, container: str) -> None:
        with _blaming_the_host(), _unless_done():
            self._api.kill(container)

    def remove(self, container: str) -> None:
        """End it, running or not, and take it away."""
        with _blaming_the_host(), _unless_done():
            self._api.remove_container(container, force=True, v=True)

    def containers(self) -> list[dict[str, Any]]:
        """Every container that some referee has made."""
        with _blaming_the_host():
            found: list[dict[str, Any]] = self._api.containers(all=True, filters={"label": "arena"})
            return found

    def image(self, name: str) -> dict[str, Any] | None:
        """What the engine knows of an image; None if it does not have it. Nothing is pulled."""
        with _blaming_the_host():
            try:
                found: dict[str, Any] = self._api.inspect_image(name)
            except NotFound:
                return None
            except APIError as problem:
                if problem.status_code == _NO_NAME:
                    return None
                raise
            return found

    def import_image(self, tar: IO[bytes], name: str) -> None:
        """An image of one layer: the files of a tar."""
        repository, _, tag = name.partition(":")
        with _blaming_the_host():
            self._api.import_image(
                tar, repository, tag, changes=[f"LABEL {key}={_LABELS[key]}" for key in _LABELS]
            )

    def build_image(self, context: IO[bytes], name: str) -> None:
        """An image by the Dockerfile in a tar. No network: it only copies files."""
        with _blaming_the_host():
            for line in self._api.build(
                fileobj=context,
                custom_context=True,
                tag=name,
                labels=_LABELS,
                network_mode="none",
                rm=True,
                forcerm=True,
                decode=True,
            ):
                if "error" in line:
                    raise DockerException(line["error"])


def _address() -> str:
    """DOCKER_HOST, or the first place that has a socket."""
    told = os.environ.get("DOCKER_HOST")
    if told:
        return told
    own = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    places = [
        Path("/var/run/docker.sock"),
        own / "podman/podman.sock",
        own / "docker.sock",
        Path.home() / ".docker/run/docker.sock",  # Docker Desktop
    ]
    return f"unix://{next((place for place in places if place.is_socket()), places[0])}"


@contextmanager
def _blaming_the_host() -> Iterator[None]:
    try:
        yield
    except (DockerException, HTTPError, OSError) as problem:
        why = problem.explanation if isinstance(problem, APIError) else problem
        raise HostTrouble(f"the Docker engine failed: {why}") from problem


@contextmanager
def _unless_done() -> Iterator[None]:
    try:
        yield
    except NotFound:
        pass
    except APIError as problem:
        if problem.status_code != _CONFLICT:
            raise
