"""`arena doctor`: what this machine guarantees, and how to get the rest."""

import json as json_format

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.commands.flags import Flag
from arena.diagnosis import MEANING, Diagnosis, diagnose

_WORDS = {True: ("yes", "green"), False: ("no", "red"), "approximate": ("about", "yellow")}


def doctor(*, json: Flag = False) -> int:
    """Try every sandbox of this machine and say what it holds.

    Parameters
    ----------
    json
        Print one JSON document.
    """
    found = diagnose()
    if json:
        _print_json(found)
    else:
        _print_table(found)
    return 0


def _print_json(found: Diagnosis) -> None:
    best = found.best
    document = {
        "sandbox": best and best.name,
        "guarantees": best and best.guarantees and best.guarantees._asdict(),
        "remedies": found.remedies,
        "backends": {
            each.name: {
                "guarantees": each.guarantees and each.guarantees._asdict(),
                "reason": each.reason or None,
            }
            for each in found.backends
        },
        "late_ms": round(found.late_ms, 1),
        "core_ms": round(found.core_ms, 1),
    }
    Console().out(json_format.dumps(document), highlight=False)


def _print_table(found: Diagnosis) -> None:
    console = Console(highlight=False)
    table = Table(title="What a bot is held to here")
    table.add_column("guarantee")
    for backend in found.backends:
        table.add_column(backend.name, justify="center")
    for name, meaning in MEANING.items():
        cells = [
            Text(*_WORDS[getattr(each.guarantees, name)]) if each.guarantees else Text("-", "dim")
            for each in found.backends
        ]
        table.add_row(Text.assemble(f"{name}\n", (meaning, "dim")), *cells)
    console.print(table)
    best = found.best
    taken = f"--sandbox auto takes {best.name}" if best else "there is no sandbox here"
    console.print(
        f"{taken}. The referee was kept waiting for {found.late_ms:.1f} ms at most"
        f" in a second; a piece of work that is always the same took {found.core_ms:.1f} ms."
    )
    for backend in found.backends:
        if backend.reason and backend.reason not in found.remedies:
            console.print(Text(f"{backend.name}: {backend.reason}", "dim"), soft_wrap=True)
    for remedy in found.remedies:
        console.print(Text(f"- {remedy}"), soft_wrap=True)
