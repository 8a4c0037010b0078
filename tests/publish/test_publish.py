"""`arena publish`: what is on the site of a real contest, and what must never be on it."""

import csv
import json
import re
import shutil

import pytest

from arena.store import reading
from leaderboard.reading import replays_in, season_in
from tests.submissions.packing import files_below
from tests.tournament.contest import ALL, CARELESS, FIRST, LAST, Contest, tournament, wait_for
from tests.verify.contest import DUELS
from tests.verify.contest import hold as hold_in_memory

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("publish")]  # held once

AUTHOR, EMAIL = "Ada-Author-7731", "ada7731@example.org"
SAID = "my-secret-plan-of"  # every bot writes it with its name


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """A contest in all games, in which one bot fails now and then; its site and its letters."""
    contest = Contest(tmp_path_factory.mktemp("held") / "contest")
    for name, choice in {"first": FIRST, "last": LAST, "careless": CARELESS}.items():
        says = f'print("{SAID} {name}", file=sys.stderr, flush=True)'
        contest.add(name, choice, at_start=says)
    (contest.bots / "roster.csv").write_text(
        f"path,name,author,email\nfirst,first,{AUTHOR},{EMAIL}\n"
    )
    contest.hold("--blocks", 6, "--cross-play", 1)
    done = contest.run("publish", "site", "--private", "letters")
    assert done.returncode == 0, done.stderr
    return contest


def everything(folder):
    """All that is in the files of a folder, replays unpacked."""
    text = "".join(path.read_text("utf-8") for path in folder.rglob("*") if path.is_file())
    return text + "".join(json.dumps(replay) for _, replay in replays_in(folder))


def test_the_season_is_what_the_database_has(held):
    """Every match and every bot, and the standings that the leaderboard prints."""
    season = season_in(held.folder / "site")
    ((matches,),) = held.ask('SELECT count(*) FROM "match"')

    assert season["matches"] == matches
    assert [bot["name"] for bot in season["bots"]] == ["careless", "first", "last"]
    assert season["standings"] == json.loads(held.run("leaderboard", "--json").stdout)
    (stage,) = season["stages"]
    with reading(str(held.db)) as store:
        (stored,) = store.stages("bots")
    assert stage["secret"] == stored.secret.hex()
    assert (stage["digest"], stage["id"]) == (stored.digest, stored.key)
    rounds = {(row["stage"], row["round"]) for rows in season["history"].values() for row in rows}
    assert rounds == {(1, 0), (1, 1)}


def test_faults_are_on_it_with_their_replays(held):
    """Every verdict is counted, and a match with a fault can be watched."""
    season = season_in(held.folder / "site")
    failed = held.ask('SELECT DISTINCT key FROM fault JOIN "match" ON id = match_id')
    shown = {name for name, _ in replays_in(held.folder / "site")}
    (careless,) = (bot for bot in season["bots"] if bot["name"] == "careless")

    assert failed
    assert {key for (key,) in failed} <= shown
    assert sum(careless["fault_counts"].values()) == held.ask("SELECT count(*) FROM fault")[0][0]


def test_nobody_is_named_and_nothing_is_told(held):
    """No author, no address, nothing that a bot wrote, in whatever file."""
    site = everything(held.folder / "site")

    assert AUTHOR not in site
    assert EMAIL not in site
    assert SAID not in site
    assert str(held.folder) not in site


def test_who_asks_for_it_gets_authors_and_stderr(held, tmp_path):
    """And even then no address."""
    done = held.run("publish", tmp_path / "site", "--authors", "--stderr")
    site = everything(tmp_path / "site")

    assert done.returncode == 0, done.stderr
    assert AUTHOR in site
    assert SAID in site
    assert EMAIL not in site


def test_a_letter_has_the_stderr_of_its_own_bot_alone(held):
    """And records that the commands take."""
    letters = {path.name: path for path in (held.folder / "letters").iterdir() if path.is_dir()}

    assert letters.keys() == {"careless", "first", "last"}
    for name, folder in letters.items():
        text = "".join(path.read_text("utf-8") for path in folder.rglob("*.*"))
        assert {*re.findall(f"{SAID} (\\w+)", text)} == {name}
    record = next((letters["careless"] / "records").iterdir())
    assert held.run("replay", record).returncode == 0


def test_the_organiser_gets_the_roster_with_the_standings(held):
    """A row for every bot and list, with author and address."""
    with (held.folder / "letters" / "standings.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert {(row["name"], row["game"].split("/")[0]) for row in rows} == {
        (bot, game) for bot in ("careless", "first", "last") for game in ALL
    }
    assert {(row["author"], row["email"]) for row in rows if row["name"] == "first"} == {
        (AUTHOR, EMAIL)
    }
    assert all(float(row["value"]) for row in rows)
    assert all((held.folder / "letters" / row["letter"] / "index.html").is_file() for row in rows)


