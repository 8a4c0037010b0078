"""The images that bots run in: their own, the one of this machine, and what a build makes."""

import io
import os
import sys
import tarfile

import pytest

from arena.errors import BadSubmission, SandboxUnavailable
from arena.sandbox.docker import DockerSandbox, images
from arena.sandbox.docker.engine import Engine
from arena.sandbox.docker.packing import fingerprint, tree
from arena.submissions import find
from tests.sandbox.one_match import PATIENT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docker")]


@pytest.fixture(scope="module")
def sandbox(engine):
    return DockerSandbox()


@pytest.fixture
def image(sandbox):
    """Makes somebody's own image, by lines of a Dockerfile on top of the base."""

    def make(*lines, base=sandbox._base.image, name="arena-test/own:1"):
        context = io.BytesIO()
        with tarfile.open(fileobj=context, mode="w") as tar:
            text = "\n".join([f"FROM {base}", *lines]).encode()
            file = tarfile.TarInfo("Dockerfile")
            file.size = len(text)
            tar.addfile(file, io.BytesIO(text))
        context.seek(0)
        Engine().build_image(context, name)
        return name

    return make


def bot(folder, source, **more):
    (folder / "bot.py").write_text("import os, sys\n" + source)
    (found,) = find([str(folder / "bot.py")])
    return found._replace(**more)


async def ending(sandbox, submission):
    """How a bot ends by itself, and what it says on stderr."""
    async with sandbox.start(await sandbox.prepare(submission), PATIENT) as process:
        process.close_input()
        return await process.wait_ended(60), process.take_stderr()


async def test_a_bot_may_bring_its_own_image(sandbox, image, tmp_path):
    """Its command runs as given, found by the image's own PATH; the SDK is there too."""
    name = image("ENV PATH=/opt/python/bin:/bin LD_LIBRARY_PATH=/opt/python/lib WORD=own")
    own = bot(
        tmp_path,
        "import arena_sdk\n"
        "print(os.environ['WORD'], os.getcwd(), os.getuid() > 1000, file=sys.stderr)",
        image=name,
        command=(f"python{sys.version_info.major}.{sys.version_info.minor}", "bot.py"),
    )

    assert await ending(sandbox, own) == (0, "own /bot True\n")


async def test_an_image_that_is_not_there_is_never_pulled(sandbox, tmp_path):
    """The organiser is told what to type."""
    own = bot(tmp_path, "", image="arena-test/nowhere:1")

    with pytest.raises(BadSubmission, match="`docker pull arena-test/nowhere:1` or `docker build"):
        await sandbox.prepare(own)


async def test_an_image_with_a_volume_is_refused(sandbox, image, tmp_path):
    """What is written to a volume would be on this machine's disk, without a limit."""
    own = bot(tmp_path, "", image=image("VOLUME /data", name="arena-test/volume:1"))

    with pytest.raises(BadSubmission, match="has Volumes in it"):
        await sandbox.prepare(own)


async def test_an_image_without_a_shell_is_refused(sandbox, image, tmp_path):
    """It is said before a match, and with the reason."""
    own = bot(tmp_path, "", image=image(base="scratch", name="arena-test/empty:1"))

    with pytest.raises(BadSubmission, match="does not start, which needs /bin/sh"):
        await sandbox.prepare(own)


async def test_a_build_runs_once_where_the_bot_will_run(sandbox, tmp_path):
    """Its result is what the bot finds; what it wrote elsewhere is gone."""
    source = "print(open('made').read(), os.path.exists('/tmp/left'), file=sys.stderr)"
    (tmp_path / "build.sh").write_text("cp bot.py copy.py && echo yes > made && echo > /tmp/left\n")
    (tmp_path / "bot.toml").write_text('command = ["python", "copy.py"]\n')
    (tmp_path / "copy.py").write_text("")
    (tmp_path / "bot.py").write_text("import os, sys\n" + source)
    (found,) = find([str(tmp_path)])
    built = found._replace(build=("sh", "build.sh"))

    assert await ending(sandbox, built) == (0, "yes\n False\n")
    assert (await sandbox.prepare(built)).folder == (await sandbox.prepare(built)).folder


async def test_a_build_that_fails_says_why(sandbox, tmp_path):
    """The end of what it wrote on stderr is in the organiser's sentence."""
    failing = bot(tmp_path, "", build=("sh", "-c", "echo no such thing >&2; exit 3"))

    with pytest.raises(BadSubmission, match=r"(?s)exit code 3.*\| no such thing"):
        await sandbox.prepare(failing)


async def test_a_build_has_no_network_and_may_lock_files(sandbox, tmp_path):
    """The profile of builds: locks and room, but no way out."""
    script = """
import fcntl, socket, subprocess
open('tool', 'w').write('#!/bin/sh\\necho ran\\n')
os.chmod('tool', 0o755)
fcntl.flock(open('tool'), fcntl.LOCK_EX)
open('/tmp/big', 'wb').write(bytes(100 << 20))
said = subprocess.run(['./tool'], capture_output=True, text=True).stdout
try:
    socket.create_connection(('127.0.0.1', 80))
except OSError as problem:
    said += type(problem).__name__
open('made', 'w').write(said)
"""
    (tmp_path / "build.py").write_text("import os\n" + script)
    (tmp_path / "bot.toml").write_text('command = ["python", "bot.py"]\n')
    (tmp_path / "bot.py").write_text("import sys\nprint(open('made').read(), file=sys.stderr)")
    (found,) = find([str(tmp_path)])
    built = found._replace(build=("python", "build.py"))

    assert await ending(sandbox, built) == (0, "ran\nOSError\n")


def test_elsewhere_the_base_is_an_image_with_python(sandbox, image, monkeypatch):
    """Where our own programs do not run in containers one is needed, and asked for."""
    line = Engine()
    line.info["Architecture"] = "another"
    monkeypatch.setattr(images, "_PYTHON_IMAGE", "arena-test/python:1")
    if line.image("arena-test/python:1") is None:
        with pytest.raises(SandboxUnavailable, match="docker pull arena-test/python:1 first"):
            images.base_image(line, None)
    image("ENV X=1", name="arena-test/python:1")

    base = images.base_image(line, None)

    assert base.image.startswith("arena-bot:")
    assert base.python.startswith("/usr/local/bin/python")


def test_folders_that_look_alike_are_told_apart_by_their_names(tmp_path):
    """Kept folders are named by content: the same sizes at the same moment are not the same."""
    names = []
    for name in ("built-1", "built-2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot").write_text(name)
        os.utime(tmp_path / name / "bot", (1, 1))
        names.append(fingerprint(tree(tmp_path / name, "/bot"), "base"))

    assert len(set(names)) == 2
