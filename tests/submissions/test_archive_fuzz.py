"""Whatever is done to the bytes of an archive: a sentence, or files inside the folder."""

import gzip
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import BadSubmission
from arena.submissions.archives import unpack_bot
from tests.submissions.packing import BOT, TOML, tar_member, tarred, zip_member, zipped

pytestmark = pytest.mark.slow

FILES = {"bot.py": BOT, "bot.toml": TOML, "lib/é.py": "x = 1\n" * 50, "w/" + "n" * 120: "long"}


def originals() -> dict[str, bytes]:
    """Archives of every kind, by their suffix and what is special about them."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        inner = zipped(here / "inner.zip", FILES).read_bytes()
        pax = {"GNU.sparse.map": "0,1", "GNU.sparse.size": "9", "comment": "x" * 300}
        made = {
            ".zip": zipped(here / "1.zip", FILES),
            " stored.zip": zipped(here / "2.zip", FILES, zipfile.ZIP_STORED),
            " nested.zip": zipped(here / "3.zip", {"in/x.zip": inner}),
            " link.zip": zip_member(here / "4.zip", "door", mode=0o120777),
            ".tar": tarred(here / "5.tar", files=FILES),
            " odd.tar": tarred(
                here / "6.tar",
                tar_member("door", tarfile.SYMTYPE, linkname=".."),
                tar_member("holes", pax_headers=pax),
            ),
            ".tar.gz": tarred(here / "7.tar.gz", files=FILES),
        }
        return {suffix: path.read_bytes() for suffix, path in made.items()}


ORIGINALS = originals()

# Where to change a byte, by a fraction of the length, and to what; and what to cut out.
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=6)
CUTS = st.none() | st.tuples(st.floats(0, 1), st.integers(1, 600))


def changed(data: bytes, changes: list[tuple[float, int]], cut: tuple[float, int] | None) -> bytes:
    new = bytearray(data)
    for where, value in changes:
        new[int(where * len(new))] = value
    if cut:
        start = int(cut[0] * len(new))
        del new[start : start + cut[1]]
    return bytes(new)


def unpack_in_a_prison(suffix: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive, prison = Path(folder, f"a{suffix}"), Path(folder, "prison")
        archive.write_bytes(data)
        to = prison / "to"
        to.mkdir(parents=True)
        try:
            unpack_bot(archive, to)
        except BadSubmission as refusal:
            assert len(str(refusal).splitlines()) == 1  # noqa: PT017 - both ends are good
        else:
            assert [path.name for path in to.iterdir()] == ["bot"]
        assert [path.name for path in prison.iterdir()] == ["to"]
        assert not any(path.is_symlink() for path in to.rglob("*"))


@pytest.mark.parametrize("suffix", ORIGINALS)
@settings(max_examples=150)
@given(changes=CHANGES, cut=CUTS)
def test_changed_bytes(suffix, changes, cut):
    """A byte here and there, or a piece cut out: never a traceback, never a file outside."""
    unpack_in_a_prison(suffix, changed(ORIGINALS[suffix], changes, cut))


@settings(max_examples=150)
@given(changes=CHANGES, cut=CUTS)
def test_changed_bytes_under_gzip(changes, cut):
    """The same for a tar whose gzip wrapping is sound."""
    unpack_in_a_prison(".tgz", gzip.compress(changed(ORIGINALS[" odd.tar"], changes, cut), 1))


@pytest.mark.parametrize(
    "size", [b"\xff" * 12, b"\x80" + b"\xff" * 11, b"77777777777\0", b"-1         "]
)
@pytest.mark.parametrize("kind", [b"0", b"5", b"x", b"g", b"L", b"K", b"S", b"V", b"Z"])
def test_sizes_and_types_of_tar_that_no_program_writes(size, kind):
    """Negative and huge sizes of every type of header, with a sum that is right."""
    header = bytearray(tar_member("x").tobuf(tarfile.GNU_FORMAT))
    header[124:136] = size.ljust(12)
    header[156:157] = kind
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)

    for rest in (b"", bytes(1024), bytes(header) * 3):
        unpack_in_a_prison(".tar", bytes(header) + rest)


@given(data=st.binary(max_size=600), suffix=st.sampled_from([".zip", ".tar", ".tgz"]))
def test_noise(data, suffix):
    """Bytes that never were an archive."""
    unpack_in_a_prison(suffix, data)
