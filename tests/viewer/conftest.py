"""A real Chromium that may reach nothing, and pages opened in it by double-click."""

import shutil

import pytest
from playwright.sync_api import sync_playwright

from arena.showing import replay_of
from leaderboard.single import single

# No sandbox, because tests run as root; no service of the browser's maker is asked anything.
_FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--metrics-recording-only",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


@pytest.fixture(scope="module")  # its event loop must be gone before others want one
def chromium():
    program = shutil.which("chromium")
    assert program, "chromium is missing: `make system` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*_FLAGS])
        yield browser
        browser.close()


@pytest.fixture
def open_match(chromium, tmp_path):
    """Opens the page of a record; the test fails if the page complains or asks for anything."""
    complaints, contexts = [], []

    def note(kind):
        return lambda what: complaints.append(f"{kind}: {getattr(what, 'text', what)}")

    def open_page(record, link="", *, width=1200, theme="light", motion="no-preference"):
        file = tmp_path / f"{record.fixture.id}.html"
        file.write_text(single(replay_of(record)), "utf-8")
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=theme, reduced_motion=motion
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", note("error"))
        page.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
        page.on("dialog", lambda dialog: (complaints.append("a dialog"), dialog.dismiss()))
        page.on(
            "request",
            lambda request: (
                complaints.append(f"asked for {request.url}")
                if not request.url.startswith((file.as_uri(), "blob:"))
                else None
            ),
        )
        page.on(
            "console",
            lambda said: note("console")(said) if said.type in ("error", "warning") else None,
        )
        page.goto(file.as_uri() + link)
        page.locator(".arena-viewer .stage").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
