"""What is added up over the matches of a contest: seats, scores, faults, times."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from arena.errors import BadRecord
from arena.games import rules_named
from arena.gathering import names_in
from arena.model import Map
from arena.stages import Stage
from arena.store import Listed, Reader

TIMED = 5_000  # matches whose moves are looked at for times
_AT_ONCE = 100  # blocks that are read together


class Tally:
    """What is added up over all matches: by bot, list and seat."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self._keys = keys
        self._seats: dict[tuple[str, str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._scores: dict[tuple[str, str, str], Counter[int]] = defaultdict(Counter)
        self.faults: dict[str, list[Map]] = defaultdict(list)
        self.verdicts: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, match: Listed) -> None:
        key, rules = self._keys[match.pool], rules_named(match.pool.split("/")[0])
        for seat, bot in enumerate(match.bots):
            sums = self._seats[bot, key, seat]
            sums[0] += 1
            sums[1] += match.outcome.scores[seat]
            score, place = match.outcome.scores[seat], match.outcome.places[seat]
            sums[2] += score == 0 if rules.is_team else place == 1
        if rules.is_team and len({*match.bots}) == 1:
            label = f"{len(match.bots)} seats" if len(match.bots) > 1 else "1 seat"
            self._scores[key, match.bots[0], label][match.outcome.scores[0]] += 1
        elif not rules.is_team and len(rules.seats) > 1:
            for seat, bot in enumerate(match.bots):
                self._scores[key, bot, ""][match.outcome.scores[seat]] += 1
        for fault in match.faults:
            bot = match.bots[fault.seat]
            self.verdicts[bot][fault.verdict] += 1
            told = {"match": match.key, "game": key, "turn": fault.turn}
            self.faults[bot].append({**told, "verdict": fault.verdict, "detail": fault.detail})

    def seats(self, bot: str) -> list[Map]:
        return [
            {"game": key, "seat": seat, "games": n, "mean_score": total / n, "wins": wins}
            for (who, key, seat), (n, total, wins) in sorted(self._seats.items())
            if who == bot
        ]

    def histograms(self) -> dict[str, list[Map]]:
        """By list: how often each bot came to each score."""
        found: dict[str, list[Map]] = defaultdict(list)
        for (key, bot, label), counts in sorted(self._scores.items()):
            pairs = [[score, count] for score, count in sorted(counts.items())]
            found[key].append({"bot": bot, "label": label, "counts": pairs})
        return found


def move_times(store: Reader, stages: Sequence[Stage], played: Sequence[Listed]) -> dict[str, Map]:
    """By bot: what its moves took, in the newest matches; CPU time where that was measured."""
    took: dict[str, list[float]] = defaultdict(list)
    names = {stage.row: names_in(stage, stages[-1]) for stage in stages}
    blocks = list(dict.fromkeys(match.block for match in played))
    for row, matches in records_of(store, stages, blocks):
        for match in matches:
            bots = match.record.fixture.bots
            for made, time in zip(match.record.decisions, match.record.times, strict=True):
                if not made.stand_in:
                    ms = time.wall_ms if time.cpu_ms is None else time.cpu_ms
                    took[names[row.stage_id][bots[made.seat]]].append(ms)
    found = {}
    for bot, all_ms in took.items():
        p50, p99 = np.quantile(all_ms, (0.5, 0.99))
        found[bot] = {"p50": float(p50), "p99": float(p99), "max": max(all_ms)}
    return found


def records_of(
    store: Reader, stages: Sequence[Stage], blocks: Sequence[int]
) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Blocks with their matches, some at a time."""
    by_row = {stage.row: stage for stage in stages}
    for at in range(0, len(blocks), _AT_ONCE):
        wanted = sorted(blocks[at : at + _AT_ONCE])
        for of_stage, some in store.stages_of(wanted).items():
            try:
                yield from store.records(by_row[of_stage], some)
            except ValueError as why:
                raise BadRecord(f"a match is damaged: {why}; see `arena verify`") from why
