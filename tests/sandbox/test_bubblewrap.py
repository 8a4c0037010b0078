"""Bubblewrap on this machine, attacked by real bots. A missing bwrap is a failure here."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import trio

from arena.cache import owner_name
from arena.cli import _innermost
from arena.sandbox import cgroups
from arena.sandbox.bubblewrap import BubblewrapSandbox
from arena.sandbox.unsafe import UnsafeSandbox
from arena.submissions import find
from tests.commands.shell import ARENA, processes_with, wait_until
from tests.sandbox.one_match import BOT, PATIENT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sandbox():
    return BubblewrapSandbox()


@pytest.fixture
def needs(sandbox):
    """Leaves a test out where this machine cannot give what it is about, and says so."""

    def check(guarantee):
        if getattr(sandbox.guarantees, guarantee) is not True:
            pytest.skip(f"no {guarantee} here")

    return check


def left_behind():
    """Groups of this process that were not removed."""
    places = cgroups.find_places()
    parents = [*filter(None, [places.unified]), *places.legacy.values()]
    return [g for parent in parents for g in parent.glob(f"{owner_name()}-*")]


async def test_a_match_is_played_and_nothing_stays(match, sandbox):
    """Both bots play to the end, on CPU time where it can be had; no control group is left."""
    record = await match()

    assert record.faults == ()
    measured = [time.cpu_ms is not None for time in record.times]
    assert set(measured) == {sandbox.guarantees.cpu_clock}
    assert left_behind() == []


ATTACKS = {
    "other files": "os.listdir('/root')",
    "passwords": "open('/etc/passwd').read()",
    "own folder": "open('/bot/x', 'w')",
    # Where they succeed, in the control, these leave nothing behind.
    "system": "os.open('/usr', os.O_TMPFILE | os.O_WRONLY)",
    "walls": "os.open('/', os.O_TMPFILE | os.O_WRONLY)",
    "where libraries are": "os.open('/etc/ld.so.cache', os.O_WRONLY)",
    "the SDK": "os.open('/opt/arena', os.O_TMPFILE | os.O_WRONLY)",
    "devices": "os.open('/dev', os.O_TMPFILE | os.O_WRONLY)",
    "kernel settings": "os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY)",
    "network": "__import__('socket').create_connection(('127.0.0.1', 80))",
    "udp": "__import__('socket').socket(2, 2)",
    "file locks": "__import__('fcntl').flock(1, 2)",
    "processes outside": f"os.kill({os.getpid()}, 0)",
    "root": "os.setuid(0)",
    "tmp beyond its size": "open('/tmp/big', 'wb').write(bytes(20 << 20))",
}


async def test_what_a_bot_must_not_do_is_refused(match):
    """Every attack fails in the sandbox; as a plain process, the control, some succeed."""
    lines = "\n".join(
        f"tell({name!r}, tried(lambda: {attack}))" for name, attack in ATTACKS.items()
    )

    record = await match(first=lines)
    control = await match(first=lines, where=UnsafeSandbox())

    said = record.stderr[0].splitlines()
    assert record.faults == ()
    assert [line.split(" refused")[0] for line in said] == list(ATTACKS)
    assert control.stderr[0].count("done") >= 5


async def test_a_bot_sees_neutral_names_only(match, tmp_path, monkeypatch):
    """No path, name or secret of the host in environment, arguments or mounts."""
    monkeypatch.setenv("ARENA_SECRET", "hunter2")
    files = "['/proc/1/environ', '/proc/1/cmdline', '/proc/self/mountinfo', '/proc/self/environ']"

    record = await match(first=f"for file in {files}: tell(open(file).read())")

    said = record.stderr[0]
    assert "hunter2" not in said
    assert str(tmp_path) not in said
    assert tmp_path.name not in said
    assert "greedy" not in said


async def test_the_interpreter_is_whole(match):
    """It is this one, with its own library, and the compiled modules of its own build load."""
    record = await match(first="import ctypes, sqlite3, ssl\ntell(sys.version)")

    assert record.faults == ()
    assert record.stderr[0].strip() == sys.version.strip()


async def test_there_are_the_devices_that_programs_expect(match):
    """They work as everywhere; a terminal, a disk or the memory is not among them."""
    look = """
tell(sorted(os.listdir('/dev')))
open('/dev/null', 'w').write('x')
tell([len(open(f'/dev/{name}', 'rb').read(8)) for name in ('null', 'zero', 'random', 'urandom')])
"""
    record = await match(first=look)

    assert record.faults == ()
    devices, lengths = record.stderr[0].splitlines()
    names = ["fd", "null", "random", "shm", "stderr", "stdin", "stdout", "urandom", "zero"]
    assert devices == str(names)
    assert lengths == "[0, 8, 8, 8]"


async def test_only_three_descriptors_are_inherited(match):
    """The filter's and the arguments' descriptors do not reach the bot."""
    record = await match(first="tell(sorted(os.listdir('/proc/self/fd')))")

    assert record.stderr[0].strip() == "['0', '1', '2', '3']"  # 3 is the listing itself


async def test_too_much_memory_is_its_own_verdict(match):
    """The kernel ends it, and the referee knows why: used and allowed, in MiB."""
    hoard = "hoard = [bytes(b'1') * (1 << 20) for _ in range(110)]; time.sleep(1000)"

    record = await match(each=hoard, limits=PATIENT._replace(memory_mb=64))

    (fault,) = record.faults
    assert (fault.seat, fault.verdict, fault.turn) == (0, "too_much_memory", 1)
    used, allowed = re.fullmatch(r"used (\d+) of (\d+) MiB", fault.detail).groups()
    assert allowed == "64"
    assert int(used) >= 64


async def test_a_fork_bomb_is_contained(match):
    """It runs into the limit of processes; nobody else is hurt and nothing is left."""
    bomb = """
