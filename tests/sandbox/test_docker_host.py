"""When the engine, the referee or the user is not what one hopes for."""

import gc
import json
import os
import signal
import socket
import subprocess

import pytest
import trio

from arena.errors import HostTrouble, SandboxUnavailable
from arena.games import rules_named
from arena.pairings import numbered_fixture
from arena.sandbox import cgroups
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.docker.engine import Engine
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from tests.commands.shell import ARENA, processes_with, wait_until
from tests.plain_user import run_as_plain_user
from tests.sandbox.engine import private_engine
from tests.sandbox.one_match import BOT, PATIENT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docker")]


@pytest.fixture
def own_engine(monkeypatch):
    """An engine for this test alone, which it may mistreat."""
    with private_engine() as private:
        monkeypatch.setenv("DOCKER_HOST", private.address)
        yield private
    gc.collect()  # a socket of the SDK that could not connect is closed only here


LEAVES_SOCKETS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def containers_of(pid, line):
    found = [one["Labels"].get("arena.owner", "") for one in line.containers()]
    return [owner for owner in found if owner.startswith(f"{pid}-")]


def test_the_containers_of_a_killed_referee_are_removed(engine, tmp_path):
    """They outlive it; the next referee removes them, and nobody else's."""
    marker = "arena-test-marker-docker"
    (tmp_path / "bot.py").write_text(BOT.format(first="", each="time.sleep(1000)"))
    (tmp_path / "bot.toml").write_text(f'command = ["python", "bot.py", "{marker}"]\n')
    limits = ["--start-ms", "600000", "--move-ms", "600000", "--game-ms", "6000000"]
    command = [ARENA, "play", tmp_path, tmp_path, "--sandbox", "docker", *limits]
    referees = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(2)
    ]
    dead, alive = referees
    line = Engine()
    try:
        wait_until(lambda: all(len(containers_of(one.pid, line)) == 2 for one in referees))
        wait_until(lambda: len(processes_with(marker)) >= 4 * 2)  # a shell and a bot each

        dead.send_signal(signal.SIGKILL)
        dead.wait()
        assert len(containers_of(dead.pid, line)) == 2
        DockerSandbox()

        assert containers_of(dead.pid, line) == []
        assert len(containers_of(alive.pid, line)) == 2
        assert len(processes_with(marker)) == 4
        places = cgroups.find_places()
        assert not list(places.unified.glob(f"{dead.pid}-*"))
    finally:
        for one in referees:
            one.kill()
            one.wait()
        DockerSandbox()


@LEAVES_SOCKETS
async def test_an_engine_that_dies_costs_nobody_a_match(own_engine, tmp_path):
    """In the middle of a match it is the machine's trouble, three times; no bot is blamed."""
    (tmp_path / "bot.py").write_text(BOT.format(first="", each="time.sleep(1000)"))
    bots = find([str(tmp_path / "bot.py"), "greedy"])
    options = rules_named("face-to-face").settle({}, 2)
    fixture = numbered_fixture("face-to-face", options, [bot.name for bot in bots], 3)
    table = await prepared(Table(tuple(bots), DockerSandbox(), PATIENT))
    finished, unplayed = [], []

    async def crash(_):
        own_engine.kill()

    with trio.fail_after(120):
        await play_sitting(
            table,
            [fixture],
            finished=finished.append,
            unplayed=lambda _, voids: unplayed.extend(voids),
            watch=crash,
        )

    assert finished == []
    assert len(unplayed) == 3
    assert all("the Docker engine failed" in void.cause for void in unplayed)


@LEAVES_SOCKETS
async def test_a_line_that_ends_with_the_engine_is_no_end_of_the_bot(own_engine, tmp_path):
    """The bot itself has done nothing: its output ends, and waiting for its end is trouble."""
    (tmp_path / "bot.py").write_text("import time\ntime.sleep(1000)\n")
    (bot,) = find([str(tmp_path / "bot.py")])
    sandbox = DockerSandbox()
    async with sandbox.start(await sandbox.prepare(bot), PATIENT) as process:
        pid = process._container.place.pid
        own_engine.kill()
        with trio.fail_after(60):
            await process.wait_readable()
            assert process.read() == b""
            with pytest.raises(HostTrouble, match="the Docker engine failed"):
                await process.wait_ended(60)

    wait_until(lambda: not os.path.exists(f"/proc/{pid}"))  # ended all the same


def test_no_engine_is_said_with_the_remedy(tmp_path, monkeypatch):
    """One sentence each for an engine that is not there and an address nobody speaks."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nothing.sock")
    with pytest.raises(SandboxUnavailable, match=r"there is no Docker engine .* start it"):
        DockerSandbox()

    monkeypatch.setenv("DOCKER_HOST", "ssh://somewhere")
    with pytest.raises(SandboxUnavailable, match="only unix:// and tcp:// are spoken"):
        DockerSandbox()


def test_an_engine_that_hangs_is_not_waited_for(tmp_path, monkeypatch):
    """A socket that takes the question and never answers ends as one sentence."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/hangs.sock")
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(f"{tmp_path}/hangs.sock")
        silent.listen(5)

        with pytest.raises(SandboxUnavailable, match="does not answer within 5 s"):
            DockerSandbox()


def test_a_plain_user_is_told_what_is_not_held(own_engine, tmp_path):
    """No freezing, but CPU time and a verdict on memory; without the right to ask, a sentence."""
    (tmp_path / "bot.py").write_text(BOT.format(first="", each="hoard = bytearray(300 << 20)"))
    words = ["env", f"DOCKER_HOST={own_engine.address}", ARENA, "play", f"{tmp_path}/bot.py"]
    words += ["greedy", "--sandbox", "docker", "--json", "--memory-mb", "64"]
    own_engine.socket.parent.chmod(0o711)

    refused = run_as_plain_user(*words, home=tmp_path)
    own_engine.socket.chmod(0o666)
    played = run_as_plain_user(*words, home=tmp_path)

    assert refused.returncode == 2
    assert "you may not use the Docker engine" in refused.stderr
    assert played.returncode == 0, played.stderr
    (match,) = json.loads(played.stdout)["matches"]
    held = match["conditions"]["guarantees"]
    assert [name for name in held if held[name] is not True] == ["freeze", "uid_per_bot"]
    (fault,) = match["faults"]
    assert (fault["verdict"], fault["detail"]) == ("too_much_memory", "used 64 of 64 MiB")
    assert Engine().containers() == []
