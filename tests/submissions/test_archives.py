"""Archives of strangers: what is honest is unpacked, all else is one sentence."""

import os
import stat
import tarfile
import zipfile

import pytest

from arena.errors import BadSubmission
from arena.submissions.archives import unpack_bot, unpack_export
from arena.submissions.bounds import MIB, Bounds
from tests.submissions.packing import (
    BOT,
    TOML,
    files_below,
    tar_member,
    tarred,
    zip_member,
    zipped,
)

GOOD = {"bot.toml": TOML, "bot.py": BOT, "lib/deep.py": "x = 1\n"}


@pytest.fixture
def to(tmp_path):
    """Where to unpack; whatever lies beside it was written outside."""
    (tmp_path / "prison" / "to").mkdir(parents=True)
    return tmp_path / "prison" / "to"


def refusal(archive, to):
    """The sentence of the refusal, after a look at what is on the disk."""
    with pytest.raises(BadSubmission) as caught:
        unpack_bot(archive, to)
    assert [path.name for path in to.parent.iterdir()] == ["to"]
    assert not (to / "bot").exists()
    sentence = str(caught.value)
    assert str(archive) in sentence
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("name", ["a.zip", "a.ZIP", "a.tar", "a.tar.gz", "a.tgz"])
def test_every_kind_of_archive_is_unpacked(name, tmp_path, to):
    """The files come out as they went in, whatever the format."""
    pack = zipped if name.lower().endswith("zip") else lambda path, files: tarred(path, files=files)

    unpack_bot(pack(tmp_path / name, GOOD), to)

    assert files_below(to / "bot") == {name: text.encode() for name, text in GOOD.items()}
    assert [path.name for path in to.iterdir()] == ["bot"]


NAMES = {
    "parent": ("../evil.py", "'..'"),
    "parent in the middle": ("lib/../../evil.py", "'..'"),
    "absolute": ("/tmp/evil.py", "root of the disk"),
    "drive": ("C:evil.py", "drive"),
    "backslash": ("..\\evil.py", "backslash"),
    "control character": ("evil\x1b[2J.py", "control character"),
    "turned round": ("evil\u202eyp.py", "control character"),
    "long part": ("x" * 256, "256 bytes, at most 255"),
    "long": ("/".join(["x" * 200] * 6), "1205 bytes long, at most 1000"),
    "deep": ("/".join("x" * 33), "33 levels deep, at most 32"),
    "twice": ("./bot.py", "twice"),
    "only case": ("BOT.py", "'bot.py' only by case"),
    "only form": ("ｂｏｔ.py", "'bot.py' only by case"),
    "file and folder": ("bot.py/x", "a file and a folder"),
}


@pytest.mark.parametrize("pack", ["a.zip", "a.tar", "a.tar.gz"])
@pytest.mark.parametrize("case", NAMES)
def test_a_name_that_no_file_may_have(case, pack, tmp_path, to):
    """The archive is refused as a whole and the sentence names the member and the trouble."""
    name, said = NAMES[case]
    files = {"bot.py": BOT, name: "evil"}
    make = zipped if pack == "a.zip" else lambda path, files: tarred(path, files=files)

    sentence = refusal(make(tmp_path / pack, files), to)

    assert said in sentence
    assert repr(name[:40])[1:-1] in sentence


def test_two_spellings_of_one_letter_are_one_file(tmp_path, to):
    """A composed and a decomposed é clash, as they do on the disk of a Mac."""
    files = {"caf\u00e9.py": "1", "cafe\u0301.py": "2"}

    assert "form of its letters" in refusal(zipped(tmp_path / "a.zip", files), to)


def test_two_spellings_of_one_folder_are_one_folder(tmp_path, to):
    """Lib/a.py and lib/b.py would be merged on some disks and not on others."""
    files = {"Lib/a.py": "1", "lib/b.py": "2"}

    assert "'Lib' only by case" in refusal(zipped(tmp_path / "a.zip", files), to)


