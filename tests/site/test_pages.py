"""Every kind of page in a real browser: by double-click and from a server, in both themes, on
a phone and on a desk.
"""

import pytest

from tests.site.browser import opened, scrolled_through, violations

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

GAMES = {"couples": "face-to-face", "team": "the-game", "tables": "six-nimmt"}
PAGES = ("index", *GAMES, "bot", "matches", "match")
SCREENS = [("light", 1440), ("dark", 390), ("light", 390), ("dark", 1440)]


def path_of(site, kind):
    """A page of this kind; of several the largest, which has the most on it."""
    if kind in GAMES:
        (found,) = (site / "games").glob(f"{GAMES[kind]}*.html")
        return f"games/{found.name}"
    if kind == "bot":
        found = max((site / "bots").iterdir(), key=lambda path: path.stat().st_size)
        return f"bots/{found.name}"
    if kind == "match":
        return f"match.html?{min((site / 'data/replays').iterdir()).stem}"
    return f"{kind}.html"


def look(page, width):
    """Reads the page to its end, and holds what is true of all pages."""
    scrolled_through(page)
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "it scrolls sideways"
    for plot in page.locator("[data-chart]").all():
        assert plot.locator("svg").count() >= 1, plot.get_attribute("aria-label")


@pytest.mark.parametrize(("theme", "width"), SCREENS)
@pytest.mark.parametrize("kind", PAGES)
def test_pages_open_by_double_click(real_site, site, browser, kind, theme, width):
    """No error, nothing missing, nothing from elsewhere; and axe-core finds no fault."""
    folder = real_site if kind == "match" else site
    root = folder.as_uri()
    with opened(browser, root, path_of(folder, kind), theme=theme, width=width) as page:
        look(page, width)
        assert violations(page) == []


@pytest.mark.parametrize("kind", PAGES)
def test_pages_open_from_a_server(real_site, browser, served, kind):
    """The same, from any host of static files."""
    with opened(browser, served(real_site), path_of(real_site, kind)) as page:
        look(page, 1440)


def test_a_real_contest_by_double_click(real_site, browser):
    """Every page that `arena publish` writes."""
    for path in sorted(real_site.rglob("*.html")):
        with opened(browser, real_site.as_uri(), path.relative_to(real_site).as_posix()) as page:
            look(page, 1440)
