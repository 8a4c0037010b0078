"""`arena import`: from an export to a bots folder, again and again."""

import csv
import unicodedata
import zipfile

import pytest

from arena.errors import BadSubmission, OrganiserError
from arena.submissions import find_all
from arena.submissions.bounds import Bounds
from arena.submissions.intake import take_in
from tests.commands.shell import arena
from tests.submissions.packing import BOT, files_below, zipped

ADA, BOB = "Ada Lovelace_1_assignsubmission_file_", "Bob_2_assignsubmission_file_"


def export(archive, files, day=1):
    """A zip whose files are all from this day of November."""
    with zipfile.ZipFile(archive, "w") as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, (2026, 11, day, 10, 0, 0)), content)
    return archive


def champ(tmp_path):
    return zipped(
        tmp_path / "champ.zip", {"bot.py": BOT, "bot.toml": 'name = "Champ"'}
    ).read_bytes()


def rows(bots):
    with open(bots / "roster.csv", newline="") as file:
        return {row.pop("path"): row for row in csv.DictReader(file)}


@pytest.fixture
def bots(tmp_path):
    """A folder made by an import: Ada's archive and Bob's file."""
    files = {f"{ADA}/x.zip": champ(tmp_path), f"{BOB}/robot.py": BOT, "notes.pdf": "?"}
    take_in(export(tmp_path / "export.zip", files), tmp_path / "bots")
    return tmp_path / "bots"


def test_everybody_gets_an_entry_and_a_row(bots, tmp_path):
    """Archives and files land as handed in; the bot's own name is taken where it has one."""
    assert {path.name for path in bots.iterdir()} == {
        "ada-lovelace.zip", "bob.py", "roster.csv", ".import.json",
    }  # fmt: skip
    assert (bots / "ada-lovelace.zip").read_bytes() == champ(tmp_path)
    assert rows(bots) == {
        "ada-lovelace.zip": {"name": "Champ", "author": "Ada Lovelace", "email": ""},
        "bob.py": {"name": "bob", "author": "Bob", "email": ""},
    }
    assert [(bot.name, bot.author) for bot in find_all(bots).bots] == [
        ("Champ", "Ada Lovelace"),
        ("bob", "Bob"),
    ]


def test_a_folder_lands_as_a_folder(tmp_path):
    """Several files of one person stay together, with their folders."""
    files = {f"{ADA}/bot.py": BOT, f"{ADA}/lib/x.txt": "1", f"{BOB}/robot.py": BOT}

    report = take_in(export(tmp_path / "export.zip", files), tmp_path / "bots")

    assert report.new == ["ada-lovelace", "bob.py"]
    assert set(files_below(tmp_path / "bots" / "ada-lovelace")) == {"bot.py", "lib/x.txt"}


def test_the_same_export_again_changes_nothing(bots, tmp_path):
    """An import can be repeated."""
    before = files_below(bots)

    report = take_in(tmp_path / "export.zip", bots)

    assert (report.new, report.replaced) == ([], [])
    assert report.unchanged == ["ada-lovelace.zip", "bob.py"]
    assert files_below(bots) == before


def test_a_newer_export_replaces_and_keeps_the_organisers_names(bots, tmp_path):
    """What is newer wins, in another form too; the roster's edits stay, newcomers join."""
    text = (bots / "roster.csv").read_text().replace("bob,Bob,", "Bobcat,Bob,bob@example.org")
    (bots / "roster.csv").write_text(text)
    files = {f"{BOB}/bot.py": BOT + "# 2\n", f"{BOB}/data": "1", "eve.py": BOT}

    report = take_in(export(tmp_path / "new.zip", files, day=2), bots)

    assert (report.new, report.replaced, report.unchanged) == (["eve.py"], ["bob"], [])
    assert set(files_below(bots / "bob")) == {"bot.py", "data"}
    assert not (bots / "bob.py").exists()
    assert (bots / "ada-lovelace.zip").exists()
    assert rows(bots)["bob"] == {"name": "Bobcat", "author": "Bob", "email": "bob@example.org"}
    assert rows(bots)["eve.py"]["name"] == "eve"


def test_an_older_export_replaces_nothing(bots, tmp_path):
    """The order in which exports are imported is no matter."""
    take_in(export(tmp_path / "new.zip", {f"{BOB}/robot.py": "new = 1\n"}, day=3), bots)

    report = take_in(export(tmp_path / "old.zip", {f"{BOB}/robot.py": "old = 1\n"}, day=2), bots)

    assert report.unchanged == ["bob.py"]
    assert (bots / "bob.py").read_text() == "new = 1\n"