def test_a_nul_in_a_zip_name_does_not_hide_the_rest(tmp_path, to):
    """zipfile cuts a name at NUL; the whole name is what counts."""
    archive = zipped(tmp_path / "a.zip", {"bot.py": BOT, "good.pyZ.evil": "x"})
    archive.write_bytes(archive.read_bytes().replace(b"good.pyZ", b"good.py\0"))

    assert "control character" in refusal(archive, to)


def test_a_zip_name_that_is_not_utf8(tmp_path, to):
    """With or without the flag for it, names are UTF-8: else each machine reads another."""
    archive = zipped(tmp_path / "a.zip", {"bot.py": BOT, "caf\u00e9.py": "x"})
    data = archive.read_bytes().replace("é".encode(), b"\xe9\xe9")
    unflagged = data.replace(b"\x14\0\0\x08", b"\x14\0\0\0")
    assert unflagged != data

    for content in (data, unflagged):
        archive.write_bytes(content)
        assert "utf-8" in refusal(archive, to)
        (to / "levels").rename(to.parent.parent / str(len(list(tmp_path.iterdir()))))


def test_a_tar_name_that_is_not_utf8(tmp_path, to):
    """A name in another encoding is refused and shown escaped."""
    archive = tmp_path / "a.tar"
    with tarfile.open(archive, "w", encoding="latin-1", format=tarfile.USTAR_FORMAT) as packed:
        packed.addfile(tar_member("caf\u00e9.py"))

    assert r"'caf\udce9.py' is not UTF-8" in refusal(archive, to)


MODES = {
    "symbolic link": (stat.S_IFLNK | 0o777, "link"),
    "device": (stat.S_IFBLK | 0o644, "device"),
    "pipe": (stat.S_IFIFO | 0o644, "device"),
    "socket": (stat.S_IFSOCK | 0o644, "device"),
    "setuid": (stat.S_IFREG | 0o4755, "4755"),
    "setgid": (stat.S_IFREG | 0o2755, "2755"),
    "sticky": (stat.S_IFREG | 0o1644, "1644"),
}


@pytest.mark.parametrize("case", MODES)
def test_a_zip_member_that_is_no_plain_file(case, tmp_path, to):
    """Attack 32 in a zip: the member and what it is are named."""
    mode, said = MODES[case]

    sentence = refusal(zip_member(tmp_path / "a.zip", "evil", mode=mode), to)

    assert "'evil'" in sentence
    assert said in sentence


MEMBERS = {
    "symbolic link": tar_member("evil", tarfile.SYMTYPE, linkname="/etc/passwd"),
    "hard link": tar_member("evil", tarfile.LNKTYPE, linkname="bot.py"),
    "character device": tar_member("evil", tarfile.CHRTYPE, devmajor=1, devminor=5),
    "block device": tar_member("evil", tarfile.BLKTYPE, devmajor=8),
    "pipe": tar_member("evil", tarfile.FIFOTYPE),
    "unknown": tar_member("evil", b"Z"),
    "setuid": tar_member("evil", mode=0o4755),
    "setgid": tar_member("evil", mode=0o2755),
    "sticky": tar_member("evil", mode=0o1755),
    "sparse": tar_member(
        "evil", pax_headers={"GNU.sparse.size": "1000000", "GNU.sparse.map": "0,1"}
    ),
}


@pytest.mark.parametrize("case", MEMBERS)
def test_a_tar_member_that_is_no_plain_file(case, tmp_path, to):
    """Attack 32 in a tar: the member is named, whatever it is."""
    sentence = refusal(tarred(tmp_path / "a.tar.gz", MEMBERS[case]), to)

    assert "'evil' is a link, a device" in sentence or "'evil' has the special mode" in sentence


