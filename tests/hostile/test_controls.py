"""Each wall of the bubblewrap sandbox is there for something: without it the attack succeeds.

Most attacks have their control in the `unsafe` sandbox, where nothing holds them. These
here need a single defence taken out of the real one.
"""

import os
import re
import struct

import pytest

from arena.sandbox import room, seccomp
from arena.sandbox.bubblewrap import BubblewrapSandbox
from tests.hostile.expectation import HERE, attacks
from tests.hostile.surroundings import surroundings
from tests.hostile.table import play

pytestmark = pytest.mark.slow

ATTACKS = attacks()
_RETURN, _ALLOW = 0x06, 0x7FFF0000
_arguments = room._arguments


def without_filter(monkeypatch):
    everything = struct.pack("<HBBI", _RETURN, 0, 0, _ALLOW)
    monkeypatch.setattr(seccomp, "program", lambda **_: everything)


def without_remounting_proc(monkeypatch):
    def arguments(place):
        words = _arguments(place)
        at = words.index("/proc", words.index("--proc") + 2)  # --proc /proc --remount-ro /proc
        return words[: at - 1] + words[at + 1 :]

    monkeypatch.setattr(room, "_arguments", arguments)


def with_the_hosts_network(monkeypatch):
    without_filter(monkeypatch)
    monkeypatch.setattr(room, "_arguments", lambda place: [*_arguments(place), "--share-net"])


def with_the_referees_uid(monkeypatch):
    monkeypatch.setattr(room.Room, "uid", None)


def with_root_in_a_writable_proc(monkeypatch):
    """/proc/sys asks for the uid outside, so a referee that is root must give another away."""
    without_remounting_proc(monkeypatch)
    with_the_referees_uid(monkeypatch)


WALLS = [
    (without_filter, "27-traces-others", ["trace a child", "peek at a child"]),
    (without_filter, "40-odd-channels", ["netlink"]),
    (without_filter, "41-locks-a-file", ["flock", "lockf", "a lock of the open file"]),
    (without_filter, "72-process-handles", ["a descriptor of its own"]),
    (with_the_hosts_network, "38-network", ["tcp", "udp"]),
    (with_the_hosts_network, "39-abstract-socket", ["the abstract socket"]),
    pytest.param(
        with_root_in_a_writable_proc,
        "44-host-settings",
        ["core_pattern"],
        marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root's own uid can do harm"),
    ),
]


@pytest.mark.parametrize(("wall", "folder", "possible"), WALLS)
async def test_without_this_wall_the_attack_succeeds(wall, folder, possible, tmp_path, monkeypatch):
    """What is refused in the sandbox is possible in the same sandbox without one wall."""
    told = await told_without(wall, folder, tmp_path, monkeypatch)

    assert {name: told.get(name) for name in possible} == dict.fromkeys(possible, "done")


@pytest.mark.parametrize("wall", [without_remounting_proc, with_the_referees_uid])
async def test_one_of_two_walls_is_enough_for_the_kernels_settings(wall, tmp_path, monkeypatch):
    """Each of the two alone keeps /proc/sys closed; both are there in case one breaks."""
    told = await told_without(wall, "44-host-settings", tmp_path, monkeypatch)

    assert told["core_pattern"].startswith("refused")


async def told_without(wall, folder, tmp_path, monkeypatch):
    """What the bot of this attack tells of its attempts in a sandbox without this wall."""
    sandbox = BubblewrapSandbox()
    wall(monkeypatch)
    with surroundings(tmp_path) as around:
        hostile = around.bot("team", HERE / folder / "bot.py", around.facts())
        limits = ATTACKS[folder].limits_with(sandbox.guarantees)
        (record,) = await play((hostile, around.opponent("greedy")), sandbox, limits)
    return dict(re.findall(r"^tried (.+): (.+)$", record.stderr[0], re.MULTILINE))