children = 0
while children < 500:
    try:
        if os.fork() == 0:
            time.sleep(1000)
    except OSError:
        break
    children += 1
tell('children', children)
"""
    record = await match(first=bomb)

    count = int(record.stderr[0].split()[1])
    assert count < 64
    assert [fault for fault in record.faults if fault.seat == 1] == []
    assert left_behind() == []


async def test_the_next_match_starts_clean(match):
    """What a bot wrote to /tmp is gone in its next match."""
    look = "tell(os.listdir('/tmp'))\nopen('/tmp/memo', 'w').write('x')"

    said = [(await match(first=look)).stderr[0].strip() for _ in range(2)]

    assert said == ["[]", "[]"]


async def test_a_frozen_bot_uses_no_time(needs, sandbox, tmp_path):
    """Between asks a bot that burns CPU gets none; not frozen, the control, it does."""
    needs("freeze")
    (tmp_path / "burn.py").write_text("while True: pass\n")
    (bot,) = find([str(tmp_path / "burn.py")])
    bot = await sandbox.prepare(bot)
    async with sandbox.start(bot, PATIENT) as process:
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


async def test_a_busy_machine_costs_no_game(match, needs):
    """On cores shared with four busy processes a bot that burns 140 of its 150 ms is not late."""
    needs("cpu_clock")
    burn = "until = time.process_time() + 0.14\n    while time.process_time() < until: pass"
    limits = PATIENT._replace(move_ms=150, game_ms=30_000)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        record = await match(each=burn, limits=limits)
    finally:
        for process in busy:
            process.kill()
            process.wait()

    assert [fault for fault in record.faults if fault.seat == 0] == []
    mine = [t for made, t in zip(record.decisions, record.times, strict=True) if made.seat == 0]
    assert max(time.wall_ms for time in mine) > max(time.cpu_ms for time in mine)


async def test_burning_more_than_allowed_is_late(match, needs):
    """The limit is on CPU time, and the fault says how much was used."""
    needs("cpu_clock")
    burn = "until = time.process_time() + 30\n    while time.process_time() < until: pass"
    record = await match(each=burn, limits=PATIENT._replace(move_ms=200))

    (fault,) = [fault for fault in record.faults if fault.seat == 0]
    assert fault.verdict == "late"
    assert "of the 200 ms of CPU time" in fault.detail


@pytest.mark.parametrize("moment", ["starting", "playing"])
def test_a_killed_referee_leaves_no_bot(moment, tmp_path):
    """kill -9 of the referee, also while bots are frozen, ends its bots; groups are swept."""
    marker = "arena-test-marker-" + moment
    naps = {"starting": ("time.sleep(1000)", "pass"), "playing": ("", "time.sleep(1000)")}
    first, each = naps[moment]
    source = BOT.format(first=f"marker = {marker!r}\ntell('up')\n{first}", each=each)
    (tmp_path / "bot.py").write_text(source)
    (tmp_path / "bot.toml").write_text(f'command = ["python", "bot.py", "{marker}"]\n')
    limits = ["--start-ms", "600000", "--move-ms", "600000", "--game-ms", "6000000"]
    running = subprocess.Popen(
        [ARENA, "play", tmp_path, tmp_path, "--sandbox", "bubblewrap", *limits],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: len(processes_with(marker)) >= 4)  # two bots, each with its bwrap
    time.sleep(0.5)  # into the game, or deeper into its sleep: any moment will do

    running.send_signal(signal.SIGKILL)
    running.wait()

    wait_until(lambda: not processes_with(marker))
    places = cgroups.find_places()
    cgroups.sweep(places)
    assert not list((places.unified or Path("/nowhere")).glob(f"{running.pid}-*"))


async def test_the_descriptor_of_the_output_is_free(match):
    """Whatever descriptors the referee has open, the bot's own arrive where they belong."""
    for spare in range(12):
        held = [os.open(os.devnull, os.O_RDONLY) for _ in range(spare)]
        record = await match()
        for fd in held:
            os.close(fd)

        assert record.faults == ()


@pytest.mark.parametrize("door", ["legacy", "inner"])
async def test_a_bot_that_cannot_enter_its_group_is_not_to_blame(match, needs, monkeypatch, door):
    """It never runs outside of its groups, and nobody loses by it: the match is void."""
    needs("cpu_clock")
    if door == "legacy":
        monkeypatch.setattr(cgroups.Group, "legacy_doors", ["/proc/self/nowhere"])
    else:
        full = os.open("/dev/full", os.O_WRONLY)
        monkeypatch.setattr(cgroups.Group, "inner_door", lambda _: full)

    with pytest.raises(ExceptionGroup) as raised:
        await match()

    assert "could not enter its control group" in str(_innermost(raised.value))