@pytest.mark.parametrize(("day", "date"), [(1, "is older than"), (3, "has the date of")])
def test_a_change_that_is_not_taken_is_told(day, date, tmp_path):
    """With the reason, and what to do so that it is taken after all."""
    export(tmp_path / "first.zip", {"oskar.py": "first = 1\n", "bob.py": BOT}, day=3)
    export(tmp_path / "second.zip", {"oskar.py": "second = 1\n", "bob.py": BOT}, day=day)
    take_in(tmp_path / "first.zip", tmp_path / "bots")

    done = arena("import", "second.zip", "bots", cwd=tmp_path)

    assert done.stdout.splitlines()[:2] == [
        "bots: 0 new bots, 0 replaced, 2 as before",
        (
            f"left out: oskar.py differs, but {date} what is there; to take it all the same,"
            " remove oskar.py from the folder and import again"
        ),
    ]
    (tmp_path / "bots/oskar.py").unlink()
    assert take_in(tmp_path / "second.zip", tmp_path / "bots").left_out == {}
    assert (tmp_path / "bots/oskar.py").read_text() == "second = 1\n"


def test_a_folder_that_is_not_taken_is_told_once(tmp_path):
    """By its first file, whichever of them differs."""
    files = {f"{ADA}/bot.py": BOT, f"{ADA}/lib/x.txt": "1", f"{BOB}/robot.py": BOT}
    take_in(export(tmp_path / "new.zip", files, day=3), tmp_path / "bots")

    files[f"{ADA}/lib/x.txt"] = "2"
    report = take_in(export(tmp_path / "old.zip", files, day=2), tmp_path / "bots")

    assert list(report.left_out) == [f"{ADA}/bot.py with what belongs to it"]
    assert (tmp_path / "bots/ada-lovelace/lib/x.txt").read_text() == "1"


def test_the_same_bytes_with_a_newer_date_are_as_before(tmp_path):
    """Files and folders; only the date is remembered, so that nothing between comes in."""
    files = {f"{ADA}/bot.py": BOT, f"{ADA}/lib/x.txt": "1", f"{BOB}/robot.py": BOT}
    for day in (1, 3):
        report = take_in(export(tmp_path / "export.zip", files, day=day), tmp_path / "bots")
    between = export(tmp_path / "between.zip", {f"{BOB}/robot.py": "between = 1\n"}, day=2)

    assert (report.replaced, report.unchanged) == ([], ["ada-lovelace", "bob.py"])
    assert take_in(between, tmp_path / "bots").replaced == []


def test_an_import_that_was_cut_short_is_finished_by_the_next(bots, tmp_path):
    """What is missing in the folder or the roster is put there again."""
    (bots / "bob.py").unlink()
    (bots / "roster.csv").unlink()

    take_in(tmp_path / "export.zip", bots)

    assert set(rows(bots)) == {"ada-lovelace.zip", "bob.py"}
    assert (bots / "bob.py").read_text() == BOT


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    """A folder with files in it that no import made is refused, and stays as it is."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text(BOT)

    with pytest.raises(OrganiserError, match="not empty"):
        take_in(export(tmp_path / "export.zip", {"ada.py": BOT}), tmp_path / "bots")

    assert set(files_below(tmp_path / "bots")) == {"mine.py"}


def test_a_memory_that_points_elsewhere_is_refused(bots, tmp_path):
    """Nothing outside the folder is ever replaced."""
    memory = bots / ".import.json"
    memory.write_text(memory.read_text().replace("bob.py", "../champ.zip"))

    with pytest.raises(OrganiserError, match="a path in it is none of this folder"):
        take_in(tmp_path / "export.zip", bots)

    assert (tmp_path / "champ.zip").exists()


def test_people_of_one_name_get_entries_of_their_own(tmp_path):
    """The platform's number goes into the second entry; no name is there twice."""
    files = {f"Ada_{i}_assignsubmission_file_/{i}.zip": champ(tmp_path) for i in (7, 8)}

    report = take_in(export(tmp_path / "export.zip", files), tmp_path / "bots")

    assert report.new == ["ada.zip", "ada-8.zip"]
    assert sorted(row["name"] for row in rows(tmp_path / "bots").values()) == [
        "Champ-ada",
        "Champ-ada-8",
    ]


