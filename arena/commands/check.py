"""`arena check`: what a contest would say to a bot, before the contest does."""

import json as json_format
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena import submissions
from arena.checking import Finding
from arena.checking import check as look_at
from arena.commands.flags import Flag, LimitFlags, wanted_game
from arena.console.text import tail
from arena.interrupts import run
from arena.plain_text import harmless
from arena.sandbox import Sandbox, for_own_bots
from arena.sandbox.environment import install
from arena.settings import event_file, packages_from
from arena.submissions import Submission

_STYLES = {"pass": "green", "FAIL": "bold red", "note": "yellow", "not tested": "dim"}


def check(
    bot: str,
    /,
    *,
    game: str | None = None,
    sandbox: str = "auto",
    json: Flag = False,
    limits: LimitFlags = LimitFlags(),  # noqa: B008 - frozen
) -> int:
    """Walk a bot through the protocol, in the sandbox and under the limits of the event.

    Parameters
    ----------
    bot
        A .py file, a folder with bot.toml, an archive, or a house bot.
    game
        face-to-face, the-game or six-nimmt (default: what the bot plays).
    sandbox
        Where it runs: bubblewrap, docker, unsafe (a plain process), or auto (the best).
    json
        Print one JSON document.
    """
    (found,) = submissions.find([bot])
    rules = wanted_game(game, [found])
    event = event_file(Path.cwd())
    allowed = limits.limits(event)
    place, warning = for_own_bots(sandbox, install(packages_from(event)))
    talk = Console(stderr=True)
    if warning:
        talk.print(warning, style="dim", highlight=False, markup=False, soft_wrap=True)
    findings = run(look_at, found, bot, rules, place, allowed)
    passed = all(finding.result != "FAIL" for finding in findings)
    if json:
        _print_json(found, rules, place, findings, passed)
    else:
        _print_table(found, rules, place, findings, passed)
    return 0 if passed else 1


def _print_table(
    bot: Submission, game: str, place: Sandbox, findings: list[Finding], passed: bool
) -> None:
    console = Console()
    table = Table(title=Text(f"{harmless(bot.name)}: {game}, {place.name}"), show_lines=False)
    for heading in ("check", "result", "seen"):
        table.add_column(heading)
    for finding in findings:
        result = Text(finding.result, style=_STYLES[finding.result])
        table.add_row(finding.what, result, Text(harmless(finding.seen)))
    console.print(table)
    for finding in findings:
        if finding.again or finding.stderr:
            console.print(Text(f"{finding.what}:", style=_STYLES[finding.result]))
            for line in _failure(finding):
                console.print(Text(f"  {line}"), soft_wrap=True)
    verdict = "passed" if passed else "failed"
    console.print(f"{harmless(bot.name)} {verdict}", highlight=False, markup=False)


def _failure(finding: Finding) -> Iterator[str]:
    """The ask that shows it, what the bot wrote, and how to see it again."""
    if finding.asked:
        yield f"it was asked to {finding.asked['asks']}, with this view:"
        for key, value in finding.asked["view"].items():
            yield f"    {key}: {json_format.dumps(value)}"
    if written := tail(finding.stderr):
        yield "its stderr ended with:"
        yield from (f"    | {line}" for line in written)
    if finding.again:
        yield f"to see it again: {finding.again}"


def _print_json(
    bot: Submission, game: str, place: Sandbox, findings: list[Finding], passed: bool
) -> None:
    document = {
        "bot": bot.name,
        "game": game,
        "sandbox": place.name,
        "guarantees": place.guarantees._asdict(),
        "findings": [finding._asdict() for finding in findings],
        "passed": passed,
    }
    Console().out(json_format.dumps(document), highlight=False)
