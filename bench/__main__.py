"""`python -m bench`: what Arena promises in numbers, measured.

docs/reference/performance.md says what the parts are. Ends with 1 if a bar is missed.
"""

import argparse
import json
import os
import sys
import time
from importlib import import_module
from pathlib import Path

from bench.measured import Bar, Found, exit_code
from bench.report import document, show

# In this order: what is most easily disturbed comes before what leaves much in memory.
PARTS = (
    *("moves", "parts", "start", "recording", "workers", "contest", "thinking"),
    *("rebuild", "publishing", "ratings", "growth"),
)


def main() -> int:
    """Measure the parts one after another and print what they found."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument(
        "--quick", action="store_true", help="tiny sizes; a missed bar is no failure"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all samples and bars")
    told = parser.parse_args()
    if unknown := set(told.parts) - {*PARTS}:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    # As `arena` has it. Read when numpy is loaded, so before the parts are.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    found: dict[str, Found] = {}
    for name in told.parts or PARTS:
        began = time.monotonic()
        print(f"{name} ...", file=sys.stderr, end=" ", flush=True)
        part = import_module(f"bench.{name}")
        found[name] = part.measure(part.QUICK if told.quick else part.FULL)
        print(f"{time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        show(name, found[name])
    if told.json:
        told.json.parent.mkdir(parents=True, exist_ok=True)
        told.json.write_text(json.dumps(document(found, quick=told.quick), indent=1) + "\n")
    bars = [bar for part in found.values() for bar in part.bars]
    print(_verdict(bars, quick=told.quick))
    return exit_code(bars, quick=told.quick)


def _verdict(bars: list[Bar], *, quick: bool) -> str:
    if quick:
        return "A quick run measures too little to judge by: a missed bar is no failure here."
    missed = dict.fromkeys(bar.number or bar.what for bar in bars if not bar.is_met)
    return (
        f"Missed: {', '.join(missed)}."
        if missed
        else f"Bars that are met: {len(bars)} of {len(bars)}."
    )


if __name__ == "__main__":
    sys.exit(main())
