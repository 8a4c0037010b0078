"""bot.toml: what a bot says of itself."""

import os

import pytest

from arena.errors import BadSubmission
from arena.submissions import find
from arena.submissions.languages import LANGUAGES
from arena.submissions.manifest import KEYS
from tests.submissions.packing import BOT, TOML


def bot(folder, toml=None, **files):
    """The submission of a folder with this bot.toml and these files beside bot.py."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(BOT)
    for name, text in files.items():
        (folder / name).write_text(text)
    if toml is not None:
        (folder / "bot.toml").write_text(toml, "utf-8")
    (found,) = find([str(folder)])
    return found


def refusal(folder, toml):
    with pytest.raises(BadSubmission) as caught:
        bot(folder, toml)
    assert "bot.toml" in str(caught.value)
    return str(caught.value)


def test_every_key_is_taken(tmp_path):
    """All keys of the page land in the submission."""
    found = bot(
        tmp_path / "folder",
        """
        name = "Ada's bot"
        command = ["./run", "--fast"]
        language = "python"
        build = ["make", "all"]
        games = ["the-game"]
        image = "ada:1"
        author = "Ada Lovelace"
        """,
    )

    assert found.name == "Ada's bot"
    assert found.command == ("./run", "--fast")
    assert found.build == ("make", "all")
    assert found.games == ("the-game",)
    assert (found.image, found.author) == ("ada:1", "Ada Lovelace")
    assert found.source == tmp_path / "folder"


def test_an_empty_bot_toml_is_enough(tmp_path):
    """Nothing said means Python, any game, and the name of the folder."""
    found = bot(tmp_path / "folder", "")

    assert found == find([str(tmp_path / "folder")])[0]
    assert (found.name, found.command, found.games) == ("folder", LANGUAGES["python"].command, ())
    assert (found.build, found.image, found.author) == ((), None, "")


def test_bot_py_without_bot_toml_is_a_bot(tmp_path):
    """Who forgets bot.toml plays all the same."""
    found = bot(tmp_path / "folder")

    assert (found.name, found.command) == ("folder", ("python", "bot.py"))


def test_a_misspelt_key_is_named(tmp_path):
    """An unknown key is refused, with the one that was probably meant."""
    said = refusal(tmp_path / "folder", TOML + 'autor = "Ada"\n')

    assert "'autor'; did you mean 'author'?" in said


def test_a_strange_key_is_answered_with_the_list(tmp_path):
    """Where nothing is close, all keys are told."""
    said = refusal(tmp_path / "folder", "zzzz = 1\n")

    assert all(key in said for key in KEYS)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("name = 3", "name must be"),
        ('name = ""', "name must be"),
        ('name = "a\\u202eb"', "name must be"),
        ('name = "\\u3164"', "can be seen"),
        ('name = "   "', "can be seen"),
        (f'name = "{"x" * 101}"', "name must be"),
        ('build = "make"', "build must be a list"),
        ("image = []", "image must be"),
        ('author = "a\\nb"', "author must be"),
        ('language = "cobol"', "'cobol' has no command"),
        ('command = ["python", "../bot.py"]', "../bot.py, which is not there"),
    ],
)
def test_values_that_cannot_be(toml, said, tmp_path):
    """Each is refused with the file and the key."""
    folder = tmp_path / "folder"
    (tmp_path / "bot.py").write_text(BOT)

    with pytest.raises(BadSubmission, match=str(folder)) as caught:
        bot(folder, toml)

    assert said in str(caught.value)


def test_a_name_is_composed_and_trimmed(tmp_path):
    """The same letters give the same name, whichever keyboard they came from."""
    assert bot(tmp_path / "a", 'name = " Cafe\\u0301 "').name == "Caf\u00e9"


@pytest.mark.parametrize("linked", ["bot.toml", "bot.py"])
def test_a_link_in_a_submission_is_not_followed(linked, tmp_path):
    """Attack 33: neither bot.toml nor the bot may be a link to a file of the host."""
    secret = tmp_path / "secret"
    secret.write_text("name = 'the secret of the host'\n")
    folder = tmp_path / "folder"
    bot(folder, TOML)
    (folder / linked).unlink()
    (folder / linked).symlink_to(secret)
    assert "secret" in (folder / linked).read_text()  # the control: to follow it would tell

    with pytest.raises(BadSubmission, match=linked) as caught:
        find([str(folder)])

    assert "secret of the host" not in str(caught.value)


def test_links_are_no_files_of_a_bot(tmp_path):
    """Attack 33: links to files, to folders and to nothing are left out, and so are pipes."""
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / "secret").write_text("secret")
    folder = tmp_path / "folder"
    found = bot(folder, TOML)
    (folder / "file").symlink_to(tmp_path / "host" / "secret")
    (folder / "door").symlink_to(tmp_path / "host")
    (folder / "nowhere").symlink_to("nothing")
    os.mkfifo(folder / "pipe")

    assert [name for name, _ in found.files()] == ["bot.py", "bot.toml"]


def test_a_file_that_became_a_link_is_not_followed(tmp_path):
    """Attack 33: what is swapped between counting and reading is refused."""
    found = bot(tmp_path / "folder", TOML, data="x")
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "folder" / "data").unlink()
    (tmp_path / "folder" / "data").symlink_to(tmp_path / "secret")

    with pytest.raises(BadSubmission, match="data cannot be read"):
        found.read("data")


def test_python_that_would_break_the_compiler(tmp_path):
    """A source made to exhaust the compiler is a sentence too."""
    with pytest.raises(BadSubmission, match="mend it first"):
        bot(tmp_path / "folder", TOML, **{"bot.py": "-" * 200_000 + "1"})


def test_warnings_about_a_bot_are_not_ours(tmp_path, recwarn):
    """A doubtful line of a stranger's bot prints nothing while it is found."""
    bot(tmp_path / "folder", TOML, **{"bot.py": "x = 1 is 1\n"})

    assert not recwarn.list


