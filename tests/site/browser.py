"""A real Chromium, and a page that forgives nothing.

Every error, every request that fails and every address outside of the site ends the test.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
_QUIET = (
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-domain-reliability", "--no-default-browser-check", "--metrics-recording-only"),
    "--disable-features=OptimizationHints,MediaRouter,Translate",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
)


@contextmanager
def launched() -> Iterator[Browser]:
    """The system's own Chromium, which asks nobody on the network for anything."""
    program = shutil.which("chromium")
    assert program, "chromium is missing: `make system` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*_QUIET])
        yield browser
        browser.close()


@contextmanager
def opened(
    browser: Browser,
    root: str,
    path: str,
    *,
    theme: str = "light",
    width: int = 1440,
    motion: str = "reduce",
) -> Iterator[Page]:
    """A page of the site at `root`; at the end it must have gone without any trouble."""
    trouble: list[str] = []
    context = browser.new_context(
        color_scheme=theme,
        viewport={"width": width, "height": 900},
        reduced_motion=motion,
    )
    page = context.new_page()
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url}"))
    page.on("console", lambda said: said.type in ("error", "warning") and trouble.append(said.text))
    page.on("request", lambda request: _check(request.url, root, trouble))
    page.on("response", lambda reply: reply.status >= 400 and trouble.append(reply.url))
    page.on("dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.accept()))
    try:
        page.goto(f"{root}/{path}")
        yield page
        assert not trouble, trouble
    finally:
        context.close()


def _check(url: str, root: str, trouble: list[str]) -> None:
    if not url.startswith((f"{root}/", "blob:", "data:")):
        trouble.append(f"outside of the site: {url}")


def scrolled_through(page: Page) -> None:
    """As somebody who reads it to the end; charts are drawn on the way."""
    height = page.evaluate("document.documentElement.scrollHeight")
    for y in range(0, height, 800):
        page.evaluate(f"scrollTo({{top: {y}, behavior: 'instant'}})")
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def violations(page: Page) -> list[str]:
    """What axe-core finds."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")[
        "violations"
    ]
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for each in found
        for node in each["nodes"][:3]
    ]
