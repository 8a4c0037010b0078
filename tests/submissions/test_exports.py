"""Exports of learning platforms: whose file is whose, and which one counts."""

import pytest

from arena.submissions.exports import slug, sort_out

EARLY, LATE = (2026, 11, 1, 10, 0, 0), (2026, 11, 2, 9, 30, 0)


def sorted_out(*names, notes=None):
    """Who handed in what, and what was left out; every file is from the same moment."""
    files = dict.fromkeys(names, EARLY)
    people, left_out = sort_out(files, lambda name: (notes or {})[name].encode())
    return {person.who: person.files for person in people}, left_out


def test_moodle_with_folders():
    """A folder a person, its name and number in front of Moodle's words."""
    ada = "Ada King Lovelace_1234567_assignsubmission_file_"
    bob = "Bob_O_1234568_assignsubmission_file_"

    people, left_out = sorted_out(f"{ada}/bot.py", f"{ada}/lib/x.py", f"{bob}/my.zip")

    assert people == {
        "Ada King Lovelace": {f"{ada}/bot.py": "bot.py", f"{ada}/lib/x.py": "lib/x.py"},
        "Bob_O": {f"{bob}/my.zip": "my.zip"},
    }
    assert left_out == {}


def test_moodle_without_folders():
    """The files' names follow Moodle's words; text typed into a form is no bot."""
    flat = "Ada Lovelace_1234567_assignsubmission_file_bot_2.zip"
    text = "Bob_1234568_assignsubmission_onlinetext_onlinetext.html"

    people, left_out = sorted_out(flat, text)

    assert people == {"Ada Lovelace": {flat: "bot_2.zip"}}
    assert text in left_out


def test_two_people_of_one_name_are_two():
    """Moodle's number tells them apart."""
    people, _ = sort_out(
        {
            "Ada_1_assignsubmission_file_/bot.py": EARLY,
            "Ada_2_assignsubmission_file_/bot.py": EARLY,
        },
        lambda _: b"",
    )

    assert [person.person for person in people] == ["moodle 1", "moodle 2"]


def test_canvas_keeps_the_last_resubmission():
    """-1 and -2 are Canvas's own; the highest counts and the number comes off."""
    names = (
        "lovelaceada_1_100_bot.zip",
        "lovelaceada_1_300_bot-10.zip",
        "lovelaceada_1_200_bot-9.zip",
        "hopper_LATE_2_400_engine.py",
    )

    people, left_out = sorted_out(*names)

    assert people == {
        "lovelaceada": {"lovelaceada_1_300_bot-10.zip": "bot.zip"},
        "hopper": {"hopper_LATE_2_400_engine.py": "engine.py"},
    }
    assert set(left_out) == {"lovelaceada_1_100_bot.zip", "lovelaceada_1_200_bot-9.zip"}


def test_canvas_with_several_files_of_one_person():
    """Loose files are one bot together."""
    people, _ = sorted_out("ada_1_100_bot.py", "ada_1_101_helper-1.py", "ada_1_102_bot.toml")

    assert set(people["ada"].values()) == {"bot.py", "helper.py", "bot.toml"}


@pytest.mark.parametrize("front", ["Task 1", "gradebook_CS-101_Task_1"])
def test_blackboard_keeps_the_last_attempt(front):
    """The date is in the name; the note beside it tells the person's name."""
    old, new = (
        f"{front}_alove_attempt_2026-11-01-23-59-59",
        f"{front}_alove_attempt_2026-11-02-00-00-00",
    )
    note = "Name: Ada Lovelace (alove)\nAssignment: Task 1\n"

    people, left_out = sorted_out(
        f"{old}.txt", f"{old}_bot.py", f"{new}.txt", f"{new}_bot.py",
        notes={f"{new}.txt": note, f"{old}.txt": note},
    )  # fmt: skip

    assert people == {"Ada Lovelace": {f"{new}_bot.py": "bot.py"}}
    assert set(left_out) == {f"{old}_bot.py"}


def test_blackboard_without_a_file():
    """A note alone is named, so that nobody is forgotten in silence."""
    note = "T_bob_attempt_2026-11-01-10-00-00.txt"

    people, left_out = sorted_out(note, notes={note: "Name: Bob (bob)"})

    assert people == {}
    assert left_out == {note: "is a note without a file"}


MOODLE, TRIED = "_assignsubmission_file_", "_attempt_2026-11-01-10-00-00"


