"""Attack 34: archives and folders that are far more than they seem end early."""

import gzip
import os
import struct
import tarfile

import pytest

from arena.errors import BadSubmission
from arena.submissions import find
from arena.submissions.archives import unpack_bot
from arena.submissions.bounds import BOT, MIB
from tests.submissions.packing import tar_member, tarred, zipped

pytestmark = pytest.mark.slow


def refusal(archive, tmp_path):
    to = tmp_path / "to"
    to.mkdir()
    with pytest.raises(BadSubmission) as caught:
        unpack_bot(archive, to)
    written = sum(path.stat().st_size for path in to.rglob("*") if path.is_file())
    assert written <= BOT.unpacked
    return str(caught.value)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_a_small_archive_of_zeros(name, tmp_path):
    """More than a hundred times its own size is refused, with the figure."""
    zeros = bytes(30 * MIB)
    archive = tmp_path / name
    zipped(archive, {"bot.py": "", "x": zeros}) if name == "a.zip" else tarred(
        archive, files={"x": zeros}
    )
    assert archive.stat().st_size < MIB / 8

    assert "100 times its own size" in refusal(archive, tmp_path)


def test_zeros_behind_the_end_of_a_tar(tmp_path):
    """What gzip holds counts, also where tar would not look."""
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(bytes(30 * MIB)))

    assert "100 times its own size" in refusal(tmp_path / "a.tar.gz", tmp_path)


def test_a_size_below_zero(tmp_path):
    """A negative size would lead tarfile back to where it came from."""
    header = bytearray(tar_member("x").tobuf(tarfile.GNU_FORMAT))
    header[124:136] = b"\xff" * 11 + b"\xfe"
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    (tmp_path / "a.tar").write_bytes(bytes(header) + bytes(1024))

    assert "'x' has the size -2" in refusal(tmp_path / "a.tar", tmp_path)


def test_a_packed_archive_that_is_too_large(tmp_path):
    """The archive itself has a limit, seen before anything is read of it."""
    archive = tmp_path / "a.zip"
    with open(archive, "wb") as file:
        file.truncate(BOT.packed + 1)

    assert "has 32 MiB, at most 32 MiB" in refusal(archive, tmp_path)


def test_an_archive_that_unpacks_to_too_much(tmp_path):
    """What packs no better than others is refused by its size alone."""
    archive = zipped(tmp_path / "a.zip", {"x": os.urandom(MIB) + bytes(64 * MIB)})
    assert archive.stat().st_size > 0.65 * MIB  # so that the ratio is no matter

    assert "more than 64 MiB, reached at 'x'" in refusal(archive, tmp_path)


def test_too_many_files(tmp_path):
    """The 2001st file is one too many, and is named."""
    archive = zipped(tmp_path / "a.zip", {f"f{i}": "" for i in range(BOT.files + 1)})

    assert "more than 2000 files, reached at 'f2000'" in refusal(archive, tmp_path)


def test_a_million_members_end_early(tmp_path):
    """The directory of a huge zip is not even parsed, nor are ignored members free."""
    small = zipped(tmp_path / "a.zip", {"x": ""}).read_bytes()
    start = small.index(b"PK\1\2")
    end = small.index(b"PK\5\6")
    entry = small[start:end]
    many = entry * 400_000
    tail = bytearray(small[end:])
    struct.pack_into("<I", tail, 12, len(many))
    (tmp_path / "a.zip").write_bytes(small[:start] + many + tail)

    assert "bytes of names in one piece" in refusal(tmp_path / "a.zip", tmp_path)


def test_ignored_members_count(tmp_path):
    """Nobody hides a million entries in a folder that is left out."""
    archive = tmp_path / "a.tar.gz"
    block = tar_member(".git/x").tobuf()
    with tarfile.open(archive, "w:gz") as packed:
        packed.fileobj.write(block * 7000)

    assert "6000 entries" in refusal(archive, tmp_path)


def test_folders_count_too(tmp_path):
    """Two thousand files in thirty folders each would be sixty thousand folders."""
    files = {f"{i}/" + "/".join("abcdefghijklm") + "/f": "" for i in range(600)}

    assert "6000 files and folders" in refusal(zipped(tmp_path / "a.zip", files), tmp_path)


@pytest.mark.parametrize("announced", [1, 10**9])
def test_a_size_that_is_a_lie(announced, tmp_path):
    """The bytes that come out count; an archive that announces others is refused."""
    archive = zipped(tmp_path / "a.zip", {"bot.py": "x" * 5000})
    data = bytearray(archive.read_bytes())
    struct.pack_into("<I", data, data.index(b"PK\1\2") + 24, announced)
    archive.write_bytes(data)

    assert "cannot be unpacked" in refusal(archive, tmp_path)


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
def test_a_header_of_a_tar_that_would_fill_the_memory(kind, tmp_path):
    """A name of 50 MB is not read to be refused."""
    archive = tmp_path / "a.tar"
    with open(archive, "wb") as file:
        file.write(tar_member("x", kind, size=50_000_000).tobuf(tarfile.GNU_FORMAT))
        file.truncate(30 * MIB)

    assert "names in one piece" in refusal(archive, tmp_path)


def test_headers_that_follow_each_other_without_end(tmp_path):
    """A chain of long-name headers exhausts tarfile's recursion, not us."""
    archive = tmp_path / "a.tar"
    link = tar_member("x", tarfile.GNUTYPE_LONGNAME, size=1).tobuf(tarfile.GNU_FORMAT)
    archive.write_bytes((link + bytes(512)) * 5000)

    assert "cannot be unpacked" in refusal(archive, tmp_path)


def test_a_folder_of_ten_gigabytes(tmp_path):
    """A folder has the limits of an archive, and is counted without being read."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.py").write_text("")
    with open(tmp_path / "bot" / "huge", "wb") as file:
        file.truncate(10 * 1024 * MIB)  # holes: it takes no room

    with pytest.raises(BadSubmission, match="holds 10,240 MiB, at most 64 MiB"):
        find([str(tmp_path / "bot")])


def test_a_folder_of_too_many_files(tmp_path):
    """The count holds for folders too."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.py").touch()
    for i in range(BOT.files + 1):
        (tmp_path / "bot" / f"{i}.txt").touch()

    with pytest.raises(BadSubmission, match="more than 2000 files"):
        find([str(tmp_path / "bot")])
