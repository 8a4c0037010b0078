"""Names, authors and words of bots are text, whatever is in them."""

import re
from html.parser import HTMLParser

from leaderboard import publish
from tests.site.made_up import HOSTILE, NAMES, made_up

SCRIPTS = re.compile(r"^(?:\.\./)?(?:static|data)/[\w./-]+\.js$")


class Seen(HTMLParser):
    """What a browser would make of a page: elements, attributes, text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.handlers, self.scripts, self.text = set(), [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Notes what could run."""
        self.tags.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        if tag == "script":
            self.scripts.append(dict(attrs).get("src"))

    def handle_data(self, data):
        """All of it is shown."""
        self.text += data


def pages(tmp_path):
    """Of a season full of attacks."""
    publish(tmp_path / "site", *made_up((*HOSTILE, *NAMES[:2])))
    return {path: Seen(path.read_text()) for path in (tmp_path / "site").rglob("*.html")}


def test_no_page_runs_anything_but_its_own_files(tmp_path):
    """No element, handler or script comes out of a name."""
    for path, seen in pages(tmp_path).items():
        assert not seen.handlers, path
        assert "img" not in seen.tags, path
        assert all(src and SCRIPTS.match(src) for src in seen.scripts), (path, seen.scripts)


def test_markup_in_a_name_is_shown(tmp_path):
    """A name is on its page as it was written."""
    found = pages(tmp_path)
    index = next(seen for path, seen in found.items() if path.name == "index.html")
    for name in HOSTILE[:3]:
        assert name in index.text


def test_marks_that_turn_the_direction_are_made_visible(tmp_path):
    """A name cannot turn round what is written after it."""
    for path, seen in pages(tmp_path).items():
        assert "\u202e" not in seen.text, path


def test_data_cannot_end_its_script(tmp_path):
    """Data is ASCII, and never has the end of an element in it."""
    pages(tmp_path)
    for path in (tmp_path / "site" / "data").rglob("*.js"):
        text = path.read_bytes().decode("ascii")
        assert "</" not in text, path


def test_every_page_has_the_policy(tmp_path):
    """Nothing is loaded from elsewhere, and no script that is written in a page runs."""
    for path in pages(tmp_path):
        text = path.read_text()
        assert "default-src &#x27;none&#x27;; script-src &#x27;self&#x27;;" in text, path