def test_a_name_from_a_mac_is_the_same_person(tmp_path):
    """Composed or decomposed, in one export or in two, José is one person with one row."""
    mac = unicodedata.normalize("NFD", "José")
    old = {"José.py": BOT, "bob.py": BOT}
    take_in(export(tmp_path / "old.zip", old), tmp_path / "bots")

    new = {f"{mac}.py": "import sys\n", "José.zip": champ(tmp_path), "bob.py": BOT}
    report = take_in(export(tmp_path / "new.zip", new, day=2), tmp_path / "bots")

    assert (report.new, report.replaced, report.unchanged) == ([], ["jose.zip"], ["bob.py"])
    assert sorted(row["author"] for row in rows(tmp_path / "bots").values()) == ["José", "bob"]


def test_names_that_a_slug_cannot_hold(tmp_path):
    """Who is written in other letters gets the platform's number."""
    files = {"嘉玲_77_assignsubmission_file_/bot.py": BOT, "嘉.py": BOT}

    report = take_in(export(tmp_path / "export.zip", files), tmp_path / "bots")

    assert set(report.new) == {"77.py", "bot-1.py"}
    assert rows(tmp_path / "bots")["77.py"]["author"] == "嘉玲"


@pytest.mark.parametrize("name", ["a_1_2_..", "a_1_2_.", "Ada_1_assignsubmission_file_.."])
def test_a_name_cut_out_of_another_leads_nowhere(name, tmp_path):
    """`..` behind a platform's words is no way out of the folder."""
    files = {name: "x", name.removesuffix("..").removesuffix(".") + "bot.toml": "", "b.py": BOT}

    report = take_in(export(tmp_path / "export.zip", files), tmp_path / "bots")

    assert report.left_out == {name: "has no name that can be kept"}
    assert {path.name for path in tmp_path.iterdir()} == {"export.zip", "bots"}


def test_a_hostile_export_does_no_harm(tmp_path):
    """The outer archive has the same safety as a bot's, with its own limits."""
    climbing = export(tmp_path / "a.zip", {"../evil.py": BOT, "b.py": BOT})
    many = export(tmp_path / "b.zip", {f"{i}.py": BOT for i in range(11)})

    report = take_in(climbing, tmp_path / "climbed")
    assert list(report.left_out) == ["'../evil.py'"]
    assert report.new == ["b.py"]
    with pytest.raises(BadSubmission, match="more than 10 files"):
        take_in(many, tmp_path / "bots", Bounds(10**6, 10**6, 10))

    assert not any((tmp_path / "bots").iterdir())
    assert not (tmp_path / "evil.py").exists()


def test_broken_bots_are_taken_in_and_named(tmp_path):
    """A bomb inside an export stays packed, has a row, and is reported."""
    files = {"ada.zip": b"PK\3\4", "bob.py": BOT}

    report = take_in(export(tmp_path / "export.zip", files), tmp_path / "bots")

    assert list(report.broken) == ["ada.zip"]
    assert set(rows(tmp_path / "bots")) == {"ada.zip", "bob.py"}


def test_a_bots_own_name_is_no_formula_in_the_roster(tmp_path):
    """What a spreadsheet would compute is cut off."""
    evil = zipped(tmp_path / "evil.zip", {"bot.py": BOT, "bot.toml": 'name = "=1+1"'})

    take_in(export(tmp_path / "export.zip", {"ada.zip": evil.read_bytes()}), tmp_path / "bots")

    assert rows(tmp_path / "bots")["ada.zip"]["name"] == "1+1"


def test_the_command_says_what_it_did(tmp_path):
    """How many, what was left out and why, what cannot play, and what to type next."""
    files = {f"{ADA}/x.zip": champ(tmp_path), "notes.pdf": "?", "bad.py": "("}
    export(tmp_path / "export.zip", files)

    done = arena("import", "export.zip", "my bots", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "my bots: 2 new bots, 0 replaced, 0 as before"
    assert lines[1] == "left out: notes.pdf is no .py file, folder or archive"
    assert lines[2].startswith("cannot play yet: ")
    assert "bad.py line 1" in lines[2]
    assert lines[-1].split() == ["arena", "tournament", "'my", "bots'", "--dry-run"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "arena import export.zip bots"),
        (("export.zip",), "arena import export.zip bots"),
        (("nowhere.zip", "bots"), "nowhere.zip is not there"),
        (("notes.txt", "bots"), "notes.txt is no archive"),
        (("export.zip", "notes.txt"), "notes.txt is not a folder: give a new one"),
        (("export.zip", "notes.txt/bots"), "notes.txt is not a folder: give a new one"),
    ],
)
def test_mistakes_on_the_command_line(words, said, tmp_path):
    """One sentence and exit 2."""
    export(tmp_path / "export.zip", {"ada.py": BOT})
    (tmp_path / "notes.txt").write_text("?")

    done = arena("import", *words, cwd=tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
