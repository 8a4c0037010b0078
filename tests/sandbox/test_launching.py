"""The launcher: whose child a process is, where it is born, and what it brings along."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

import pytest

from arena.cache import owner_name
from arena.sandbox import cgroups, launching
from arena.sandbox.cgroups import Birthplace, Group
from arena.sandbox.launcher import FAILED
from arena.sandbox.launching import Order, launch
from arena.sandbox.pipes import PipeProcess
from arena.sandbox.slots import some_uid

pytestmark = pytest.mark.slow

_TELLS = """
cat /proc/self/cgroup | tr '\n' ' '; echo
ls /proc/self/fd | tr '\n' ' '; echo
echo $PPID; id -u; id -G; ulimit -n; env | grep -v PWD= | grep -v ^_= | tr '\n' ' '
"""


@contextmanager
def group_of(inner=True):
    name = f"{owner_name()}-launching"
    group = Group(cgroups.find_places(), name, memory_bytes=1 << 28, pids=64, inner=inner)
    try:
        yield group
    finally:
        group.kill()
        group.remove()


def order_of(group, out, *words, **changes):
    """A shell that writes to `out`."""
    order = Order(
        ["/bin/sh", "-c", *words],
        {"PATH": "/usr/bin:/bin"},
        {0: out, 1: out, 2: out},
        {"RLIMIT_NOFILE": 50},
        None,
        group,
    )
    return order._replace(**changes)


def outcome(**changes):
    """The exit code and the lines of a shell that tells of itself."""
    out = os.memfd_create("out")
    with group_of() as group:
        child = launch(order_of(group, out, _TELLS, **changes))
        _, status = os.waitpid(child.pid, 0)
    os.lseek(out, 0, os.SEEK_SET)
    said = os.read(out, 65536).decode()
    os.close(out)
    return os.waitstatus_to_exitcode(status), said.splitlines()


def needs_a_group():
    if cgroups.find_places().unified is None:
        pytest.skip("no control groups here")


def test_a_process_is_our_child_with_nothing_but_what_was_ordered():
    """Its descriptors, its limits and its variables; and we are the ones who see its end."""
    code, (_, descriptors, parent, _, _, files, variables) = outcome()

    assert code == 0
    assert descriptors.split() == ["0", "1", "2", "3"]  # the last is the listing's own
    assert int(parent) == os.getpid()
    assert files == "50"
    assert variables.split() == ["PATH=/usr/bin:/bin"]


def test_a_process_has_the_uid_that_was_ordered_and_no_group_of_ours():
    """Root gives it away before anything else runs."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a uid away")
    uid = some_uid()

    _, (_, _, _, own, groups, *_) = outcome(uid=uid)

    assert (own, groups) == (str(uid), str(uid))


@pytest.mark.parametrize("is_born_there", [True, False])
def test_a_process_is_in_its_groups_from_its_first_step(is_born_there, monkeypatch):
    """By birth, or where the kernel cannot do that by its own first step."""
    needs_a_group()
    if not is_born_there:
        nowhere = os.open(os.devnull, os.O_RDONLY)
        born = Group.birthplace.fget
        elsewhere = property(lambda group: Birthplace(nowhere, born(group).door))
        monkeypatch.setattr(Group, "birthplace", elsewhere)

    _, (groups, *_) = outcome()

    paths = [line.split(":", 2) for line in groups.split()]
    ours = {kind for _, kind, path in paths if path.endswith(f"{owner_name()}-launching")}
    assert ours >= {"", *cgroups.find_places().legacy}


def test_what_cannot_be_done_ends_the_process_and_not_the_launcher():
    """With a code of its own and the reason, and the next order is carried out."""
    code, [problem] = outcome(words=["/nowhere/to/be/found"])
    assert code == FAILED
    assert problem == "arena: [Errno 2] No such file or directory: '/nowhere/to/be/found'"
    code, [problem] = outcome(limits={"RLIMIT_NOFILE": -5})
    assert code == FAILED
    assert problem.startswith("arena: RLIMIT_NOFILE cannot be -5: ")
    assert outcome()[0] == 0


def test_a_dead_launcher_is_replaced():
    """Whoever ordered is told, as of any process that cannot be started."""
    outcome()
    os.kill(launching._launcher._process.pid, signal.SIGKILL)

    with pytest.raises(OSError, match="process that starts bots has ended"):
        outcome()

    assert outcome()[0] == 0


def test_an_order_that_is_broken_off_spoils_no_other(monkeypatch):
    """The answer that nobody waited for is not taken for that to the next order."""
    outcome()
    monkeypatch.setattr(launching.socket, "send_fds", _sent_and_interrupted)
    with pytest.raises(KeyboardInterrupt):
        outcome()
    monkeypatch.undo()

    assert outcome(words=["/bin/sh", "-c", "exit 7"])[0] == 7


