"""Folders that are kept: made whole or not at all, swept when nobody needs them."""

import os
import time

import pytest

from arena import cache
from arena.errors import OrganiserError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of this test's own."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    return tmp_path


def fill(to):
    (to / "file").write_text("whole")


def test_a_folder_is_made_once(folder):
    """The second time nothing is made, and another key is another folder."""
    first = cache.once("kind", "key", fill)

    assert cache.once("kind", "key", lambda to: pytest.fail("made again")) == first
    assert cache.once("kind", "other", fill) != first
    assert cache.found("kind", "key") == first
    assert cache.found("kind", "third") is None


def test_others_can_read_it_whatever_the_umask(folder):
    """An organiser with a strict umask makes folders that bots can enter all the same."""
    before = os.umask(0o077)
    try:
        made = cache.once("kind", "key", lambda to: (to / "inner").mkdir())
        after = os.umask(0o077)
    finally:
        os.umask(before)

    assert (made / "inner").stat().st_mode & 0o777 == 0o755
    assert after == 0o077


def test_what_fails_half_way_leaves_nothing(folder):
    """An error while it is made comes out, and no folder of any name stays."""

    def fail(to):
        fill(to)
        raise OrganiserError("no room")

    with pytest.raises(OrganiserError):
        cache.once("kind", "key", fail)
    assert list(folder.iterdir()) == []


def test_the_folders_of_the_dead_are_swept(folder):
    """Half-made ones whose maker is gone, and whole ones that nobody used for a month."""
    kept = cache.once("kind", "key", fill)
    old = cache.once("kind", "old", fill)
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(old, (month_ago, month_ago))
    (folder / ".999999999-1-abc").mkdir()
    mine = folder / f".{cache.owner_name()}-abc"
    mine.mkdir()

    cache.sweep_cache()

    assert sorted(folder.iterdir()) == sorted([kept, mine])


def test_what_is_used_stays(folder):
    """A look at an old folder makes it a young one."""
    kept = cache.once("kind", "key", fill)
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(kept, (month_ago, month_ago))

    cache.once("kind", "key", fill)
    cache.sweep_cache()

    assert kept.is_dir()
