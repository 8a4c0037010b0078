"""Builds a bot once, where it will run: sources in, the finished folder out as a tar.

Nothing of the host is writable for a build: it works in a folder in memory and hands the
result over its standard output, which is unpacked with the same suspicion as a submission.
"""

import shlex
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import trio

from arena.cache import found, once
from arena.errors import BadSubmission
from arena.sandbox.base import BotProcess
from arena.submissions import Submission
from arena.submissions.archives import unpack_plain
from arena.submissions.bounds import Bounds

BUILD_S = 300
_MOST_BYTES = 256 * 1024 * 1024
_MOST_FILES = 20_000
_FIRST_LINES, _LAST_LINES = 20, 9  # a compiler tells the cause first, a tool like make last
_RESULT = "bot"  # the folder of the result in that of the cache
_TIME_TO_END_S = 10.0  # after its output was closed

# A command and the folder of the sources -> a process in a place made for building.
Builder = Callable[[list[str], Path], AbstractAsyncContextManager[BotProcess]]

# Run in an empty, writable folder; $0 is where the sources are. The copy at the end leaves
# plain files alone: whatever a link leads to in there is copied in its place.
_SCRIPT = """
cp -r "$0"/. . && "$@" >&2 || exit
OUT="${TMPDIR:-/tmp}/out"
cp -rL . "$OUT" && cd "$OUT" && tar -cf - .
"""


async def built(
    submission: Submission, place: str, builder: Builder, *, source: str = "/src"
) -> Submission:
    """The bot with its folder built; `place` names what the result depends on beside it.

    `source` is where the builder shows the bot's files. Raises BadSubmission with what the
    build said.
    """
    if not submission.build:
        return submission
    key = f"{submission.version} {shlex.join(submission.build)} {place}"
    folder = found("build", key)
    if folder is None:
        made = await _run(submission, builder, source)
        folder = once("build", key, lambda to: _unpack(made, to, submission.name))
    return submission._replace(folder=folder / _RESULT)


async def _run(submission: Submission, builder: Builder, source: str) -> bytes:
    command = ["/bin/sh", "-c", _SCRIPT, source, *submission.build]
    out = bytearray()
    problem = f"it took longer than {BUILD_S} s"
    async with builder(command, submission.folder) as process:
        process.close_input()
        with trio.move_on_after(BUILD_S):
            problem = await _collect(process, out)
        said = process.take_stderr().rstrip().splitlines()
    if problem:
        if left_out := max(0, len(said) - _FIRST_LINES - _LAST_LINES):
            said[_FIRST_LINES:-_LAST_LINES] = [f"({left_out} more lines)"]
        lines = "".join(f"\n  | {line}" for line in said)
        line = submission.build_line
        raise BadSubmission(f"{submission.name}: its build `{line}` failed: {problem}{lines}")
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
    """With the same suspicion as a submission: plain files and folders, all inside."""
    tar = to / f"{_RESULT}.tar"
    tar.write_bytes(data)
    try:
        unpack_plain(tar, to / _RESULT, Bounds(_MOST_BYTES, _MOST_BYTES, _MOST_FILES))
    except BadSubmission as problem:
        why = str(problem).replace(str(tar), "what it made")
        raise BadSubmission(f"{name}: its build cannot be kept: {why}") from None
    tar.unlink()
    for path in (to / _RESULT).rglob("*"):
        path.chmod(0o755)
