"""A folder of bots: who plays, under which name, and who cannot and why."""

import pytest

from arena.errors import BadSubmission
from arena.submissions import find, find_all
from tests.submissions.packing import BOT, TOML, tarred, zipped


def folder_bot(folder, toml=TOML):
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(BOT)
    (folder / "bot.toml").write_text(toml)


def names(folder):
    """The names by entry of the folder."""
    return {bot.source.name: bot.name for bot in find_all(folder).bots}


def test_every_kind_of_entry_is_a_bot(tmp_path):
    """Files, folders and archives, each called as its entry, in the order of their paths."""
    folder_bot(tmp_path / "folder")
    (tmp_path / "file.py").write_text(BOT)
    zipped(tmp_path / "zip.zip", {"bot.py": BOT})
    tarred(tmp_path / "tar.tar.gz", files={"bot.toml": TOML})
    zipped(tmp_path / "named.zip", {"wrap/bot.py": BOT, "wrap/bot.toml": 'name = "Champ"'})

    found = find_all(tmp_path)

    assert (found.broken, found.left_out) == ([], [])
    assert [bot.name for bot in found.bots] == ["file", "folder", "Champ", "tar", "zip"]
    assert all((bot.folder / "bot.py").is_file() for bot in found.bots[1:])


def test_one_broken_bot_stops_nobody(tmp_path):
    """Broken bots are collected with their reason, and the others play."""
    (tmp_path / "good.py").write_text(BOT)
    (tmp_path / "bad.py").write_text("def bot(view:\n")
    (tmp_path / "empty").mkdir()
    (tmp_path / "cut.zip").write_bytes(b"PK\3\4")
    (tmp_path / "other.rar").write_bytes(b"Rar!")
    zipped(tmp_path / "evil.zip", {"../x": ""})
    zipped(tmp_path / "wrong.zip", {"bot.toml": "nme = 1"})

    found = find_all(tmp_path)

    assert [bot.name for bot in found.bots] == ["good"]
    reasons = {path.name: reason for path, reason in found.broken}
    assert set(reasons) == {"bad.py", "empty", "cut.zip", "other.rar", "evil.zip", "wrong.zip"}
    assert all(reason.startswith(name) for name, reason in reasons.items())
    assert reasons["wrong.zip"].startswith("wrong.zip/bot.toml: there is no key 'nme'")
    # Reasons go to authors; the organiser's folders are none of their business.
    assert not [reason for reason in reasons.values() if str(tmp_path) in reason]


def test_what_is_nobodys_bot_is_left_out(tmp_path):
    """Other files and links get a remark; the organiser's own and hidden ones need none."""
    for name in ("README.txt", "roster.csv", "arena.toml", ".hidden.py", ".DS_Store"):
        (tmp_path / name).write_text("path,name\n" if name == "roster.csv" else "")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "host.py").symlink_to(__file__)

    found = find_all(tmp_path)

    assert (found.bots, found.broken) == ([], [])
    assert [path.name for path, _ in found.left_out] == ["README.txt", "host.py"]
    assert "link" in found.left_out[1][1]


def test_the_roster_has_the_last_word(tmp_path):
    """Name, author and e-mail of the roster override what the bot says."""
    folder_bot(tmp_path / "ada", 'name = "mine"\nauthor = "A."')
    folder_bot(tmp_path / "bob", 'name = "Bob\'s"\nauthor = "B."')
    (tmp_path / "roster.csv").write_text(
        "path,name,author,email\nada,Engine,Ada Lovelace,ada@example.org\nbob,Bob,,\n"
    )

    ada, bob = find_all(tmp_path).bots

    assert (ada.name, ada.author, ada.email) == ("Engine", "Ada Lovelace", "ada@example.org")
    assert (bob.name, bob.author, bob.email) == ("Bob", "B.", "")


