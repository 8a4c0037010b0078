"""A version: a bot's files under the hash of their content, kept where no name shows."""

import hashlib
import zlib
from pathlib import Path

import msgpack

from arena.cache import once
from arena.submissions import Submission

_Files = list[tuple[str, bytes]]


def content_hash(files: _Files) -> str:
    """SHA-256 over the names and contents of the files, in the order of their names."""
    digest = hashlib.sha256()
    for name, data in files:
        digest.update(f"{len(name)} {name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def keep(submission: Submission) -> Submission:
    """The same bot, its files now those of the kept version."""
    return _kept(submission, submission.files())


def keep_and_pack(submission: Submission) -> tuple[Submission, bytes]:
    """The same, and the very files that were hashed as one piece of data."""
    files = submission.files()
    return _kept(submission, files), zlib.compress(msgpack.packb(files))


def _kept(submission: Submission, files: _Files) -> Submission:
    version = content_hash(files)
    folder = once("version", version, lambda to: write_files(files, to))
    return submission._replace(folder=folder, file=None, version=version)


def write_files(files: _Files, to: Path) -> None:
    """All of them, readable and executable by anybody: an archive may have lost the bits."""
    for name, data in files:
        target = to / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        target.chmod(0o755)


def unpacked(version: str, data: bytes) -> Path:
    """The folder of a version whose files were packed; raises ValueError for other files."""
    if hash_of_packed(data) != version:
        raise ValueError(f"the files that are kept as version {version[:12]} are others")
    return once("version", version, lambda to: write_files(_files(data), to))


def hash_of_packed(data: bytes) -> str:
    """The version that packed files are; raises ValueError if they are damaged."""
    try:
        return content_hash(_files(data))
    except (zlib.error, msgpack.UnpackException, TypeError, AttributeError) as problem:
        raise ValueError(f"a bot's files cannot be read: {problem}") from None


def _files(data: bytes) -> _Files:
    return [(name, content) for name, content in msgpack.unpackb(zlib.decompress(data))]