def test_without_the_defence_the_attacks_write_outside(tmp_path, to):
    """The positive control: plain extraction follows `..` and a link out of its folder."""
    archive = tmp_path / "a.tar"
    with tarfile.open(archive, "w") as packed:
        packed.addfile(tar_member("../climbed.py"))
        packed.addfile(tar_member("door", tarfile.SYMTYPE, linkname=".."))
        packed.addfile(tar_member("door/walked.py"))

    with tarfile.open(archive) as packed:
        packed.extractall(to, filter="fully_trusted")

    written = sorted(path.name for path in to.parent.iterdir())
    assert written == ["climbed.py", "to", "walked.py"]


def test_an_encrypted_zip(tmp_path, to):
    """A password cannot be asked for; the sentence says to pack without."""
    sentence = refusal(zip_member(tmp_path / "a.zip", "secret.py", flags=1), to)

    assert "'secret.py' is encrypted" in sentence
    assert "without a password" in sentence


def test_rare_methods_of_packing_are_refused(tmp_path, to):
    """bzip2 and LZMA inflate without a limit on memory."""
    archive = zipped(tmp_path / "a.zip", GOOD, zipfile.ZIP_LZMA)

    assert "method 14" in refusal(archive, to)


def test_a_zip_that_was_written_to_a_pipe(tmp_path, to):
    """Sizes that follow the data, and 64-bit ones, are ordinary."""
    archive = tmp_path / "a.zip"

    class Pipe:  # what cannot seek gets data descriptors
        def __init__(self, file):
            self.write, self.flush = file.write, file.flush

    with open(archive, "wb") as file, zipfile.ZipFile(Pipe(file), "w") as packed:
        packed.writestr("bot.py", BOT)
        with packed.open("large.txt", "w", force_zip64=True) as member:
            member.write(b"x")

    unpack_bot(archive, to)

    assert files_below(to / "bot") == {"bot.py": BOT.encode(), "large.txt": b"x"}


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_long_names_of_tar(form, tmp_path, to):
    """Names beyond the 100 bytes of the old header come out whole."""
    name = f"{'d' * 150}/{'f' * 150}.py"
    with tarfile.open(tmp_path / "a.tar", "w", format=form) as packed:
        packed.addfile(tar_member(name))
        packed.addfile(tar_member("bot.py"))

    unpack_bot(tmp_path / "a.tar", to)

    assert set(files_below(to / "bot")) == {name, "bot.py"}


def test_what_is_no_part_of_a_bot_is_left_out(tmp_path, to):
    """What macOS, git and Python leave behind is not unpacked."""
    junk = ["__MACOSX/._bot.py", ".git/config", "lib/__pycache__/a.pyc", ".DS_Store", "._bot.py"]

    unpack_bot(zipped(tmp_path / "a.zip", {**GOOD, **dict.fromkeys(junk, "junk")}), to)

    assert set(files_below(to / "bot")) == set(GOOD)


@pytest.mark.parametrize("empty", [{}, {"folder/": ""}, {".DS_Store": "x"}])
def test_an_archive_without_files(empty, tmp_path, to):
    """Nothing in it is a sentence, not an empty bot."""
    assert "no files" in refusal(zipped(tmp_path / "a.zip", empty), to)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
@pytest.mark.parametrize("content", [b"", b"hello", b"Rar!\x1a\x07\x01\x00", bytes(512)])
def test_what_is_no_archive_at_all(name, content, tmp_path, to):
    """Text, another kind of archive and nothing under an archive's name."""
    (tmp_path / name).write_bytes(content)

    sentence = refusal(tmp_path / name, to)

    assert ("RAR" in sentence) == content.startswith(b"Rar")


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
def test_an_archive_that_breaks_off(name, tmp_path, to):
    """However much of the end is missing, it is not taken for a smaller archive."""
    files = {"bot.py": BOT, "a.txt": bytes(range(256)) * 5, "b.txt": b"more"}
    archive = tmp_path / name
    zipped(archive, files) if name == "a.zip" else tarred(archive, files=files)
    whole = archive.read_bytes()
    end = len(whole.rstrip(b"\0")) if name == "a.tar" else len(whole) - 1
    for length in range(0, end, 97):
        archive.write_bytes(whole[:length])
        refusal(archive, to)
        (to / "levels").rename(to.parent.parent / f"seen-{length}")


