"""One match as one file, and the command that writes it."""

import json
import re

from arena.cli import main
from arena.records import to_map
from arena.showing import replay_of
from leaderboard.escape import json_in_html
from leaderboard.single import single
from tests.viewer.matches import match

RECORD = match("face-to-face", ["ada", "</script><!--"])


def test_the_page_loads_nothing_and_allows_only_its_own_script():
    """No address in it but those of namespaces; the policy names hashes, not 'unsafe-inline'."""
    page = single(replay_of(RECORD))

    assert {*re.findall(r"https?://[\w./]+", page)} == {"http://www.w3.org/2000/svg"}
    assert "unsafe" not in page
    assert not re.search(r"<(link|img|iframe|object)|\bsrc=|@import|url\(", page)


def test_the_data_survives():
    """What is read from the page is the replay, whatever the bots are called."""
    page = single(replay_of(RECORD))
    (data,) = re.findall(r'<script type="application/json" id="replay">(.*?)</script>', page)

    assert json.loads(data) == json.loads(json.dumps(replay_of(RECORD)))


def test_json_in_html_has_no_markup():
    """Nothing in it ends a script element or begins a comment."""
    made = json_in_html({"a": "</script><!-- & \u2028 é"})

    assert not re.search("[<>&]", made)
    assert made.isascii()
    assert json.loads(made) == {"a": "</script><!-- & \u2028 é"}


def run(words, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["arena", *map(str, words)])
    try:
        code = main() or 0
    except SystemExit as end:
        code = end.code
    return code, capsys.readouterr()


def test_the_command_writes_the_page(tmp_path, capsys, monkeypatch):
    """`arena replay MATCH --html FILE`, from a record file."""
    (tmp_path / "match.json").write_text(json.dumps(to_map(RECORD)))
    file = tmp_path / "match.html"
    code, said = run(("replay", tmp_path / "match.json", "--html", file), capsys, monkeypatch)

    assert (code, said.err) == (0, "")
    assert file.read_text("utf-8") == single(replay_of(RECORD))


def test_what_cannot_be_written_is_said(tmp_path, capsys, monkeypatch):
    """One sentence and exit 2; so do flags that do not go together."""
    record = tmp_path / "match.json"
    record.write_text(json.dumps(to_map(RECORD)))
    for words in (("--html", tmp_path), ("--html", tmp_path / "x.html", "--json")):
        code, said = run(("replay", record, *words), capsys, monkeypatch)
        assert code == 2
        assert said.err.startswith("arena: --html")