def test_a_site_is_checked(held, tmp_path):
    """As it is it passes; a secret, a move or an outcome that was changed is found."""
    site = shutil.copytree(held.folder / "site", tmp_path / "site")
    assert held.run("verify", site).returncode == 0
    season = (site / "season.json").read_text()
    secret = season_in(site)["stages"][0]["secret"]
    (site / "season.json").write_text(season.replace(secret, "0" * 64))

    done = held.run("verify", site)

    assert done.returncode == 1
    assert "the secret is not the one committed to" in done.stdout
    assert "its deal does not follow" in done.stdout


@pytest.mark.parametrize(("flag", "count"), [("none", 0), ("3", None), ("all", "all")])
def test_as_many_replays_as_were_asked_for(held, tmp_path, flag, count):
    """A number is what there is room for beside those with faults."""
    done = held.run("publish", tmp_path / "site", "--replays", flag)
    season = season_in(tmp_path / "site")
    there = len(list(replays_in(tmp_path / "site")))

    assert done.returncode == 0, done.stderr
    assert there == season["replays"]
    if count is not None:
        assert there == (season["matches"] if count == "all" else count)


def test_publishing_again_changes_nothing_but_the_time(held, tmp_path):
    """Files that are the same stay as they are."""
    held.run("publish", tmp_path / "site")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*.js")}
    held.run("publish", tmp_path / "site")

    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bots",), "bots"),  # a folder with something else in it
        (("site", "--replays", "many"), "--replays is 'many'"),
        (("site", "--contest", "nobody"), "there is no contest 'nobody'"),
    ],
)
def test_what_cannot_be_is_a_sentence(held, words, sentence):
    """Exit 2, and nothing is lost."""
    before = sorted(held.bots.rglob("*"))
    done = held.run("publish", *words)

    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(held.bots.rglob("*")) == before


def test_a_contest_that_could_not_be_published_is_not_begun(tmp_path):
    """--publish into a folder with something else in it: exit 2 before anything is played."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)

    done = contest.try_to_hold("--publish", "bots")

    assert done.returncode == 2
    assert "the site cannot be written to bots" in done.stderr
    assert not contest.db.exists()


def test_a_running_contest_is_published_without_its_secret(tmp_path):
    """--publish writes the site whenever a round is closed; the secret comes with the end."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(3)
    site = contest.folder / "site"
    run = contest.begin(*tournament("--blocks", 20, "--publish", "site"))
    assert wait_for(run, lambda: (site / "season.json").exists())
    run.kill()
    run.wait()
    (stage,) = season_in(site)["stages"]

    assert (stage["secret"], stage["digest"]) == (None, None)
    with reading(str(contest.db)) as store:
        (stored,) = store.stages("bots")
    assert stored.secret.hex() not in everything(site)
    assert "not revealed yet" in contest.run("verify", "site").stdout


def test_the_newest_faults_come_first(tmp_path, said):
    """Of a bot that failed often its page has the newest, the last one on top."""
    hold_in_memory(tmp_path / "arena.db", "ada", "cheat", plan=DUELS, blocks=3)
    said("publish", "site", cwd=tmp_path)
    listed = json.loads(said("matches", "--faults", "--json", cwd=tmp_path).out)["matches"]
    (cheat,) = (bot for bot in season_in(tmp_path / "site")["bots"] if bot["name"] == "cheat")

    newest_first = [match["id"] for match in reversed(listed)]
    _, table = (tmp_path / "site/bots/cheat.html").read_text().split("<caption>Newest first")

    assert len(newest_first) == 6
    assert [fault["match"] for fault in cheat["faults"]] == newest_first
    assert re.findall(r"match\.html\?(\w+)", table) == newest_first


