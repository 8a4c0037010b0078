"""`arena rate`: ratings from results that were played elsewhere."""

import json as json_format
from pathlib import Path

from rich.console import Console

from arena.commands.flags import Flag
from arena.console.standings import show_ratings
from arena.errors import BadOption
from arena.played_elsewhere import results_in
from arena.ratings.bradley_terry import PRIOR
from arena.standings import rated


def rate(file: Path, /, *, prior: float = PRIOR, json: Flag = False) -> int:
    """Rate bots by results that were played elsewhere.

    Parameters
    ----------
    file
        A CSV file with the columns block, first, second, score: a line for each game, the
        score that of the bot that moved first: 1, 0.5 or 0. Games with the same cards, such
        as the two of a mirrored pair, have the same block.
    prior
        How strongly ratings are drawn to the mean, per square logit.
    json
        Print one JSON document.
    """
    if not 0 < prior < float("inf"):
        raise BadOption(f"--prior is {prior}; give a number above 0, such as {PRIOR}")
    document = rated(results_in(file), prior)
    console = Console()
    if json:
        console.out(json_format.dumps(document), highlight=False)
    else:
        show_ratings(console, document)
    return 0
