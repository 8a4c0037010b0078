"""Reads an archive that a stranger made, member by member.

Only plain files and folders come out; links, devices and whatever else a format can hold
are refused, and so is what the standard library stumbles over. No name is checked here and
nothing is believed that the archive says about sizes.
"""

import errno
import gzip
import io
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from arena.errors import BadSubmission
from arena.submissions.bounds import Tally, shown

_CHUNK = 64 * 1024
_SPECIAL_BITS = stat.S_ISUID | stat.S_ISGID | stat.S_ISVTX

# What zipfile, tarfile and gzip raise on bytes that make no sense, RecursionError included.
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    OverflowError,
    RuntimeError,
)

# tarfile looks through an extended header in quadratic time: 0.04 s for this many bytes.
# A name of the longest allowed length needs a third of them.
_LONGEST_TAR_HEADER = 4096
_ZIP_ENTRY = 256  # bytes of a zip's directory for one member; more than names usually need

_BEGINNINGS = {
    b"PK": "a .zip",
    b"\x1f\x8b": "a .tar.gz",
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
}


class Member(NamedTuple):
    """One entry of an archive. `modified` compares with that of others in the same archive."""

    name: str
    is_folder: bool
    modified: tuple[int, ...]
    chunks: Callable[[], Iterator[bytes]]


def members(archive: Path, tally: Tally) -> Iterator[Member]:
    """The members in the order of the archive; raises BadSubmission."""
    with _telling_damage(archive, tally):
        for member in _members(archive, tally):
            yield member._replace(chunks=partial(_chunks, archive, tally, member))


def _chunks(archive: Path, tally: Tally, member: Member) -> Iterator[bytes]:
    with _telling_damage(archive, tally):
        yield from member.chunks()


def _members(archive: Path, tally: Tally) -> Iterator[Member]:
    name = archive.name.lower()
    if name.endswith(".zip"):
        yield from _zip_members(io.FileIO(archive), tally)
    elif name.endswith(".tar"):
        yield from _tar_members(io.FileIO(archive), tally)
    else:
        with tempfile.TemporaryFile("w+b", buffering=0) as file:
            _inflate(archive, file, tally)
            yield from _tar_members(file, tally)


@contextmanager
def _telling_damage(archive: Path, tally: Tally) -> Iterator[None]:
    """Turns what the libraries say of nonsense into a sentence about the archive."""
    try:
        yield
    except _DAMAGE as problem:
        if isinstance(problem, OSError) and problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise  # this machine's trouble, not the archive's
        with open(archive, "rb") as file:
            start = file.read(8)
        looks = next((kind for magic, kind in _BEGINNINGS.items() if start.startswith(magic)), "")
        hint = f" (it begins like {looks})" if looks else ""
        raise BadSubmission(
            f"{tally.archive} cannot be unpacked{hint}: {str(problem)[:200]};"
            " pack it again as .zip or .tar.gz"
        ) from None


class _ShortReads(io.BufferedReader):
    """A file of which a library may not swallow more at once than the longest honest header."""

    def __init__(self, file: io.FileIO, tally: Tally, longest: int) -> None:
        super().__init__(file)
        self._tally, self._longest = tally, longest

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self._longest:
            raise BadSubmission(
                f"{self._tally.archive} has {size} bytes of names in one piece, at most"
                f" {self._longest} are taken; pack fewer files, with shorter names"
            )
        return super().read(size)


def _zip_members(file: io.FileIO, tally: Tally) -> Iterator[Member]:
    with (
        _ShortReads(file, tally, _ZIP_ENTRY * tally.bounds.members) as source,
        zipfile.ZipFile(source, metadata_encoding="utf-8") as packed,
    ):
        for info in packed.infolist():
            name = info.orig_filename  # `filename` is cut at the first NUL
            is_folder = name.endswith("/")
            mode = info.external_attr >> 16
            kind = stat.S_IFMT(mode)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                _refuse(tally, name, "is a link or a device")
            if info.flag_bits & 1:
                _refuse(tally, name, "is encrypted")
            # The others inflate without a limit on memory.
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                _refuse(tally, name, f"is packed by the rare method {info.compress_type}")
            _want_no_special_bits(tally, name, mode, is_folder=is_folder)
            yield Member(name, is_folder, info.date_time, partial(_zip_chunks, packed, info))


def _zip_chunks(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    count = 0
    with packed.open(info) as file:
        while chunk := file.read(_CHUNK):
            count += len(chunk)
            yield chunk
    if count != info.file_size:
        raise zipfile.BadZipFile(
            f"{shown(info.filename)} has {count} bytes and was announced with {info.file_size}"
        )


def _inflate(archive: Path, into: io.FileIO, tally: Tally) -> None:
    length = 0
    with gzip.open(archive) as packed:
        while chunk := packed.read(_CHUNK):
            length += len(chunk)
            tally.want_stream(length)
            into.write(chunk)
    into.seek(0)


def _tar_members(file: io.FileIO, tally: Tally) -> Iterator[Member]:
    with (
        _ShortReads(file, tally, _LONGEST_TAR_HEADER) as source,
        tarfile.open(fileobj=source, mode="r:", encoding="utf-8") as packed,
    ):
        while (info := packed.next()) is not None:
            plain = info.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not info.issparse()
            if not (plain or info.isdir()):
                _refuse(tally, info.name, "is a link, a device or a file with holes")
            if info.size < 0:
                raise tarfile.ReadError(f"{shown(info.name)} has the size {info.size}")
            _want_no_special_bits(tally, info.name, info.mode, is_folder=info.isdir())
            modified = (int(info.mtime),)
            yield Member(info.name, info.isdir(), modified, partial(_tar_chunks, source, info))
        # tarfile takes a header that makes no sense for the end; the end is zeros.
        source.seek(packed.offset)
        if source.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):
            raise tarfile.ReadError("it breaks off")


def _tar_chunks(file: io.BufferedReader, info: tarfile.TarInfo) -> Iterator[bytes]:
    file.seek(info.offset_data)
    left = info.size
    while left:
        chunk = file.read(min(left, _LONGEST_TAR_HEADER))
        if not chunk:
            raise tarfile.ReadError(f"it breaks off in {shown(info.name)}")
        left -= len(chunk)
        yield chunk


def _want_no_special_bits(tally: Tally, name: str, mode: int, *, is_folder: bool) -> None:
    # Folders on a shared disk have such bits honestly; no mode is ever taken over.
    if mode & _SPECIAL_BITS and not is_folder:
        _refuse(tally, name, f"has the special mode {mode & 0o7777:o}")


def _refuse(tally: Tally, name: str, why: str) -> None:
    raise BadSubmission(
        f"{tally.archive}: {shown(name)} {why}; pack plain files and folders, without a password"
    )
