"""Draws what a comparison of two bots has found."""

import json as json_format
from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from arena.comparing import Comparison
from arena.plain_text import harmless
from arena.plan import Plan
from arena.ratings.pairs import BOUND, ENOUGH_DECISIVE, SPLIT

_USUAL = (0.0, 20.0)
_MANY = 50  # pairs of which one at least should not be split


def show_comparison(console: Console, found: Comparison, plan: Plan, *, json: bool) -> None:
    """The whole report, or one JSON document."""
    if json:
        console.out(json_format.dumps(found.to_map()), highlight=False)
    else:
        console.print(drawn_comparison(found, plan))


def drawn_comparison(found: Comparison, plan: Plan) -> RenderableType:
    """A line for each thing that is known."""
    table = Table.grid(padding=(0, 2))
    for what, said in _lines(found, plan):
        table.add_row(Text(what, style="dim"), Text(harmless(said)))
    return table


def _lines(found: Comparison, plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.challenger:
        yield "new", plan.challenger
    if found.pairs is not None:
        yield from _of_pairs(found, plan.compare or _USUAL)
    elif found.score is not None:
        yield from _of_blocks(found)
    yield "decision", found.decision


def _of_pairs(found: Comparison, elo: tuple[float, float]) -> Iterator[tuple[str, str]]:
    assert found.pairs is not None, "asked only where pairs were played"
    lost, lost_one, split, won_one, won = found.pairs
    half = f", {lost_one} lost and drew, {won_one} won and drew" if lost_one or won_one else ""
    yield "pairs", f"{found.blocks}: {lost} lost, {split} split, {won} won{half}"
    told = found.report
    if told.score is not None:
        yield "score", f"{told.score:.1%}"
    if told.elo is not None:
        error = "" if told.error is None else f" ± {told.error:.1f} (95 %)"
        yield "Elo", f"{told.elo:+.1f}{error}"
    if told.nelo is not None:
        yield "normalized Elo", f"{told.nelo:+.1f}"
    if told.los is not None:
        yield "better with", f"{told.los:.1%} (LOS)"
    if found.blocks >= _MANY and found.blocks == split:
        yield "note", "all pairs were split: these two play alike, or only the first move counts"
    if found.llr is not None:
        where = f"{found.llr:+.2f} between {-BOUND:.2f} and {BOUND:.2f}"
        yield "LLR", f"{where} for {elo[0]:+g} against {elo[1]:+g} Elo"
        if more := _pairs_to_go(found):
            yield "to go", f"about {more} pairs, if it goes on like this"


def _pairs_to_go(found: Comparison) -> int | None:
    """How far the nearer bound is, at the pace so far."""
    assert found.pairs is not None, "asked only where pairs were played"
    decisive = found.blocks - found.pairs[SPLIT]
    if found.decision != "undecided" or not found.llr or not decisive:
        return None
    pace = abs(found.llr) / found.blocks
    rule = (ENOUGH_DECISIVE - decisive) * found.blocks / decisive
    return max(1, round(max((BOUND - abs(found.llr)) / pace, rule)))


def _of_blocks(found: Comparison) -> Iterator[tuple[str, str]]:
    is_cards = found.report.elo is None
    yield "blocks", f"{found.blocks}"
    what = "fewer cards" if is_cards else "score"
    form = "+.2f" if is_cards else ".3f"
    wide = "" if found.low is None else f", surely from {found.low:{form}} to {found.high:{form}}"
    yield what, f"{found.score:{form}}{wide}"
    if found.report.elo is not None:
        yield "Elo", f"{found.report.elo:+.1f}"
