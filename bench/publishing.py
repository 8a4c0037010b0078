"""Publishing stays linear: time and size of sites with 10^3, 10^4 and 10^5 matches.

Measured once a run. The seasons are made up; 200 replays go with each. Ten times the matches may
take ten times as long; the last site is published again, which must change nothing. In the end
Chromium opens it: its first table must be there after a second of scripting at most.
"""

import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from bench.measured import Bar, Cost, Found
from leaderboard import Published, publish
from tests.site.browser import launched
from tests.site.made_up import MadeUp, made_up

_MOST = 12.0  # for ten times the matches: linear, and something for noise


class Size(NamedTuple):
    bots: int
    matches: tuple[int, ...]
    replays: int


FULL = Size(bots=100, matches=(1_000, 10_000, 100_000), replays=200)
QUICK = Size(bots=10, matches=(100, 1_000), replays=5)


class _Site(NamedTuple):
    matches: int
    seconds: float
    bytes: int


def measure(size: Size) -> Found:
    names = [f"bot {number:03}" for number in range(size.bots)]
    sites: list[_Site] = []
    with tempfile.TemporaryDirectory() as folder:
        for matches in size.matches:
            season = made_up(names, matches=matches, rounds=40, replays=size.replays)
            site = Path(folder) / str(matches)
            took, written = _published(site, season)
            sites.append(_Site(matches, took, written.bytes))
        _, again = _published(site, season)
        scripting = _scripting_s(site)
    bars = []
    for one, ten in pairwise(sites):
        what = f"of a site with {ten.matches:,} matches, by that with {one.matches:,}"
        bars += [
            Bar(f"the time {what}", "x", [ten.seconds / one.seconds], most=_MOST),
            Bar(f"the size {what}", "x", [ten.bytes / one.bytes], most=_MOST),
        ]
    return Found(
        [
            *(Cost(f"publishing {each.matches:,} matches", "s", [each.seconds]) for each in sites),
            *(Cost(f"a site of {each.matches:,}", "MB", [each.bytes / 1e6]) for each in sites),
        ],
        [
            *bars,
            Bar("files that change when the same is published again", "", [again.changed], most=0),
            Bar("scripting until the first page is there", "s", [scripting], most=1),
        ],
    )


def _published(site: Path, season: MadeUp) -> tuple[float, Published]:
    start = time.perf_counter()
    written = publish(site, *season)
    return time.perf_counter() - start, written


def _scripting_s(site: Path) -> float:
    """What Chromium spent in scripts until the first page was loaded."""
    with launched() as browser:
        page = browser.new_page()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        page.goto(f"{site.as_uri()}/index.html")
        metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "ScriptDuration"))