@pytest.mark.parametrize("other", ["Champ", "champ", "ＣＨＡＭＰ"])
def test_equal_names_get_their_folder(other, tmp_path):
    """Names that a reader would take for one are told apart, archives by their own name."""
    folder_bot(tmp_path / "ada", 'name = "Champ"')
    zipped(tmp_path / "bob.zip", {"bot.py": BOT, "bot.toml": f'name = "{other}"'})
    folder_bot(tmp_path / "eve", 'name = "Other"')

    assert names(tmp_path) == {"ada": "Champ-ada", "bob.zip": f"{other}-bob", "eve": "Other"}


def test_nobody_takes_a_name_from_the_roster(tmp_path):
    """Who calls himself what the organiser called another gets the suffix alone."""
    folder_bot(tmp_path / "ada", 'name = "x"')
    folder_bot(tmp_path / "eve", 'name = "CHAMP"')
    (tmp_path / "roster.csv").write_text("path,name\nada,Champ\n")

    assert names(tmp_path) == {"ada": "Champ", "eve": "CHAMP-eve"}


def test_a_suffix_takes_no_name_from_the_roster(tmp_path):
    """A name of the roster stays, also where a suffix would make it twice."""
    for entry in ("ada", "bob", "zoe"):
        folder_bot(tmp_path / entry, 'name = "x"')
    (tmp_path / "roster.csv").write_text("path,name\nzoe,X-Ada\n")

    assert names(tmp_path) == {"ada": "x-ada-2", "bob": "x-bob", "zoe": "X-Ada"}


def test_a_link_is_not_looked_through(tmp_path):
    """Attack 33: a folder that holds just a link to a folder of the host is no bot."""
    folder_bot(tmp_path / "host" / "secret")
    (tmp_path / "bots" / "eve").mkdir(parents=True)
    (tmp_path / "bots" / "eve" / "door").symlink_to(tmp_path / "host" / "secret")

    found = find_all(tmp_path / "bots")

    assert found.bots == []
    assert "eve has no bot.toml" in found.broken[0][1]


def test_suffixes_do_not_make_new_clashes(tmp_path):
    """Whatever names are chosen, no two bots end with one."""
    for entry, name in {"ada": "x", "bob": "x", "c": "x-ada", "x": "x-bob", "x-2": "X"}.items():
        folder_bot(tmp_path / entry, f'name = "{name}"')

    found = names(tmp_path)

    assert len({name.casefold() for name in found.values()}) == 5
    assert found["c"] != found["ada"]


def test_a_suffix_leaves_a_name_short_enough(tmp_path):
    """A hundred characters are the most, with the suffix too."""
    for entry in ("a" * 60, "b" * 60):
        folder_bot(tmp_path / entry, f'name = "{"n" * 100}"')

    assert {len(name) for name in names(tmp_path).values()} == {100}
    assert len(set(names(tmp_path).values())) == 2


def test_archives_on_the_command_line(tmp_path):
    """The same archive twice is one bot; two of one content are two."""
    one = zipped(tmp_path / "one.zip", {"bot.py": BOT})
    two = tmp_path / "two.zip"
    two.write_bytes(one.read_bytes())

    found = find([str(one), str(two), str(one)])

    assert [bot.name for bot in found] == ["one", "two", "one"]
    assert found[0].folder == found[1].folder
    assert found[0].files() == [("bot.py", BOT.encode())]


def test_an_archive_in_a_folder_is_looked_through(tmp_path):
    """A folder that holds just one archive is that bot, called as the folder."""
    (tmp_path / "ada").mkdir()
    zipped(tmp_path / "ada" / "hand in.zip", {"bot/bot.py": BOT})

    (bot,) = find_all(tmp_path).bots

    assert (bot.name, [name for name, _ in bot.files()]) == ("ada", ["bot.py"])


def test_an_entry_with_a_name_that_is_none(tmp_path):
    """A file called by control characters is broken, and says how to mend it."""
    (tmp_path / "evil\x1b[2J.py").write_text(BOT)

    ((_, reason),) = find_all(tmp_path).broken

    assert "\x1b" not in reason.removeprefix("evil\x1b[2J.py")
    assert "can be seen" in reason


def test_a_folder_that_is_not_there(tmp_path):
    """The folder is named."""
    with pytest.raises(BadSubmission, match=r"no folder .*nowhere"):
        find_all(tmp_path / "nowhere")