def test_a_manifest_nested_too_deeply_is_a_sentence(tmp_path):
    """Thousands of brackets are no reason for a traceback."""
    (tmp_path / "bot.toml").write_text("games = " + "[" * 5000 + "]" * 5000 + "\n")

    with pytest.raises(BadSubmission, match="nested too deeply"):
        find([str(tmp_path)])


def test_an_encoding_that_takes_for_ever_is_refused(tmp_path):
    """Python knows encodings whose decoding takes minutes for a megabyte."""
    (tmp_path / "bot.py").write_bytes(b"# coding: punycode\n" + b"a" * 200_000)

    with pytest.raises(BadSubmission, match="save it as UTF-8"):
        find([str(tmp_path / "bot.py")])


@pytest.mark.parametrize("first", [b"", b"\xef\xbb\xbf", b"# coding: latin-1\n"])
def test_the_usual_encodings_are_fine(first, tmp_path):
    """UTF-8 with and without its mark, and what old editors write."""
    (tmp_path / "bot.py").write_bytes(first + b"print()\n")

    assert find([str(tmp_path / "bot.py")])[0].name == "bot"


def test_a_file_whose_name_looks_like_an_option_plays(tmp_path):
    """Python is given a path, which no option begins like."""
    (tmp_path / "-x.py").write_text(BOT)

    (found,) = find([str(tmp_path / "-x.py")])

    assert (found.name, found.command) == ("-x", ("python", "./-x.py"))
    assert found.files() == [("-x.py", BOT.encode())]


def test_an_error_that_is_in_no_line_names_none(tmp_path):
    """An encoding that does not exist is a fault of the whole file."""
    (tmp_path / "bot.py").write_bytes(b"# coding: nonsense\nprint()\n")

    with pytest.raises(BadSubmission, match="nonsense") as caught:
        find([str(tmp_path / "bot.py")])

    assert "None" not in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'bot.py'}: ")


def test_what_a_tool_can_make_again_is_no_part_of_a_bot(tmp_path):
    """Cargo and others mark such folders with a CACHEDIR.TAG, and some grow beyond all bounds."""
    made = tmp_path / "bot" / "target"
    made.mkdir(parents=True)
    (made / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55")
    with open(made / "huge", "wb") as file:
        file.truncate(1 << 30)

    found = bot(tmp_path / "bot")

    assert found.file_names() == ["bot.py"]
