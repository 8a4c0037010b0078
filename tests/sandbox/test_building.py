"""Builds: once for each version, in the sandbox, with nothing of the host to write on."""

import gzip
import io
import os
import stat
import subprocess
import sys
import tarfile

import pytest

from arena.errors import BadSubmission
from arena.model import Limits
from arena.sandbox import building, open_sandbox
from arena.submissions import find

pytestmark = pytest.mark.slow

PATIENT = Limits(start_ms=60_000)


@pytest.fixture(params=["unsafe", "bubblewrap"])
def sandbox(request):
    return open_sandbox(request.param)


@pytest.fixture
def built(sandbox, tmp_path):
    """The prepared bot of a folder with this build script."""

    async def build(script, where=sandbox):
        (tmp_path / "build.sh").write_text(f"# for {tmp_path}\n{script}\n")
        (tmp_path / "bot.toml").write_text('command = ["./bot"]\nbuild = ["sh", "build.sh"]\n')
        (bot,) = find([str(tmp_path)])
        return await where.prepare(bot)

    return build


async def test_what_a_build_makes_is_kept(built, tmp_path):
    """Files and folders are there, and what links led to; the handed-in folder is as it was."""
    before = sorted(os.listdir(tmp_path))
    bot = await built("mkdir out && echo made > out/x && ln -s out/x y && echo said")

    assert (bot.folder / "out" / "x").read_text() == "made\n"
    assert (bot.folder / "y").read_text() == "made\n"
    assert (bot.folder / "build.sh").exists()
    assert sorted(os.listdir(tmp_path)) == [*sorted({*before, "build.sh", "bot.toml"})]


async def test_it_is_built_once(built):
    """The second time it is the folder of the first; another script is another version."""
    roll = "od -An -N8 -tx8 /dev/urandom > dice"

    first, second = await built(roll), await built(roll)
    third = await built(roll + " # other")

    assert (first.folder / "dice").read_text() == (second.folder / "dice").read_text()
    assert first.version == second.version != third.version
    assert (third.folder / "dice").read_text() != (first.folder / "dice").read_text()


async def test_a_failure_tells_its_last_words(built):
    """Exit code and stderr, for the author; nothing is kept of it."""
    with pytest.raises(BadSubmission, match=r"(?s)`sh build.sh` failed: .* exit code 3.*\| oh no"):
        await built("echo oh no; exit 3")


async def test_special_bits_and_files_do_not_survive(built):
    """Nothing that was built is set-uid, and a pipe is no file."""
    bot = await built("cp /bin/true tool && chmod 6755 tool")
    assert stat.S_IMODE((bot.folder / "tool").stat().st_mode) == 0o755

    with pytest.raises(BadSubmission, match="cannot be kept"):
        await built("mkfifo pipe")


async def test_too_much_is_refused(built, monkeypatch):
    """A build that fills the disk is stopped by what it may hand over."""
    monkeypatch.setattr(building, "_MOST_BYTES", 1024 * 1024)

    with pytest.raises(BadSubmission, match="made more than 1 MiB"):
        await built("head -c 2000000 /dev/zero > big")


async def test_the_first_error_of_a_long_build_is_told(built):
    """A compiler's first error is the cause of the others; what lies between is counted."""
    with pytest.raises(BadSubmission) as caught:
        await built("for i in $(seq 100); do echo error $i; done; exit 1")

    lines = str(caught.value).splitlines()
    assert lines[1] == "  | error 1"
    assert lines[21] == "  | (71 more lines)"
    assert lines[-1] == "  | error 100"


async def test_a_build_that_does_not_end_is_ended(built, monkeypatch):
    """The time of a build is limited, and nothing of it goes on."""
    monkeypatch.setattr(building, "BUILD_S", 0.5)

    with pytest.raises(BadSubmission, match=r"took longer than 0\.5 s"):
        await built("sleep 1000")


async def test_a_build_in_the_sandbox_sees_nothing_of_the_host(built):
    """No network, no file of the host, sources that cannot be changed; outside it could."""
    script = (
        "cat /proc/net/dev | tail -n +3 | grep -v lo: && exit 9\n"
        f"ls {os.getcwd()} && exit 8\n"
        "touch /src/x && exit 7\n"
        "exit 0"
    )

    await built(script, open_sandbox("bubblewrap"))
    with pytest.raises(BadSubmission, match=r"exit code [89]"):
        await built(script, open_sandbox("unsafe"))


def test_a_build_cannot_hand_over_a_bomb(tmp_path):
    """A result that is compressed, or cut off, or has holes is refused, however small."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        big = tarfile.TarInfo("big")
        big.size = 1024 * 1024
        tar.addfile(big, io.BytesIO(bytes(big.size)))
    (tmp_path / "hole").touch()
    os.truncate(tmp_path / "hole", 200 * 1024 * 1024)
    words = ["tar", "-C", tmp_path, "-S", "-cf", "-", "hole"]
    sparse = subprocess.run(words, capture_output=True, check=True).stdout
    assert len(sparse) < 100_000
    bombs = [gzip.compress(plain.getvalue()), plain.getvalue()[:-900_000], sparse, b"no tar"]
    assert_refused(bombs, tmp_path)


def test_nothing_is_written_outside(tmp_path):
    """No link of any kind, no way up, no name that a disk does not take, however it is packed."""
    deep = "/".join(["d"] * 1200)
    names = ["../evil", "/evil", deep, "a\udcff", "x" * 300]
    links = [(tarfile.SYMTYPE, ".."), (tarfile.SYMTYPE, "/tmp"), (tarfile.LNKTYPE, "../evil")]
    tars = [_tar(tarfile.REGTYPE, name, "") for name in names]
    tars += [_tar(kind, "link", target) for kind, target in links]

    assert_refused(tars, tmp_path)
    assert not (tmp_path / "evil").exists()


def _tar(kind, name, target):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", errors="surrogateescape") as tar:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, target
        tar.addfile(member)
    return packed.getvalue()


def assert_refused(tars, tmp_path):
    for number, bomb in enumerate(tars):
        (tmp_path / f"{number}").mkdir()
        with pytest.raises(BadSubmission):
            building._unpack(bomb, tmp_path / f"{number}", "bot")


async def test_a_build_may_be_a_python_script(sandbox, tmp_path):
    """`python` is the interpreter that bots have, in a build too."""
    (tmp_path / "make.py").write_text("import sys; open('made', 'w').write(sys.version)\n")
    toml = 'command = ["./bot"]\nbuild = ["python", "make.py"]\n'
    (tmp_path / "bot.toml").write_text(toml)
    (bot,) = find([str(tmp_path)])

    assert (await sandbox.prepare(bot)).folder.joinpath("made").read_text() == sys.version
