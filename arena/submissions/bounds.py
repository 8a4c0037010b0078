"""How much a submission may hold, and the count that says when it is too much."""

from pathlib import Path
from typing import NamedTuple

from arena.errors import BadSubmission

MIB = 1024 * 1024

# Text rarely packs better than 20:1; what packs better than this was made to.
RATIO = 100
RATIO_FROM = 10 * MIB  # below it any ratio is harmless


class Bounds(NamedTuple):
    """The most that is taken. Sizes are bytes."""

    packed: int
    unpacked: int
    files: int

    @property
    def members(self) -> int:
        """Entries read at all: folders, and the second copy of each that macOS packs."""
        return 3 * self.files


BOT = Bounds(packed=32 * MIB, unpacked=64 * MIB, files=2_000)
EXPORT = Bounds(packed=1024 * MIB, unpacked=1024 * MIB, files=20_000)


class Tally:
    """What came out of one archive so far, the archives inside it included."""

    def __init__(self, archive: Path, bounds: Bounds) -> None:
        self.archive = archive
        self.bounds = bounds
        self._by_ratio = max(RATIO_FROM, RATIO * want_packed_size(archive, bounds))
        self._members = self._files = self._bytes = 0

    def add_member(self, name: str) -> None:
        """One more entry, whatever it is."""
        self._members += 1
        self._want(self._members <= self.bounds.members, name, f"{self.bounds.members} entries")

    def add_file(self, name: str) -> None:
        """One more file that will be kept."""
        self._files += 1
        self._want(self._files <= self.bounds.files, name, f"{self.bounds.files} files")

    def add_bytes(self, count: int, name: str) -> None:
        """So many more bytes of a file, counted as they come and not as they were announced."""
        self._bytes += count
        self._want_bytes(self._bytes, self.bounds.unpacked, name)

    def want_stream(self, length: int) -> None:
        """The same limits for a tar inside gzip, which has headers and padding as well."""
        self._want_bytes(length, self.bounds.unpacked + 2048 * self.bounds.members, "")

    def _want_bytes(self, seen: int, most: int, name: str) -> None:
        self._want(seen <= most, name, mib(most))
        self._want(
            seen <= self._by_ratio, name, f"{RATIO} times its own size, {mib(self._by_ratio)}"
        )

    def _want(self, holds: bool, name: str, limit: str) -> None:
        if not holds:
            where = f", reached at {shown(name)}" if name else ""
            raise BadSubmission(
                f"{self.archive} unpacks to more than {limit}{where};"
                " leave out what the bot does not need"
            )


def want_packed_size(archive: Path, bounds: Bounds) -> int:
    """The bytes of the archive itself; raises BadSubmission if they are too many."""
    size = archive.stat().st_size
    if size > bounds.packed:
        raise BadSubmission(
            f"{archive} has {mib(size)}, at most {mib(bounds.packed)} are taken;"
            " leave out what the bot does not need"
        )
    return size


def shown(name: str) -> str:
    """A stranger's name for a file as it may stand in a sentence."""
    return repr(name if len(name) <= 80 else name[:80] + "…")


def mib(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / MIB:,.1f}".removesuffix(".0") + " MiB"
