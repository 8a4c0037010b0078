"""What `publish` writes, and what it leaves alone."""

import gzip
import json
import re

import pytest

from leaderboard import NotASite, publish
from tests.site.made_up import NAMES, TWO, made_up

# The whole site before its first number: pages are small, so scripts, styles and libraries.
LARGEST_KB = 300


def files_of(folder):
    """Every file, with its content and when it was written."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_page_is_there(tmp_path):
    """A page for the contest, its matches, a match, every game and every bot."""
    written = publish(tmp_path / "site", *made_up())

    pages = sorted(path.name for path in (tmp_path / "site").rglob("*.html"))
    assert written.pages == len(pages) == 3 + 3 + len(NAMES)
    sizes = [len(content) for content, _ in files_of(tmp_path / "site").values()]
    assert (written.bytes, written.changed) == (sum(sizes), len(sizes))


def test_the_same_season_changes_nothing(tmp_path):
    """Published again, no file is written: hosts and caches have nothing to do."""
    publish(tmp_path / "site", *made_up())
    before = files_of(tmp_path / "site")

    assert publish(tmp_path / "site", *made_up()).changed == 0
    assert files_of(tmp_path / "site") == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_two_folders_are_the_same(tmp_path):
    """The files follow from the season alone."""
    for name in ("one", "other"):
        publish(tmp_path / name, *made_up())

    one, other = (files_of(tmp_path / name) for name in ("one", "other"))
    assert {path: content for path, (content, _) in one.items()} == {
        path: content for path, (content, _) in other.items()
    }


def test_more_matches_change_only_what_shows_them(tmp_path):
    """Full chunks of matches stay as they are while a contest goes on."""
    season, matches, replays = made_up(matches=5_000)
    publish(tmp_path / "site", season, matches[:4_100], replays)
    before = files_of(tmp_path / "site")

    publish(tmp_path / "site", season, matches, replays)
    after = files_of(tmp_path / "site")
    changed = {path for path in after if after[path] != before.get(path)}
    assert "data/matches-0003.js" in changed
    assert {"data/matches-0001.js", "data/matches-0002.js", "index.html"}.isdisjoint(changed)


def test_a_bot_that_is_gone_has_no_page(tmp_path):
    """What the former site had and this one has not is removed."""
    publish(tmp_path / "site", *made_up())
    publish(tmp_path / "site", *made_up(NAMES[:-1]))

    assert len(list((tmp_path / "site" / "bots").iterdir())) == len(NAMES) - 1


def test_files_of_others_are_left_alone(tmp_path):
    """A folder that is also a repository, or has a note in it, keeps all of that."""
    site = tmp_path / "site"
    publish(site, *made_up())
    for path in (".git/config", "CNAME", "bots/note.txt"):
        (site / path).parent.mkdir(exist_ok=True)
        (site / path).write_text("mine")

    publish(site, *made_up(NAMES[:4]))
    assert [(site / path).read_text() for path in (".git/config", "CNAME", "bots/note.txt")] == [
        "mine"
    ] * 3


@pytest.mark.parametrize("name", ["thesis.tex", "season.json", "index.html"])
def test_a_folder_with_something_else_is_refused(tmp_path, name):
    """Nobody's files are deleted because of a wrong word on the command line."""
    (tmp_path / name).write_text('{"format": "something/1"}')

    with pytest.raises(NotASite, match="choose an empty folder"):
        publish(tmp_path, *made_up())
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_file_is_refused(tmp_path):
    """A site is a folder."""
    (tmp_path / "site").write_text("")
    with pytest.raises(NotASite, match="is not a folder"):
        publish(tmp_path / "site", *made_up())


def test_a_list_of_files_cannot_reach_outside(tmp_path):
    """Whoever has written into the former site cannot have other files removed."""
    site = tmp_path / "site"
    publish(site, *made_up())
    (tmp_path / "precious").write_text("mine")
    listed = [*json.loads((site / "data/files.json").read_text()), "../precious", str(tmp_path)]
    (site / "data/files.json").write_text(json.dumps(listed))

    publish(site, *made_up())
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_season_that_fails_leaves_the_former_one(tmp_path):
    """Pages are put in place when all of them are there."""
    publish(tmp_path / "site", *made_up())
    before = files_of(tmp_path / "site")
    season, matches, replays = made_up()

    def broken():
        yield matches[0]
        raise RuntimeError("the database went away")

    with pytest.raises(RuntimeError):
        publish(tmp_path / "site", season, broken(), replays)
    assert files_of(tmp_path / "site") == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_another_format_is_refused(tmp_path):
    """A season of tomorrow is not drawn by guessing."""
    season, matches, replays = made_up()
    with pytest.raises(ValueError, match="arena-season/2"):
        publish(tmp_path / "site", {**season, "format": "arena-season/2"}, matches, replays)


def test_an_empty_season_has_pages(tmp_path):
    """A contest in which nobody has played yet can be published."""
    season, *_ = made_up()
    table = {"rows": [], "components": [], "head_to_head": [], "suspended": {}}
    combined = {"rule": "mean", "rows": []}
    standings = {"games": {TWO: table}, "combined": combined, "left_out": {}, "counts": []}
    empty = {"standings": standings, "history": {}, "bots": [], "histograms": {}, "stages": []}

    assert publish(tmp_path / "site", {**season, **empty, "matches": 0}, [], []).pages == 4


def test_numbers_that_do_not_exist_are_dashes(tmp_path):
    """A bot that has not played has no rating, and its page says so."""
    season, matches, replays = made_up()
    row = season["standings"]["games"][TWO]["rows"][-1]
    row |= dict.fromkeys(("rank", "rank_low", "rank_high", "elo", "low", "high", "se"))
    publish(tmp_path / "site", season, matches, replays)

    slug = next(bot["slug"] for bot in season["bots"] if bot["name"] == row["bot"])
    assert "#–" in (tmp_path / "site" / "bots" / f"{slug}.html").read_text()


def test_links_lead_somewhere(tmp_path):
    """Every address on every page is a file of the site, or a heading of the page."""
    site = tmp_path / "site"
    publish(site, *made_up())
    for page in site.rglob("*.html"):
        text = page.read_text()
        for address in re.findall(r'(?:href|src)="([^"]*)"', text):
            path, _, heading = address.partition("#")
            if path:
                assert (page.parent / path.split("?")[0]).is_file(), (page, address)
            else:
                assert f'id="{heading}"' in text, (page, address)


def test_what_comes_before_the_data_is_small(tmp_path):
    """Scripts, styles and libraries together, as a host would send them."""
    publish(tmp_path / "site", *made_up())
    static = tmp_path / "site" / "static"
    packed = sum(len(gzip.compress(path.read_bytes())) for path in static.rglob("*.*"))
    assert packed < LARGEST_KB * 1000
