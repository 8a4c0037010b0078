"""Whether a new version is better than an old one: a test that may be looked at after every round.

Face to Face by mirrored pairs and a generalised sequential probability ratio test; The Game
by differences over common shuffles; tables by the score of the one against copies of the
other. The last two by a confidence sequence.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from arena.games import rules_named
from arena.model import Map
from arena.ratings.pairs import BOUND, Decision, Report, decision, elo_of, llr, report
from arena.ratings.sequence import sequence
from arena.standings import Pooled

MOST_BLOCKS = 10_000  # then it stays undecided


class Comparison(NamedTuple):
    """What is known; None where a number does not exist."""

    decision: Decision
    blocks: int
    pairs: tuple[int, ...] | None  # lost both, lost and drew, split, won and drew, won both
    score: float | None  # of the new one; in The Game how many cards fewer it leaves
    low: float | None
    high: float | None
    report: Report
    llr: float | None

    def to_map(self) -> Map:
        """As `arena compare --json` prints it."""
        found = self.report
        is_tested = self.llr is not None
        return {
            "decision": self.decision,
            "pairs": None if self.pairs is None else list(self.pairs),
            "score": self.score,
            "elo": found.elo,
            "error": found.error,
            "nelo": found.nelo,
            "los": found.los,
            "llr": self.llr,
            "lower": -BOUND if is_tested else None,
            "upper": BOUND if is_tested else None,
            "blocks": self.blocks,
            "low": self.low,
            "high": self.high,
        }


def compared(pooled: Pooled, new: str, elo: tuple[float, float]) -> Comparison:
    """The challenger of a comparison against the other bot."""
    (old,) = (bot for bot in pooled.field.bots if bot != new)
    rules = rules_named(pooled.field.pool.rules)
    if rules.is_duel:
        return from_pairs(_counts(pooled, new, old), elo)
    if rules.is_team:
        return _by_sequence(_fewer_cards(pooled, new, old), 0.0)
    return _by_sequence(_table_scores(pooled, new, old), 0.5)


def from_pairs(counts: Sequence[int], elo: tuple[float, float]) -> Comparison:
    """From the five counts of mirrored pairs."""
    found = report(counts)
    return Comparison(
        decision(counts, *elo),
        sum(counts),
        tuple(counts),
        found.score,
        None,
        None,
        found,
        llr(counts, *elo),
    )


def _counts(pooled: Pooled, new: str, old: str) -> list[int]:
    """Of these versions; what earlier ones played in the same contest does not count."""
    counts = [0] * 5
    for pair, count in pooled.pairs.items():
        points = pair.as_first + pair.as_second
        if {pair.first, pair.second} == {new, old}:
            counts[points if pair.first == new else 4 - points] += count
    return counts


def _fewer_cards(pooled: Pooled, new: str, old: str) -> list[float]:
    """By shuffle that both have played."""
    left: dict[str, dict[str, int]] = {new: {}, old: {}}
    for block in pooled.blocks:
        if block.bots[0] in left:
            left[block.bots[0]][block.shuffle] = block.points[0]
    common = left[new].keys() & left[old].keys()
    return [left[old][shuffle] - left[new][shuffle] for shuffle in sorted(common)]


def _table_scores(pooled: Pooled, new: str, old: str) -> list[float]:
    """By table: the part of all that there was to win against copies of the other."""
    pool = pooled.field.pool
    games = rules_named(pool.rules).rotations(pool.options, pool.seats)
    scores = []
    for block in (each for each in pooled.blocks if {*each.bots} == {new, old}):
        couples = list(zip(combinations(block.bots, 2), block.points, strict=True))
        against = [points for couple, points in couples if couple == (new, old)]
        against += (2 * games - points for couple, points in couples if couple == (old, new))
        scores.append(sum(against) / (2 * games * len(against)))
    return scores


def _by_sequence(scores: Sequence[float], level: float) -> Comparison:
    found = sequence(scores, level)
    nothing = Report(found.blocks, found.mean, None, None, None, None)
    if found.mean is None or found.radius is None:
        return Comparison("undecided", found.blocks, None, found.mean, None, None, nothing, None)
    low, high = found.mean - found.radius, found.mean + found.radius
    said: Decision = "better" if low > level else "not better" if high < level else "undecided"
    told = nothing if level == 0 else nothing._replace(elo=elo_of(found.mean))
    return Comparison(said, found.blocks, None, found.mean, low, high, told, None)