def test_one_folder_or_archive_is_looked_through(tmp_path, to):
    """The bot is found below a folder, an archive and the mess of a Mac, limits counted."""
    inner = tarred(tmp_path / "inner.tar.gz", files={"bot.toml": TOML})
    middle = zipped(tmp_path / "middle.zip", {"wrap/my bot.tar.gz": inner.read_bytes()})
    outer = {"x/hand-in.zip": middle.read_bytes(), "__MACOSX/x": "junk", ".DS_Store": "junk"}

    unpack_bot(zipped(tmp_path / "a.zip", outer), to)

    assert set(files_below(to / "bot")) == {"bot.py", "bot.toml"}


def test_an_archive_beside_a_bot_stays_packed(tmp_path, to):
    """Only where it is all there is does an archive count as wrapping."""
    data = zipped(tmp_path / "data.zip", {"x": "y"}).read_bytes()

    unpack_bot(zipped(tmp_path / "a.zip", {"bot.py": BOT, "data.zip": data}), to)

    assert set(files_below(to / "bot")) == {"bot.py", "data.zip"}


def test_wrapping_without_end(tmp_path, to):
    """Archives in archives end at a depth, and the sentence says so."""
    archive = zipped(tmp_path / "a.zip", GOOD)
    for _ in range(12):
        zipped(archive, {"a.zip": archive.read_bytes()})

    assert "more than 8 folders and archives" in refusal(archive, to)


def test_limits_count_over_all_levels(tmp_path, to):
    """Two levels that are each within the size are not so together."""
    much = os.urandom(MIB) + bytes(39 * MIB)
    inner = zipped(tmp_path / "i.zip", {"bot.py": BOT, "x": much}, zipfile.ZIP_STORED)
    archive = zipped(tmp_path / "a.zip", {"i.zip": inner.read_bytes()})

    assert "more than 64 MiB" in refusal(archive, to)


def test_a_setgid_folder_is_ordinary(tmp_path, to):
    """Folders on a shared disk have the bit; no mode is taken over."""
    tarred(tmp_path / "a.tar", tar_member("lib", tarfile.DIRTYPE, mode=0o2775))

    unpack_bot(tmp_path / "a.tar", to)

    assert stat.S_IMODE((to / "bot" / "lib").stat().st_mode) & 0o7000 == 0


def test_an_export_keeps_the_archives_in_it(tmp_path, to):
    """Only the outer level is unpacked, and each file has its date."""
    inner = zipped(tmp_path / "i.zip", GOOD).read_bytes()
    archive = zipped(tmp_path / "a.zip", {"ada.zip": inner, "bob/bot.py": BOT})

    found, left_out = unpack_export(archive, to / "all", Bounds(10**6, 10**6, 10))

    assert found == {"ada.zip": (1980, 1, 1, 0, 0, 0), "bob/bot.py": (1980, 1, 1, 0, 0, 0)}
    assert left_out == {}
    assert (to / "all" / "ada.zip").read_bytes() == inner


def test_one_persons_names_stop_no_export(tmp_path, to):
    """A file whose name cannot be had is left out with its reason; all others come."""
    archive = zipped(tmp_path / "a.zip", {"ada/Bot.py": BOT, "ada/bot.py": BOT, "bob/bot.py": BOT})

    found, left_out = unpack_export(archive, to / "all", Bounds(10**6, 10**6, 10))

    assert set(found) == {"ada/Bot.py", "bob/bot.py"}
    assert "only by case" in left_out["'ada/bot.py'"]
