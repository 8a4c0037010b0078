"""The walls of all rooms: made once, and made anew when what is in them changes."""

import pytest

from arena import cache
from arena.sandbox import walls as building
from arena.sandbox.walls import walls


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """The SDK's packages, and a cache and a machine of this test's own."""
    for name in ("cache", "etc", "packages"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(building, "_LIBRARIES", tmp_path / "etc/ld.so.cache")
    monkeypatch.setattr(building, "_ALTERNATIVES", tmp_path / "etc/alternatives")
    (tmp_path / "packages/sdk.py").write_text("")
    return tmp_path / "packages"


def test_they_are_made_once(packages):
    """The second sandbox finds them; with another SDK they are others."""
    first = walls(packages)

    assert walls(packages) == first
    assert (first / "opt/arena/sdk.py").is_file()
    assert walls(packages.rename(packages.with_name("newer"))) != first


def test_a_machine_that_lacks_what_is_copied_has_walls_too(packages):
    """Not every system has a cache of libraries, or alternatives."""
    assert not (walls(packages) / "etc/ld.so.cache").exists()


@pytest.mark.parametrize("change", ["a library", "an alternative", "its target"])
def test_what_the_organiser_installs_is_seen(packages, change):
    """A new library or another alternative makes new walls, which have it."""
    etc = packages.with_name("etc")
    (etc / "ld.so.cache").write_text("libc")
    (etc / "alternatives").mkdir()
    (etc / "alternatives/awk").symlink_to("/usr/bin/mawk")
    before = walls(packages)

    if change == "a library":
        (etc / "ld.so.cache").write_text("libc libgmp")
    elif change == "an alternative":
        (etc / "alternatives/java").symlink_to("/usr/bin/java-17")
    else:
        (etc / "alternatives/awk").unlink()
        (etc / "alternatives/awk").symlink_to("/usr/bin/gawk")

    after = walls(packages)
    assert after != before
    assert (after / "etc/ld.so.cache").read_text() == (etc / "ld.so.cache").read_text()
    assert _links(after / "etc/alternatives") == _links(etc / "alternatives")


def _links(folder):
    return {link.name: link.readlink() for link in folder.iterdir()}
