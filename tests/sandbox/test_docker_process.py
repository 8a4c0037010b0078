"""A bot's process in a container, line by line: bytes, ends, time and memory."""

import struct
from contextlib import asynccontextmanager

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox.docker import DockerSandbox
from arena.sandbox.docker.process import Unframed
from arena.submissions import find
from tests.sandbox.one_match import PATIENT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docker")]

KIBI = 1024


@pytest.fixture(scope="module")
def sandbox(engine):
    return DockerSandbox()


@pytest.fixture
def started(sandbox, tmp_path):
    """Starts a program of these lines; use it with `async with await`."""

    async def start(source, limits=PATIENT):
        (tmp_path / "bot.py").write_text("import os, sys, time\n" + source)
        (bot,) = find([str(tmp_path / "bot.py")])
        return sandbox.start(await sandbox.prepare(bot), limits)

    return start


@asynccontextmanager
async def in_time():
    """No measure of anything: what never comes is a failure, not a test that hangs."""
    with trio.fail_after(120):
        yield


async def told(process, size):
    """The next bytes of its output, this many or all until its end."""
    found = b""
    async with in_time():
        while len(found) < size:
            await process.wait_readable()
            data = process.read()
            if data == b"":
                break
            found += data or b""
    return found


async def send(process, data):
    while data:
        await process.wait_writable()
        data = data[process.write(data) :]


@given(st.lists(st.binary(max_size=40)), st.data())
def test_headers_are_taken_out_wherever_a_read_ends(parts, data):
    """The payload is the same for every way to cut the stream."""
    stream = b"".join(struct.pack(">BxxxI", 1, len(part)) + part for part in parts)
    unframed, found = Unframed(), b""
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        found += unframed.payload(stream[:cut])
        stream = stream[cut:]

    assert found == b"".join(parts)


async def test_the_largest_frames_go_both_ways(started):
    """60 KiB in, the same out, again and again, not a byte more or less."""
    echo = "while data := os.read(0, 65536): sys.stdout.buffer.write(data); sys.stdout.flush()"
    async with await started(echo) as process:
        for number in range(1, 20):
            frame = bytes([number]) * (60 * KIBI + number)
            await send(process, frame)

            assert await told(process, len(frame)) == frame
            assert process.read() is None


async def test_an_end_has_its_code_and_its_last_words(started):
    """Output, stderr and exit code are all there when a bot has ended by itself."""
    async with await started("print('out'); print('err', file=sys.stderr); sys.exit(7)") as process:
        assert await told(process, 100) == b"out\n"
        assert process.read() == b""
        assert await process.wait_ended(60) == 7
        assert process.take_stderr() == "err\n"


async def test_a_command_that_is_not_there_ends_at_once(sandbox, tmp_path):
    """As in every sandbox: exit code 127, and the reason on stderr."""
    (tmp_path / "bot.toml").write_text('command = ["no-such-program"]\n')
    (bot,) = find([str(tmp_path)])
    async with sandbox.start(await sandbox.prepare(bot), PATIENT) as process:
        assert await process.wait_ended(60) == 127
        assert "no-such-program" in process.take_stderr()


async def test_closed_output_is_noticed(started):
    """A bot that closes its output and lives on is at its end of speaking, with all it said."""
    async with await started("os.write(1, b'x' * 9000); os.close(1); time.sleep(1000)") as process:
        assert await told(process, 10_000) == b"x" * 9000
        assert await process.wait_ended(0) is None
        assert process.processes() == 1


async def test_closed_input_ends_a_reader(started):
    """After close_input the bot reads the end."""
    async with await started("sys.exit(len(sys.stdin.read()))") as process:
        await send(process, b"12345")
        process.close_input()

        assert await process.wait_ended(60) == 5


async def test_a_bot_that_never_reads_takes_only_so_much(started):
    """At some point no byte more is taken; writing never blocks, and the bot can be ended."""
    async with await started("time.sleep(1000)") as process:
        with trio.move_on_after(1.0):
            while True:
                await process.wait_writable()
                process.write(bytes(64 * KIBI))
        while process.write(bytes(64 * KIBI)):
            pass
        process.kill()
        assert await process.wait_ended(60) == 137


async def test_a_flood_on_stderr_is_read_and_its_end_is_kept(started):
    """Nobody reads the output meanwhile; the bot gets through, and 64 KiB are kept."""
    flood = "print('o' * 3000, flush=True); os.write(2, b'e' * (3 << 20) + b'the end'); os._exit(3)"
    async with await started(flood) as process:
        assert await process.wait_ended(60) == 3
        said = process.take_stderr()

        assert len(said) == 64 * KIBI
        assert said.endswith("the end")
        assert len(await told(process, 9000)) == 3001


async def test_a_flood_of_output_waits_in_the_bot(started):
    """What nobody reads is not collected: the bot blocks, and stderr is read all the same."""
    flood = """
written = 0
os.set_blocking(1, False)
while written < 256 << 20:
    try:
        written += os.write(1, bytes(65536))
    except BlockingIOError:
        os.write(2, b'.')
        time.sleep(0.05)
"""
    async with await started(flood) as process, in_time():
        said = ""
        while len(said) < 40:  # for two seconds it could write nothing
            await trio.sleep(0.05)
            said += process.take_stderr()


async def test_a_frozen_bot_uses_no_time(started, sandbox):
    """Between asks a bot that burns CPU gets none; not frozen, the control, it does."""
    assert sandbox.guarantees.freeze
    burn = "os.fork()\nwhile True: pass"
    async with await started(burn) as process, in_time():
        while (process.cpu_usec() or 0) < 200_000:  # it has started to burn
            await trio.sleep(0.01)
        process.freeze()
        before = -1
        while before != process.cpu_usec():  # the kernel stops it in its own time
            before = process.cpu_usec()
            await trio.sleep(0.05)
        await trio.sleep(0.3)
        frozen = process.cpu_usec() - before
        process.thaw()
        while process.cpu_usec() - before < 50_000:  # the control: it burns again
            await trio.sleep(0.01)

    assert frozen == 0


async def test_a_frozen_bot_can_be_ended(started):
    """Killing does not wait for a thaw."""
    async with await started("while True: pass") as process:
        process.freeze()
        process.kill()

        assert await process.wait_ended(60) == 137


async def test_the_whole_tree_is_counted_and_ends(started):
    """Processes that left their session are counted, and end with the bot."""
    family = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    time.sleep(1000)
hoard = bytearray(50 << 20)
print('up', flush=True)
time.sleep(1000)
"""
    async with await started(family) as process, in_time():
        assert await told(process, 3) == b"up\n"
        while process.processes() != 3:
            await trio.sleep(0.01)
        assert 50 << 20 < process.memory_peak() < 500 << 20
        process.kill()
        assert await process.wait_ended(60) == 137
        assert process.memory_trouble() is None  # 137 is nobody's proof
