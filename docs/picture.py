"""Draws docs/pictures/watch.svg, the picture of the README: `python docs/picture.py`.

It is what `arena play greedy random --seed 8 --watch` shows in the middle of the match.
"""

import io
from pathlib import Path

import trio
from rich.console import Console

from arena.console.watch import Picture
from arena.games import rules_named
from arena.model import Limits
from arena.pairings import numbered_fixture
from arena.referee import Moment
from arena.sandbox.unsafe import UnsafeSandbox
from arena.sitting import Table, play_sitting
from arena.submissions import find

SEED, STEP = 8, 9
FILE = Path(__file__).parent / "pictures" / "watch.svg"


async def _draw(console: Console) -> None:
    bots = find(["greedy", "random"])
    options = rules_named("face-to-face").settle({}, 2)
    fixture = numbered_fixture("face-to-face", options, [bot.name for bot in bots], SEED)
    picture = Picture(seat=0)

    async def watch(moment: Moment) -> None:
        panel = picture.of(moment)
        if any(made.step == STEP for made in moment.decisions):
            console.print(panel)

    table = Table(tuple(bots), UnsafeSandbox(), Limits())
    await play_sitting(table, [fixture], finished=lambda _: None, watch=watch)


def main() -> None:
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    trio.run(_draw, console)
    FILE.parent.mkdir(exist_ok=True)
    svg = console.export_svg(title="arena play greedy random --seed 8 --watch", unique_id="arena")
    # The picture's font would be fetched from the network; any fixed-width font will do.
    lines = svg.splitlines()
    start = next(i for i, line in enumerate(lines) if "@font-face" in line)
    end = max(i for i, line in enumerate(lines) if "font-weight: 700;" in line and i < start + 20)
    FILE.write_text("\n".join(lines[:start] + lines[end + 2 :]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
