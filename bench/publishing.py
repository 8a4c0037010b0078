"""Publishing stays linear: time and size of sites with 10^3, 10^4 and 10^5 matches.

`python bench/publishing.py [BOTS]`, 100 bots by default: a minute. The seasons are made up; 200
replays go with each. The ratios are what counts: ten times the matches may take ten times as
long, and the last site is published again, which must change nothing. In the end Chromium
opens the largest: its first table must be there after a second of scripting at most.
"""

import sys
import tempfile
import time
from pathlib import Path

from leaderboard import Published, publish
from tests.site.browser import launched
from tests.site.made_up import MadeUp, made_up

SIZES = (1_000, 10_000, 100_000)
MOST = 12.0  # the bar for ten times the matches: linear, and something for noise
SCRIPTING_S = 1.0  # the bar for the first page


def main() -> int:
    """Print times, sizes and ratios; 1 if a bar is missed."""
    bots = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    names = [f"bot {number:03}" for number in range(bots)]
    missed = 0
    before: tuple[float, int] | None = None
    with tempfile.TemporaryDirectory() as folder:
        for matches in SIZES:
            season = made_up(names, matches=matches, rounds=40, replays=200)
            site = Path(folder) / str(matches)
            took, written = _published(site, season)
            print(f"{matches:>7} matches: {took:.2f} s, {written.bytes / 1e6:.1f} MB", end="")
            if before:
                ratios = took / before[0], written.bytes / before[1]
                print(
                    f"; {ratios[0]:.1f}x the time, {ratios[1]:.1f}x the size (bar {MOST})", end=""
                )
                missed += max(ratios) > MOST
            print(flush=True)
            before = took, written.bytes
        took, written = _published(site, season)
        print(f"again: {took:.2f} s, {written.changed} files changed")
        scripting = _scripting_s(site)
        print(f"first page: {scripting:.2f} s of scripting (bar {SCRIPTING_S})")
    return int(missed or written.changed or scripting > SCRIPTING_S)


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


if __name__ == "__main__":
    sys.exit(main())
