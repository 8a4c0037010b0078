"""Pages of single matches, opened by double-click in a real Chromium."""

from contextlib import ExitStack

import pytest

from arena.showing import replay_of
from leaderboard.single import single
from tests.site.browser import launched, opened


@pytest.fixture(scope="module")  # its event loop must be gone before others want one
def chromium():
    with launched() as browser:
        yield browser


@pytest.fixture
def open_match(chromium, tmp_path):
    """Opens the page of a record; the test fails if the page complains or asks for anything."""
    with ExitStack() as stack:

        def open_page(record, link="", *, width=1200, theme="light", motion="no-preference"):
            name = f"{record.fixture.id}.html"
            (tmp_path / name).write_text(single(replay_of(record)), "utf-8")
            page = stack.enter_context(
                opened(
                    chromium,
                    tmp_path.as_uri(),
                    name + link,
                    theme=theme,
                    width=width,
                    motion=motion,
                )
            )
            page.locator(".arena-viewer .stage").wait_for()
            return page

        yield open_page