@pytest.mark.parametrize("private", ["new", "new/letters", "new/../new", "."])
def test_letters_are_kept_apart_from_the_site(held, refused, private):
    """What goes to one author must not end up where everybody looks."""
    words = refused("publish", "new", "--private", private, cwd=held.folder)

    assert "share a folder" in words
    assert not (held.folder / "new").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("site", "--private", "afile"), "letters cannot be written to afile: 'afile' is not a f"),
        (("site", "--private", "afile/x"), "letters cannot be written to afile/x: "),
        (("afile",), "the site cannot be written to afile: 'afile' is not a folder; choose"),
        (("afile/site",), "the site cannot be written to afile/site: "),
    ],
)
def test_a_file_in_the_way_is_told_as_it_was_typed(tmp_path, refused, words, sentence):
    """With what to do, without the words of the system, and nothing is written."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=1)
    (tmp_path / "afile").write_text("mine")

    told = refused("publish", *words, cwd=tmp_path)

    assert sentence in told
    assert "choose " in told
    assert "Errno" not in told
    assert str(tmp_path) not in told
    assert not (tmp_path / "site").exists()


def test_the_site_says_which_stage_has_ended(tmp_path, said):
    """Not the contest: another stage may be opened at any time, and is played then."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=1)
    said("publish", "site", cwd=tmp_path)
    first = (tmp_path / "site/index.html").read_text()
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", "cheat", plan=DUELS, blocks=2, games=2)
    said("publish", "site", cwd=tmp_path)
    second = (tmp_path / "site/index.html").read_text()

    assert "Stage 1 has ended." in first
    assert "Stage 2 is being played." in second
    assert "contest has ended" not in first + second


def test_letters_go_to_no_folder_of_something_else(tmp_path, said, refused):
    """The bots are not touched, and nothing of the site is written; former letters may be."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=1)
    bots = tmp_path / "bots-ada-bob"
    before = files_below(bots)

    words = refused("publish", "site", "--private", bots.name, cwd=tmp_path)

    assert f"the letters cannot be written to {bots.name}: " in words
    assert "no former letters; choose an empty folder" in words
    assert files_below(bots) == before
    assert not (tmp_path / "site").exists()
    for _ in range(2):
        assert said("publish", "site", "--private", "letters", cwd=tmp_path).code == 0


def test_letters_of_two_contests_are_not_mixed(tmp_path, said, refused):
    """An author would get those of the other contest too."""
    for contest in ("spring", "autumn"):
        hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=1, contest=contest)
    said("publish", "one", "--contest", "spring", "--private", "letters", cwd=tmp_path)
    before = files_below(tmp_path / "letters")

    words = refused("publish", "two", "--contest", "autumn", "--private", "letters", cwd=tmp_path)

    assert "holds the letters of 'spring'; choose another folder" in words
    assert files_below(tmp_path / "letters") == before
    assert not (tmp_path / "two").exists()


def test_a_site_is_not_replaced_by_that_of_another_contest(tmp_path, said, refused):
    """A folder that was mistyped costs nothing."""
    for contest in ("spring", "autumn"):
        hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=1, contest=contest)
    said("publish", "site", "--contest", "spring", cwd=tmp_path)
    before = files_below(tmp_path / "site")

    words = refused("publish", "site", "--contest", "autumn", cwd=tmp_path)

    assert "holds the site of 'spring'" in words
    assert files_below(tmp_path / "site") == before
    assert said("publish", "site", "--contest", "spring", cwd=tmp_path).code == 0


def test_who_never_lost_gets_a_letter(tmp_path, said):
    """There is just no match in it."""
    hold_in_memory(tmp_path / "arena.db", "ada", "cheat", plan=DUELS, blocks=2)
    lost = json.loads(said("matches", "--bot", "ada", "--lost", "--json", cwd=tmp_path).out)
    done = said("publish", "site", "--private", "letters", cwd=tmp_path)

    assert (lost, done.code) == ({"matches": []}, 0)
    assert "ada" in (tmp_path / "letters/ada/index.html").read_text()
    assert not files_below(tmp_path / "letters/ada/records")
    assert files_below(tmp_path / "letters/cheat/records")


def test_replays_that_changed_places_are_found(held, tmp_path):
    """Each is in order by itself, and not the match that its page is about."""
    site = shutil.copytree(held.folder / "site", tmp_path / "site")
    one, other = sorted((site / "data/replays").iterdir())[:2]
    texts = {file: file.read_text() for file in (one, other)}
    for file, stranger in ((one, other), (other, one)):
        file.write_text(texts[stranger].replace(stranger.stem, file.stem))

    done = held.run("verify", site)

    assert done.returncode == 1
    assert f"match {one.stem}: its replay is that of {other.stem}" in done.stdout
    assert f"match {other.stem}: its replay is that of {one.stem}" in done.stdout


def test_a_secret_that_is_none_is_a_wrong_one(held, tmp_path):
    """Whatever stands there, nothing but a difference comes of it."""
    site = shutil.copytree(held.folder / "site", tmp_path / "site")
    season = (site / "season.json").read_text()
    secret = season_in(site)["stages"][0]["secret"]
    (site / "season.json").write_text(season.replace(secret, "no number at all"))

    done = held.run("verify", site)

    assert done.returncode == 1
    assert "the secret is not the one committed to" in done.stdout
    assert "Traceback" not in done.stderr
