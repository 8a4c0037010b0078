"""Bots that cannot play: what the site tells of them, and what their authors are told."""

import csv

import pytest

from leaderboard.reading import season_in
from tests.publish.test_publish import everything
from tests.tournament.contest import FIRST, LAST, Contest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("left out")]  # held once

SAID = "my-dying-words-4711"
GAME = ("the-game",)
ADA = "Ada Lovelace,ada@example.org"
OUT = {"quitter", "finn", "Ada's pride", "wreck"}


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """A contest of The Game: two bots that play, one that leaves at once, three that are broken."""
    contest = Contest(tmp_path_factory.mktemp("held") / "contest")
    contest.add("first", FIRST, games=GAME)
    contest.add("last", LAST, games=GAME)
    leaves = f'print("{SAID}", file=sys.stderr, flush=True); sys.exit(3)'
    contest.add("quitter", games=GAME, first=leaves)
    contest.add("finn", games=GAME)
    with (contest.bots / "finn" / "bot.toml").open("a") as manifest:
        manifest.write('build = ["false"]\n')
    for name in ("mess", "wreck"):
        contest.add(name, games=GAME)
        (contest.bots / name / "bot.toml").write_text("nme = 1\n")
    (contest.bots / "roster.csv").write_text(
        "path,name,author,email\n"
        f"mess,Ada's pride,{ADA}\nquitter,quitter,Quentin,quentin@example.org\n"
    )
    contest.hold("--blocks", 2, "--seats", 2)
    done = contest.run("publish", "site", "--private", "letters")
    assert done.returncode == 0, done.stderr
    return contest


def test_the_site_names_them_and_tells_nothing_else(held):
    """A reason quotes what a bot wrote and where the organiser keeps it."""
    site = everything(held.folder / "site")
    page = (held.folder / "site/index.html").read_text()

    assert SAID not in site
    assert str(held.folder) not in site
    assert "no key 'nme'" not in site
    assert season_in(held.folder / "site")["standings"]["left_out"].keys() == OUT
    assert all(name in page for name in ("quitter", "wreck"))


def test_who_asks_for_stderr_gets_the_reasons(held, tmp_path):
    """On the page and in the document."""
    done = held.run("publish", tmp_path / "site", "--stderr")
    left_out = season_in(tmp_path / "site")["standings"]["left_out"]

    assert done.returncode == 0, done.stderr
    assert SAID in left_out["quitter"]
    assert SAID in (tmp_path / "site/index.html").read_text()
    assert "there is no key 'nme'" in left_out["wreck"]


def test_a_broken_bot_has_the_name_of_the_roster(held):
    """And that of its entry where the roster names none."""
    assert held.standings()["left_out"].keys() == OUT


def test_everybody_gets_a_letter(held):
    """With the reason for who was left out, and matches for who played, also in teams alone."""
    letters = {path.name: path for path in (held.folder / "letters").iterdir() if path.is_dir()}
    pages = {name: (folder / "index.html").read_text() for name, folder in letters.items()}

    assert letters.keys() == {"first", "last", "quitter", "finn", "ada-s-pride", "wreck"}
    for name, page in pages.items():
        assert (SAID in page) == (name == "quitter")
        assert ("no key" in page) == (name in ("ada-s-pride", "wreck"))
        assert ("left out" in page) == (name not in ("first", "last"))
    for name in ("first", "last"):
        assert [*(letters[name] / "records").iterdir()]


def test_the_organiser_gets_the_reasons_with_the_standings(held):
    """In a row without numbers."""
    with (held.folder / "letters" / "standings.csv").open(newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}

    assert {name for name, row in rows.items() if row["out"]} == OUT
    assert {row["rank"] for name, row in rows.items() if name in OUT} == {""}
    assert {bool(row["rank"]) for name, row in rows.items() if name not in OUT} == {True}


def test_who_was_left_out_can_be_written_to(held):
    """Author and address of the roster are there, whether the bot was broken or failed a game."""
    with (held.folder / "letters" / "standings.csv").open(newline="") as file:
        rows = {row["name"]: f"{row['author']},{row['email']}" for row in csv.DictReader(file)}

    assert rows["Ada's pride"] == ADA
    assert rows["quitter"] == "Quentin,quentin@example.org"
    assert rows["wreck"] == ","


def test_a_bot_that_cannot_be_built_is_named_once(held):
    """The line begins with its name, and the reason does not."""
    assert held.standings()["left_out"]["finn"].startswith("its build `false` failed")


def test_a_bot_that_names_no_games_is_told_what_to_add(tmp_path):
    """It plays one of two games: organiser and author read that both were tried, and the remedy."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2, games=("face-to-face", "the-game"))
    (contest.bots / "single.py").write_text(
        "from arena_sdk import run\n"
        "from arena_sdk.face_to_face import legal_moves\n"
        "run(lambda view: next(iter(legal_moves(view))))\n"
    )
    (contest.folder / "arena.toml").write_text(
        '[contest]\ngames = ["face-to-face", "the-game"]\nblocks = 1\n'
    )
    remedy = (
        "  it names no games in a bot.toml, so all were tried: face-to-face, the-game;"
        ' if it plays only some, name them there, such as games = ["face-to-face"]'
    )

    done = contest.hold()
    contest.run("publish", "site", "--private", "letters")

    assert "left out: single: the-game for 2: gone at its ask 1" in done.stderr
    assert remedy in done.stderr.splitlines()
    letter = everything(contest.folder / "letters" / "single")
    assert "it names no games in a bot.toml" in letter
