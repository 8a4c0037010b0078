"""`arena import`: the export of a learning platform becomes a bots folder."""

import shlex
from pathlib import Path

from rich.console import Console

from arena.console.text import counted
from arena.errors import BadSubmission
from arena.plain_text import harmless
from arena.submissions.intake import take_in


def import_(export: Path | None = None, bots: Path | None = None) -> int:
    """Unpack an export of Moodle, Canvas or Blackboard into a folder of bots with a roster.

    Parameters
    ----------
    export
        The archive from the platform, or any with one folder or file a person.
    bots
        The folder to make, or to bring up to date if an import made it.
    """
    if export is None or bots is None:
        raise BadSubmission(
            "an import needs the archive and a folder: arena import export.zip bots"
        )
    report = take_in(export, bots)
    done = f"{len(report.replaced)} replaced, {len(report.unchanged)} as before"
    lines = [
        f"{bots}: {counted(len(report.new), 'new bot')}, {done}",
        *(f"left out: {name} {why}" for name, why in sorted(report.left_out.items())),
        *(f"cannot play yet: {why}" for _, why in sorted(report.broken.items())),
        f"names are in {bots / 'roster.csv'}: edit it, then",
        f"  arena tournament {shlex.quote(str(bots))} --dry-run",
    ]
    out = Console()
    for line in lines:
        out.print(harmless(line), highlight=False, markup=False, soft_wrap=True)
    return 0
