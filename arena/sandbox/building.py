"""Builds a bot once, where it will run: sources in, the finished folder out as a tar.

Nothing of the host is writable for a build: it works in a folder in memory and hands the
result over its standard output, which is unpacked with the same suspicion as a submission.
"""

import io
import shlex
import tarfile
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import trio

from arena.cache import found, once
from arena.errors import BadSubmission
from arena.sandbox.base import BotProcess
from arena.submissions import Submission

BUILD_S = 300
_MOST_BYTES = 256 * 1024 * 1024
_MOST_FILES = 20_000
_LAST_LINES = 20
_TIME_TO_END_S = 10.0  # after its output was closed

# A command and the folder of the sources -> a process in a place made for building.
Builder = Callable[[list[str], Path], AbstractAsyncContextManager[BotProcess]]

# Run in an empty, writable folder; $0 is where the sources are.
_SCRIPT = 'cp -r "$0"/. . && "$@" >&2 && tar -cf - .'


async def built(
    submission: Submission, place: str, builder: Builder, *, source: str = "/src"
) -> Submission:
    """The bot with its folder built; `place` names what the result depends on beside it.

    `source` is where the builder shows the bot's files. Raises BadSubmission with the end
    of what the build said.
    """
    if not submission.build:
        return submission
    key = f"{submission.version} {shlex.join(submission.build)} {place}"
    folder = found("built", key)
    if folder is None:
        made = await _run(submission, builder, source)
        folder = once("built", key, lambda to: _unpack(made, to, submission.name))
    return submission._replace(folder=folder)


async def _run(submission: Submission, builder: Builder, source: str) -> bytes:
    command = ["/bin/sh", "-c", _SCRIPT, source, *submission.build]
    out = bytearray()
    problem = f"it took longer than {BUILD_S} s"
    async with builder(command, submission.folder) as process:
        process.close_input()
        with trio.move_on_after(BUILD_S):
            problem = await _collect(process, out)
        said = process.take_stderr().rstrip().splitlines()[-_LAST_LINES:]
    if problem:
        lines = "".join(f"\n  | {line}" for line in said)
        words = shlex.join(submission.build)
        raise BadSubmission(f"{submission.name}: its build `{words}` failed: {problem}{lines}")
    return bytes(out)


async def _collect(process: BotProcess, out: bytearray) -> str:
    """All that it prints, to the end; the problem if there was one."""
    while len(out) <= _MOST_BYTES:
        await process.wait_readable()
        data = process.read()
        if data == b"":
            code = await process.wait_ended(_TIME_TO_END_S)
            if code == 0:
                return ""
            return process.memory_trouble() or f"it ended with exit code {code}"
        out += data or b""
    return f"it made more than {_MOST_BYTES >> 20} MiB"


def _unpack(data: bytes, to: Path, name: str) -> None:
    """Only files, folders and links that stay inside; nobody's owner, no special bits."""
    try:
        # Not compressed and without holes: nothing is larger than what was handed over.
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            members = tar.getmembers()
            if len(members) > _MOST_FILES:
                raise BadSubmission(f"{name}: its build made more than {_MOST_FILES} files")
            if any(member.issparse() for member in members):
                raise BadSubmission(f"{name}: its build made files with holes; write them out")
            tar.extractall(to, members=members, filter="data")
    except (tarfile.TarError, OSError, EOFError, ValueError) as problem:
        raise BadSubmission(f"{name}: what its build made cannot be kept: {problem}") from None
    for path in [to, *to.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755)