def _sent_and_interrupted(*order, send=socket.send_fds):
    send(*order)
    raise KeyboardInterrupt


def test_a_process_that_does_not_lead_its_group_yet_is_ended_too():
    """It may be told to end before it has taken its first step."""
    child = subprocess.Popen(["sleep", "100"])  # in our own group
    pipes = tuple(os.open(os.devnull, os.O_RDWR) for _ in range(3))
    process = PipeProcess(child.pid, pipes, None, wrappers=0, host_code=None)

    process.kill()

    assert child.wait() == -signal.SIGKILL
    process.close()


def test_a_bot_does_not_see_where_its_program_is():
    """The path of bwrap can have the organiser's name in it."""
    _, lines = outcome(words=["/bin/sh", "-c", "tr '\\0' ' ' < /proc/$$/cmdline"])

    assert lines[0].startswith("sh -c ")


def test_bots_run_where_we_may_run():
    """On the cores of whoever orders now, not on those of the time when the launcher began."""
    outcome()
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(mine)})
    try:
        show = "import json, os; print(json.dumps(sorted(os.sched_getaffinity(0))))"
        _, lines = outcome(words=["/bin/sh", "-c", f'exec python3 -c "{show}"'])
    finally:
        os.sched_setaffinity(0, mine)

    assert json.loads(lines[-1]) == [max(mine)]


def test_the_freezer_and_the_meter_are_of_the_inner_group_alone():
    """What stays outside, as bubblewrap does, is neither frozen nor charged; both are ended."""
    needs_a_group()
    out = os.memfd_create("out")
    with group_of() as group:
        door = group.inner_door()
        outside = launch(order_of(group, out, "while :; do :; done"))
        spin = "echo 0 >&8; exec 8>&-; while :; do :; done"
        fds = {0: out, 1: out, 2: out, 8: door}
        inside = launch(order_of(group, out, spin, fds=fds))
        _until(lambda: (group.cpu_usec() or 0) > 100_000)
        group.freeze()
        _until(lambda: _state(inside.pid) == "S" and _stands_still(group))
        before = _cpu_ticks(outside.pid)
        charged = group.cpu_usec()
        _until(lambda: _cpu_ticks(outside.pid) > before + 10)

        assert group.cpu_usec() == charged

        group.kill()
        codes = [os.waitstatus_to_exitcode(os.waitpid(c.pid, 0)[1]) for c in (outside, inside)]
    os.close(out)
    assert codes == [-signal.SIGKILL, -signal.SIGKILL]


def _until(holds):
    while not holds():
        os.sched_yield()


def _stands_still(group):
    before = group.cpu_usec()
    for _ in range(1000):
        os.sched_yield()
    return group.cpu_usec() == before


def _state(pid):
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def _cpu_ticks(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


_KILLED_AFTER_ITS_ORDER = """
import os, select, signal, socket, sys
from types import SimpleNamespace
from arena.sandbox import launching

def send_and_die(*order, send=socket.send_fds):
    launcher = launching._launcher._process.pid
    if when == "before it is answered":
        os.kill(launcher, signal.SIGSTOP)
    send(*order)
    print(launcher, flush=True)
    if when == "before it reads the answer":
        select.select([order[0]], [], [])
    os.kill(os.getpid(), signal.SIGKILL)

socket.send_fds = send_and_die
out, when = int(sys.argv[1]), sys.argv[2]
group = SimpleNamespace(birthplace=None, legacy_doors=[])
words = ["/bin/sh", "-c", "sleep 1; echo it ran"]
launching.launch(launching.Order(words, {}, {0: 0, 1: out, 2: 2}, {}, None, group))
"""


@pytest.mark.parametrize("when", ["before it is answered", "before it reads the answer"])
def test_who_is_killed_after_an_order_leaves_no_bot_behind(when):
    """Nobody would end it; and the launcher ends without a traceback."""
    read, write = os.pipe()
    words = [sys.executable, "-c", _KILLED_AFTER_ITS_ORDER, str(write), when]
    orderer = subprocess.Popen(words, pass_fds=[write], stdout=PIPE, stderr=PIPE, text=True)
    os.close(write)
    launcher = int(orderer.stdout.readline())
    assert orderer.wait() == -signal.SIGKILL
    os.kill(launcher, signal.SIGCONT)

    assert os.read(read, 100) == b""  # the end of all who could write
    os.close(read)
    assert "Traceback" not in orderer.communicate()[1]
