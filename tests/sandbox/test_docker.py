"""Docker on this machine, attacked by real bots. A missing engine is a failure for root."""

import json
import platform
import sys

import pytest

from arena.cache import owner_name
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.docker.engine import Engine
from arena.sandbox.seccomp import MISSING, REFUSED
from arena.sandbox.unsafe import UnsafeSandbox
from tests.sandbox.one_match import PATIENT
from tests.sandbox.test_bubblewrap import ATTACKS, left_behind

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docker")]


@pytest.fixture(scope="module")
def sandbox(engine):
    return DockerSandbox()


def containers_left():
    """Containers of this process that were not removed."""
    found = [one["Labels"].get("arena.owner") for one in Engine().containers()]
    return [owner for owner in found if owner == owner_name()]


async def test_a_match_is_played_and_nothing_stays(match, sandbox):
    """Both bots play to the end, by the clock that is promised; nothing is left."""
    record = await match()

    assert record.faults == ()
    assert all((time.cpu_ms is not None) == sandbox.guarantees.cpu_clock for time in record.times)
    assert containers_left() == []
    assert left_behind() == []


def test_root_gets_every_guarantee(sandbox):
    """With control groups of both kinds, or v2 alone, nothing is missing."""
    assert all(held is True for held in sandbox.guarantees)


async def test_what_a_bot_must_not_do_is_refused(match):
    """Every attack fails in the container; as a plain process, the control, some succeed."""
    lines = "\n".join(
        f"tell({name!r}, tried(lambda: {attack}))" for name, attack in ATTACKS.items()
    )

    record = await match(first=lines)
    control = await match(first=lines, where=UnsafeSandbox())

    said = record.stderr[0].splitlines()
    assert record.faults == ()
    assert [line.split(" refused")[0] for line in said] == list(ATTACKS)
    assert control.stderr[0].count("done") >= 5


# What ctypes can call without an argument that means anything, and what must come of it.
CALLS = {"unshare": 1, "keyctl": 1, "bpf": 1, "process_vm_readv": 1, "mount": 1} | {
    "io_uring_setup": 38,
    "clone3": 38,
    "flock": 38,
}
CALL = """
import ctypes, json, socket
libc = ctypes.CDLL(None, use_errno=True)
def called(number, *arguments):
    ctypes.set_errno(0)
    libc.syscall(number, *map(ctypes.c_long, (*arguments, 0, 0, 0, 0)))
    return ctypes.get_errno()
def traced():
    child = os.fork()
    if child == 0:
        os._exit(called({ptrace}))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
said = dict((name, called(number)) for name, number in {numbers}.items())
said['trace me'] = traced()
said['trace the first process'] = called({ptrace}, 16, 1) if os.getppid() == 1 else 0
try:
    said['vsock'] = socket.socket(40, 1) and 0
except OSError as problem:
    said['vsock'] = problem.errno
tell(json.dumps(said))
"""


async def test_the_kernels_corners_are_closed(match):
    """Tracing, namespaces, keyrings, io_uring and their like are refused, and PID 1 ends."""
    column = 0 if platform.machine() == "x86_64" else 1
    known = REFUSED | MISSING
    numbers = {name: known[name][column] for name in CALLS}
    lines = CALL.format(numbers=numbers, ptrace=REFUSED["ptrace"][column])

    record = await match(first=lines)
    control = await match(first=lines, where=UnsafeSandbox())

    expected = CALLS | {"trace me": 1, "trace the first process": 1, "vsock": 97}
    assert json.loads(record.stderr[0]) == expected
    assert json.loads(control.stderr[0])["trace me"] == 0
    assert json.loads(control.stderr[0])["unshare"] == 0
    assert containers_left() == []


HONEST = """
import asyncio, ctypes, multiprocessing, sqlite3, ssl, subprocess, threading
found = []
one = threading.Thread(target=found.append, args=(1,))
one.start()
one.join()
with multiprocessing.Pool(2) as pool:
    found += pool.map(abs, [-2])
found.append(int(subprocess.run([sys.executable, "-c", "print(3)"], capture_output=True).stdout))
found.append(asyncio.run(asyncio.sleep(0, 4)))
tell(found, sys.version)
"""


async def test_honest_programs_work(match):
    """Threads, processes, event loops and compiled modules, on an interpreter like ours."""
    record = await match(first=HONEST)

    assert record.faults == ()
    assert record.stderr[0].strip() == f"[1, 2, 3, 4] {sys.version.strip()}"


async def test_a_bot_sees_neutral_names_only(match, tmp_path, monkeypatch):
    """No path, name or secret of the host in environment, arguments or mounts."""
    monkeypatch.setenv("ARENA_SECRET", "hunter2")
    files = "['/proc/1/environ', '/proc/1/cmdline', '/proc/self/mountinfo', '/proc/self/environ']"

    record = await match(first=f"for file in {files}: tell(open(file).read())")

    said = record.stderr[0]
    assert "/bot" in said
    assert not [word for word in ("hunter2", tmp_path.name, "greedy") if word in said]


async def test_only_three_descriptors_are_inherited(match):
    """Nothing of the shell that starts the bot stays open."""
    record = await match(first="tell(sorted(os.listdir('/proc/self/fd')))")

    assert record.stderr[0].strip() == "['0', '1', '2', '3']"  # 3 is the listing itself


async def test_too_much_memory_is_its_own_verdict(match):
    """The kernel ends it, and the referee knows why: used and allowed, in MiB."""
    record = await match(each="hoard = bytearray(300 << 20)", limits=PATIENT._replace(memory_mb=64))

    (fault,) = record.faults
    assert (fault.seat, fault.verdict, fault.turn) == (0, "too_much_memory", 1)
    assert fault.detail == "used 64 of 64 MiB"
    assert left_behind() == []


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

    assert record.stderr[0].split() == ["children", "63"]
    assert [fault for fault in record.faults if fault.seat == 1] == []
    assert containers_left() == []
    assert left_behind() == []


async def test_the_next_match_starts_clean(match):
    """What a bot wrote to /tmp is gone in its next match."""
    look = "tell(os.listdir('/tmp'))\nopen('/tmp/memo', 'w').write('x')"

    said = [(await match(first=look)).stderr[0].strip() for _ in range(2)]

    assert said == ["[]", "[]"]


async def test_burning_more_than_allowed_is_late(match):
    """The limit is on CPU time, and the fault says how much was used."""
    burn = "until = time.process_time() + 30\n    while time.process_time() < until: pass"
    record = await match(each=burn, limits=PATIENT._replace(move_ms=200))

    (fault,) = [fault for fault in record.faults if fault.seat == 0]
    assert fault.verdict == "late"
    assert "of the 200 ms of CPU time" in fault.detail


async def test_the_organisers_packages_are_there(match, engine, tmp_path):
    """A bot imports what every bot is given, from where the other sandboxes have it."""
    environment = tmp_path / "packages"
    environment.mkdir()
    (environment / "helpful.py").write_text("WORD = 'yes'\n")

    record = await match(
        first="import helpful\ntell(helpful.WORD, helpful.__file__)",
        where=DockerSandbox(environment),
    )

    assert record.stderr[0].split() == ["yes", "/opt/environment/helpful.py"]
