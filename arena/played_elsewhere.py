"""Results that were played elsewhere: a CSV file with a row for each game."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.errors import OrganiserError
from arena.ratings.results import Results, Row, results_of

_COLUMNS = ("block", "first", "second", "score")
_SCORES = {"1": 1.0, "1.0": 1.0, "0.5": 0.5, ".5": 0.5, "0": 0.0, "0.0": 0.0}


class BadResults(OrganiserError):
    """A file that cannot be read as results."""


def results_in(path: Path) -> Results:
    """The games of a file; those of one block belong together."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            return _results(path, csv.reader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise BadResults(f"{path} cannot be read: {problem}") from None


def _results(path: Path, lines: Iterable[list[str]]) -> Results:
    blocks: dict[str, int] = {}
    rows = list(_rows(path, iter(lines), blocks))
    if not rows:
        raise BadResults(f"{path} has no games; add rows of {','.join(_COLUMNS)}")
    return results_of(rows, [1.0] * len(blocks))


def _rows(path: Path, lines: Iterator[list[str]], blocks: dict[str, int]) -> Iterator[Row]:
    head = [name.strip() for name in next(lines, [])]
    if sorted(head) != sorted(_COLUMNS):
        raise BadResults(
            f"{path}: its first line is {','.join(head)!r}; write {','.join(_COLUMNS)}"
        )
    at = [head.index(name) for name in _COLUMNS]
    for number, line in enumerate(lines, 2):
        if not line:
            continue
        if len(line) != len(head):
            raise BadResults(f"{path}, line {number}: {len(line)} values, and there are 4 columns")
        block, first, second, score = (line[place].strip() for place in at)
        if score not in _SCORES:
            raise BadResults(
                f"{path}, line {number}: the score is {score!r};"
                " it is that of the first bot, 1, 0.5 or 0"
            )
        if not block or not first or not second or first == second:
            raise BadResults(
                f"{path}, line {number}: {first!r} against {second!r} in block {block!r};"
                " name a block and two bots"
            )
        yield first, second, _SCORES[score], 1.0, blocks.setdefault(block, len(blocks))
