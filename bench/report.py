"""What was found, as tables for people and as one document for programs."""

import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bench.measured import Bar, Cost, Found, quartiles

_WIDTH = 118  # the same into a file


def show(part: str, found: Found) -> None:
    """The tables of a part."""
    console = Console(width=_WIDTH, highlight=False)
    if found.costs:
        table = _table(part, "cost", "median", "quartiles", "unit")
        for cost in found.costs:
            low, middle, high = map(_told, quartiles(cost.samples))
            table.add_row(Text(cost.what), middle, f"{low} - {high}", cost.unit)
        console.print(table)
    if not found.bars:
        return
    table = _table(part, "bar", "median", "measured", "required", "", "")
    for bar in found.bars:
        what = f"{bar.number} {bar.what}".strip()
        measured = ", ".join(map(_told, bar.measured))
        met = "met" if bar.is_met else "MISSED"
        table.add_row(Text(what), _told(bar.median), measured, _required(bar), bar.unit, met)
    console.print(table)


def _table(part: str, first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE, width=_WIDTH)
    table.add_column(f"{part}: {first}", ratio=1)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=heading != "measured")
    return table


def _required(bar: Bar) -> str:
    if bar.least is not None and bar.most is not None:
        return f"{bar.least:g} - {bar.most:g}"
    return f">= {bar.least:g}" if bar.least is not None else f"<= {bar.most:g}"


def _told(value: float) -> str:
    """Three digits that count, however large it is."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def document(found: Mapping[str, Found], *, quick: bool) -> dict[str, Any]:
    """All samples and bars, and where they come from; nothing names the host."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _commit(),
        "quick": quick,
        "machine": {
            "cpu": _cpu_model(),
            "cores": len(os.sched_getaffinity(0)),
            "kernel": platform.release(),
            "python": platform.python_version(),
        },
        "costs": [_cost_map(part, cost) for part in found for cost in found[part].costs],
        "bars": [_bar_map(part, bar) for part in found for bar in found[part].bars],
    }


def _cost_map(part: str, cost: Cost) -> dict[str, Any]:
    low, middle, high = quartiles(cost.samples)
    return {"part": part, **cost._asdict(), "median": middle, "quartiles": [low, high]}


def _bar_map(part: str, bar: Bar) -> dict[str, Any]:
    return {"part": part, **bar._asdict(), "median": bar.median, "met": bar.is_met}


def _commit() -> str | None:
    """What is measured; None outside of a checkout."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    done = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or None


def _cpu_model() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()
