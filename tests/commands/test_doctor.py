"""`arena doctor` with root and without, with a sandbox and without any."""

import json
import os
from pathlib import Path

import pytest

from arena.diagnosis import Backend, remedies_for
from arena.model import Guarantees
from arena.sandbox import remedies
from tests.commands.shell import ARENA, arena
from tests.plain_user import run_as_plain_user

pytestmark = pytest.mark.slow

ALL = Guarantees(*[True] * len(Guarantees._fields))
NO_ENGINE = {"DOCKER_HOST": "unix:///nowhere/docker.sock"}


def test_it_says_what_really_held(tmp_path):
    """The guarantees are those that a match on this machine records."""
    found = json.loads(arena("doctor", "--json", cwd=tmp_path, **NO_ENGINE).stdout)
    played = arena("play", "greedy", "random", "--json", cwd=tmp_path, **NO_ENGINE)
    (match,) = json.loads(played.stdout)["matches"]

    assert found["sandbox"] == match["conditions"]["sandbox"] == "bubblewrap"
    assert found["guarantees"] == match["conditions"]["guarantees"]
    assert found["guarantees"]["fs"] is True
    assert found["core_ms"] > 0


def test_without_bubblewrap_and_docker_it_tells_how_to_get_them(tmp_path):
    """No guarantee, the reason of each with its remedy, and exit 0: it has done its work."""
    done = arena("doctor", "--json", cwd=tmp_path, PATH=str(tmp_path), **NO_ENGINE)
    found = json.loads(done.stdout)

    assert done.returncode == 0
    assert found["sandbox"] is None
    assert found["guarantees"] is None
    assert "apt install bubblewrap" in found["remedies"][0]
    assert "/nowhere/docker.sock" in found["remedies"][1]
    assert "unsafe" in found["remedies"][2]


def test_without_any_sandbox_own_bots_still_play(tmp_path):
    """`play` goes on as plain processes and says why in one line."""
    done = arena("play", "greedy", "random", cwd=tmp_path, PATH=str(tmp_path), **NO_ENGINE)

    assert done.returncode == 0
    assert done.stderr.startswith("plain processes, no sandbox: play only bots you trust")
    assert "apt install bubblewrap" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("sandbox", ["bubblewrap", "docker"])
def test_a_sandbox_asked_for_by_name_is_never_replaced(sandbox, tmp_path):
    """Exit 2 with the remedy, not a weaker one."""
    done = arena(
        *("play", "greedy", "random", "--sandbox", sandbox),
        cwd=tmp_path,
        PATH=str(tmp_path),
        **NO_ENGINE,
    )

    assert done.returncode == 2
    assert done.stdout == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_plain_user_is_told_what_root_would_add(tmp_path):
    """Bubblewrap works without root; what is missing then is said, with how to get it."""
    words = ["env", "DOCKER_HOST=unix:///nowhere", ARENA, "doctor", "--json"]
    done = run_as_plain_user(*words, home=tmp_path)
    found = json.loads(done.stdout)

    held = {name for name, value in found["guarantees"].items() if value is True}
    assert {"fs", "net", "pid_ns", "pids", "kill_tree"} <= held
    assert "uid_per_bot" not in held
    assert any("as root" in remedy for remedy in found["remedies"])


def test_the_table_fits_and_tells(tmp_path):
    """For people: every guarantee with its meaning, in 80 columns."""
    done = arena("doctor", cwd=tmp_path, **NO_ENGINE)

    assert "frozen while it is not its turn" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if "│" in line) <= 80


def test_nothing_missing_needs_no_remedy():
    """A machine that has all of it is left in peace, though Docker be not there."""
    backends = [Backend("bubblewrap", ALL), Backend("docker", None, "no engine")]

    assert remedies_for(backends, is_root=True) == []


def test_missing_groups_have_another_remedy_for_root():
    """Somebody who is root already is not told to become it."""
    backends = [Backend("bubblewrap", ALL._replace(freeze=False))]

    (as_root,) = remedies_for(backends, is_root=True)
    assert "control group" in as_root
    assert any("sudo" in remedy for remedy in remedies_for(backends, is_root=False))


APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")


@pytest.mark.parametrize(
    ("line", "switches", "words"),
    [
        ("bwrap: setting up uid map: Permission denied", {APPARMOR: "1"}, "/etc/apparmor.d/bwrap"),
        (
            "bwrap: loopback: Failed RTM_NEWADDR: not permitted",
            {APPARMOR: "1"},
            "userns,",
        ),
        (
            "bwrap: No permissions to create new namespace",
            {Path("/proc/sys/user/max_user_namespaces"): "0"},
            "sysctl -w user.max_user_namespaces",
        ),
        ("bwrap: setting up uid map: Permission denied", {}, "containers"),
        ("bwrap: execvp python: No such file", {APPARMOR: "1"}, "see `bwrap"),
        ("arena: RLIMIT_CORE cannot be 1: not allowed", {APPARMOR: "1"}, "raise that hard limit"),
    ],
)
def test_a_complaint_of_bwrap_has_a_remedy(line, switches, words):
    """Ubuntu's AppArmor, the kernel's switches, a container: never the whole system's first."""
    remedy = remedies.for_complaint(line, switches=switches)

    assert words in remedy
    assert "apparmor_restrict_unprivileged_userns=0" not in remedy
