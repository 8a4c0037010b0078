"""`python -m bench`, as somebody types it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.__main__ import PARTS

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "reference" / "performance.md").read_text("utf-8")
BARS = set(re.findall(r"^\| (P\d) \| `(\w+)` \| .* \| ([<>]= .*) \|$", PAGE, re.MULTILINE))


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in the checkout."""
    command = [sys.executable, "-m", "bench", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def required(bar: dict[str, Any]) -> tuple[str, str, str]:
    """Number, part and limit of a bar, as the page has them."""
    limit = f"<= {bar['most']:g}" if bar["least"] is None else f">= {bar['least']:g}"
    return bar["number"], bar["part"], f"{limit} {bar['unit']}".strip()


@pytest.mark.slow
def test_a_quick_run_measures_every_bar(tmp_path: Path) -> None:
    """Every part runs, prints its bars and leaves its numbers in the document."""
    done = bench("--quick", "--json", str(tmp_path / "bench.json"))

    assert done.returncode == 0, done.stderr
    assert "a missed bar is no failure here" in done.stdout
    told = json.loads((tmp_path / "bench.json").read_text())
    assert {each["part"] for each in (*told["bars"], *told["costs"])} == {*PARTS}
    assert {bar["number"] for bar in told["bars"]} - {""} == {f"P{at}" for at in range(1, 10)}
    for bar in told["bars"]:
        assert bar["measured"], bar
        assert bar["least"] is not None or bar["most"] is not None
        assert bar["number"] in done.stdout
        assert not bar["number"] or required(bar) in BARS, "docs/reference/performance.md"
    assert all(cost["samples"] and cost["unit"] for cost in told["costs"])
    assert set(told["machine"]) == {"cpu", "cores", "kernel", "python"}
    assert re.match(r"\d{4}-\d\d-\d\dT", told["date"])


def test_only_known_parts_are_measured() -> None:
    """A word that is no part is refused, with those that are."""
    done = bench("everything")

    assert done.returncode == 2
    assert "there is no part everything" in done.stderr