@pytest.mark.parametrize(
    ("ada", "eve"),
    [
        (f"Ada_1{MOODLE}bot.py", f"Eve_2{MOODLE}Ada_1{MOODLE}bot.py"),
        (f"T_ada{TRIED}_bot.py", f"T_eve{TRIED}_T_ada_attempt_2030-01-01-00-00-00_bot.py"),
        ("ada_1_10_bot.py", "eve_2_20_ada_1_99_bot.py"),
        ("ada_1_10_bot.py", f"eve_2_20_Ada_1{MOODLE}bot.py"),
        (f"Ada_1{MOODLE}bot.py", f"Eve_2{MOODLE}T_ada{TRIED}_bot.py"),
    ],
)
def test_nobody_hands_in_for_another(ada, eve):
    """A file that Eve calls like one of Ada's is Eve's."""
    people, left_out = sorted_out(ada, eve)

    assert {who.casefold(): list(files) for who, files in people.items()} == {
        "ada": [ada],
        "eve": [eve],
    }
    assert left_out == {}


def test_blackboard_names_with_underscores_are_two_people():
    """What stands before the attempt tells people apart as a whole."""
    people, _ = sort_out(
        {f"T_{who}_lovelace{TRIED}_bot.py": EARLY for who in ("ada", "bob")}, lambda _: b""
    )

    assert len(people) == 2


def test_one_folder_or_file_a_person():
    """Without a platform's words the entry is the person."""
    people, left_out = sorted_out("ada/bot.py", "bob.py", "eve.tar.gz", "index.html")

    assert people == {
        "ada": {"ada/bot.py": "bot.py"},
        "bob": {"bob.py": "bob.py"},
        "eve": {"eve.tar.gz": "eve.tar.gz"},
    }
    assert set(left_out) == {"index.html"}


def test_the_newest_of_one_person_counts():
    """`ada.zip` and `Ada/` are the same person's; the date in the archive decides."""
    files = {"ada.zip": EARLY, "Ada/bot.py": EARLY, "Ada/lib.py": LATE, "bob.py": EARLY}

    people, left_out = sort_out(files, lambda _: b"")

    assert {person.who: list(person.files) for person in people} == {
        "Ada": ["Ada/bot.py", "Ada/lib.py"],
        "bob": ["bob.py"],
    }
    assert left_out == {"ada.zip": "is older than another one of ada"}


@pytest.mark.parametrize("top", ["", "Ada_1_assignsubmission_file_/"])
def test_two_of_one_date_are_not_called_older(top):
    """One of them is taken, and that is what is told."""
    _, left_out = sorted_out(f"{top}ada.tar.gz", f"{top}ada.zip", "bob.py")

    ((_, why),) = left_out.items()
    assert "older" not in why
    assert why.startswith("has the date of ")


def test_of_several_archives_the_newest_counts():
    """Nobody hands in two bots; a report beside the archive is left out."""
    top = "Ada_1_assignsubmission_file_/"
    files = {f"{top}a.zip": LATE, f"{top}b.zip": EARLY, f"{top}report.pdf": LATE}

    ((_, _, kept, order),), left_out = sort_out(files, lambda _: b"")

    assert (kept, order) == ({f"{top}a.zip": "a.zip"}, LATE)
    assert set(left_out) == {f"{top}b.zip", f"{top}report.pdf"}


def test_an_archive_beside_a_bot_is_its_data():
    """A folder with bot.toml or Python in it is taken as it is."""
    people, left_out = sorted_out("ada/bot.py", "ada/book.zip", "bob.py")

    assert list(people["ada"].values()) == ["book.zip", "bot.py"]
    assert left_out == {}


def test_a_folder_around_everybody_is_looked_through():
    """Zipped by hand, the whole course is often in one folder."""
    people, _ = sorted_out("course/ada/bot.py", "course/bob.zip", "course/eve/x/bot.py")

    assert set(people) == {"ada", "bob", "eve"}


def test_one_bot_alone_is_no_folder_around_everybody():
    """A single person's folder with a bot in it is that person's."""
    people, _ = sorted_out("ada/bot.py", "ada/helper.py")

    assert set(people) == {"ada"}


@pytest.mark.parametrize(
    ("name", "author"),
    [("=-cmd|' 'calc'!A0", "cmd|' 'calc'!A0"), ("a\u202eb", "a b"), ("\u3164", "somebody")],
)
def test_an_author_is_harmless_text(name, author):
    """No formula for a spreadsheet, nothing that a terminal obeys, and never empty."""
    people, _ = sorted_out(f"{name}_1_assignsubmission_file_/bot.py")

    assert list(people) == [author]


@pytest.mark.parametrize(
    ("text", "short"),
    [("Ada Lovelace", "ada-lovelace"), ("José Ñandú", "jose-nandu"), ("../x", "x"), ("嘉", "")],
)
def test_a_slug_is_a_safe_name(text, short):
    """Small letters, digits and hyphens alone."""
    assert slug(text) == short
