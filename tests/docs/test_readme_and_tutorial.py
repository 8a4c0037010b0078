"""The README and the tutorial, followed to the letter in an empty folder."""

import re

import pytest

from tests.commands.shell import matches
from tests.docs.pages import ROOT, blocks, commands, typed

FOLLOWED = sorted(
    str(path.relative_to(ROOT))
    for folder in ("tutorials", "how-to")
    for path in (ROOT / "docs" / folder).glob("*.md")
    if path.stem not in ("add-a-game", "collect-submissions", "use-docker")  # need something first
)


def test_the_bot_of_the_readme_has_ten_lines_and_beats_random(tmp_path):
    """The README's bot is ten lines of Python that play every seed without a fault and win."""
    (bot,) = (block for block in blocks("README.md") if block.language == "python")
    (tmp_path / "tenlines.py").write_text(bot.text)

    played = matches("tenlines.py", "random", "--seed", 1, "--games", 10, "--mirror", cwd=tmp_path)

    assert len([line for line in bot.text.splitlines() if line.strip()]) <= 10
    assert [match["faults"] for match in played] == [[]] * 20
    won = sum(
        match["outcome"]["scores"][[s["bot"] for s in match["seats"]].index("tenlines")]
        for match in played
    )
    assert won >= 18


def test_the_readme_names_commands_that_exist():
    """Every `make` target that the README names is in the Makefile."""
    makefile = (ROOT / "Makefile").read_text()
    for block in blocks("README.md"):
        if block.language != "console":
            continue
        for command in commands(block):
            word, target, *_ = command.line.split()
            assert word in ("make", "arena")
            if word == "make":
                assert f"\n{target}:" in makefile


@pytest.mark.slow
def test_the_commands_of_the_readme_work(tmp_path):
    """With the README's bot and a folder of two others, every `arena` line ends with 0."""
    (bot,) = (block for block in blocks("README.md") if block.language == "python")
    (tmp_path / "tenlines.py").write_text(bot.text)
    for name in ("ada", "bob"):
        typed(f"arena new bots/{name}", tmp_path)

    console = [block for block in blocks("README.md") if block.language == "console"]
    for command in (command for block in console for command in commands(block)):
        if command.line.startswith("arena "):
            done = typed(command.line, tmp_path)
            assert done.returncode == 0, (command.line, done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("page", FOLLOWED)
def test_a_page_to_follow_works_as_written(page, tmp_path):
    """Every file and command of a tutorial or how-to, in order; the page shows the truth."""
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text)
        if block.language != "console":
            continue
        for command in commands(block):
            done = typed(command.line, tmp_path)
            printed = [line.rstrip() for line in done.stdout.splitlines()]
            assert done.returncode == 0, (command.line, done.stderr)
            rest = iter(printed)  # what the page shows comes in this order, with others between
            for line in command.shown:
                assert line.rstrip() in rest, (command.line, line, printed)


PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]+)?\)")


def links(page):
    """What a page links to in the project: files, and the headings within them."""
    for target, heading in LINK.findall(page.read_text("utf-8")):
        if "://" not in target:
            yield (page.parent / target).resolve() if target else page, heading


def headings(page):
    """The headings of a page as links name them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        yield "#" + re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    """Every link of a page names a file that is there, and a heading that is in it."""
    for target, heading in links(page):
        assert target.exists(), f"it links to {target}"
        if heading:
            assert heading in headings(target), f"it links to {heading} of {target.name}"


def test_every_page_can_be_reached():
    """From the README, by links alone."""
    found, look = set(), [ROOT / "README.md"]
    while look:
        page = look.pop()
        if page not in found and page.suffix == ".md":
            found.add(page)
            look += (target for target, _ in links(page))

    assert set(PAGES) - found == set()
