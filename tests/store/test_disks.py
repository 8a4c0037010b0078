"""What a cut of the power leaves, on a local disk and on a remote one."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from arena.store import is_remote, reading, writing
from tests.store.played import open_stage


def test_a_writer_is_safe_from_a_cut_of_the_power(store):
    """A write-ahead log, synced at every commit; and no row refers to one that is not there."""
    with store._to_write.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }

    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_row_of_nothing_is_refused(store):
    """Foreign keys are looked at, not just written down."""
    with (
        pytest.raises(sa.exc.IntegrityError, match="FOREIGN KEY"),
        store._to_write.begin() as connection,
    ):
        connection.exec_driver_sql("INSERT INTO round VALUES (77, 0, 0, 1, '')")


LOCAL = "/dev/sda1 / ext4 rw 0 0"


def mounted(monkeypatch, *lines):
    real = Path.read_text

    def read_text(path, *how, **more):
        if str(path) == "/proc/self/mounts":
            return "".join(f"{line}\n" for line in lines)
        return real(path, *how, **more)

    monkeypatch.setattr(Path, "read_text", read_text)


@pytest.mark.parametrize(
    ("lines", "remote"),
    [
        ([LOCAL], False),
        ([LOCAL, "server:/home /home nfs4 rw 0 0"], False),
        ([LOCAL, "server:/srv {folder} nfs4 rw 0 0"], True),
        ([LOCAL, "server:/srv {above} nfs rw 0 0"], True),
        ([LOCAL, "server:/srv {above} nfs rw 0 0", "/dev/sdb1 {folder} xfs rw 0 0"], False),
        ([LOCAL, "/dev/sdb1 {folder} xfs rw 0 0", "server:/srv {above} nfs rw 0 0"], False),
        ([LOCAL, "/dev/sdb1 {folder} xfs rw 0 0", "server:/srv {folder} nfs rw 0 0"], True),
        ([LOCAL, "server:/srv {folder}2 nfs rw 0 0"], False),
        ([LOCAL, "//server/share {folder} cifs rw 0 0"], True),
        ([LOCAL, "me@server: {folder} fuse.sshfs rw 0 0"], True),
        ([LOCAL, "/dev/sdc1 {folder} fuseblk rw 0 0"], False),
        ([LOCAL, "C:\\134 {folder} 9p rw 0 0"], True),
        (["none / tmpfs rw 0 0"], False),
    ],
)
def test_a_remote_disk_is_told_by_its_mount(lines, remote, tmp_path, monkeypatch):
    """The mount that is nearest to the file decides; of two at one place, the later."""
    names = {"folder": tmp_path, "above": tmp_path.parent}
    mounted(monkeypatch, *(line.format(**names) for line in lines))

    assert is_remote(tmp_path / "arena.db") is remote


def test_a_relative_name_is_looked_up_too(tmp_path, monkeypatch):
    """A bare name is in the current folder, and a folder may be a link to another disk."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    mounted(monkeypatch, LOCAL, f"server:/srv {tmp_path / 'disk'} nfs4 rw 0 0")

    monkeypatch.chdir(tmp_path / "disk")
    assert is_remote(Path("arena.db"))
    assert is_remote(tmp_path / "link" / "arena.db")
    assert not is_remote(tmp_path / "arena.db")


def test_a_mount_may_have_a_blank_in_its_name(tmp_path, monkeypatch):
    """The kernel writes blanks as octal numbers."""
    (tmp_path / "my disk").mkdir()
    mounted(monkeypatch, LOCAL, f"server:/srv {tmp_path}/my\\040disk nfs4 rw 0 0")

    assert is_remote(tmp_path / "my disk" / "arena.db")


def test_a_link_to_a_remote_file_is_remote(tmp_path, monkeypatch):
    """The log is kept where the file is, not where its name is."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "arena.db").touch()
    (tmp_path / "arena.db").symlink_to("disk/arena.db")
    mounted(monkeypatch, LOCAL, f"server:/srv {tmp_path / 'disk'} nfs4 rw 0 0")

    assert is_remote(tmp_path / "arena.db")


def test_a_machine_without_that_table_has_local_disks(tmp_path, monkeypatch):
    """Where the mounts cannot be read nothing is remote."""

    def read_text(path, *how, **more):
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", read_text)

    assert not is_remote(tmp_path / "arena.db")


def test_no_log_is_kept_on_a_remote_disk(db, bots, monkeypatch):
    """The shared memory of a log cannot be relied on there; a run and its readers still work."""
    mounted(monkeypatch, LOCAL, f"server:/srv {db.parent} nfs4 rw 0 0")

    with writing(str(db)) as store, reading(str(db)) as reader:
        open_stage(store, bots)
        with store._to_write.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"
        assert reader.contests() == ["cup"]
        assert not db.with_name("arena.db-wal").exists()
