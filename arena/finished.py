"""What the schedule may know of a stage: what is stored of rounds that were closed."""

from collections.abc import Mapping, Sequence

from arena.continuing import same_field
from arena.schedule import Result
from arena.stages import Stage
from arena.store import Reader


class FinishedRounds:
    """Suspensions and results, as they are stored."""

    def __init__(self, store: Reader, stage: Stage) -> None:
        self._store = store
        self._stage = stage
        contest = stage.terms.contest
        self._earlier = [s for s in store.stages(contest) if s.terms.number < stage.terms.number]

    def suspended(self, pool: str) -> Mapping[str, int]:
        rows = self._store.suspensions(self._stage)
        return {row.bot: row.after_round for row in rows if row.pool == pool}

    def results(self, pool: str) -> Sequence[Result]:
        stage = self._stage
        field = next(field for field in stage.terms.fields if field.pool.text == pool)
        found: list[Result] = []
        rounds = 0
        if stage.plan.format == "swiss":
            for earlier in same_field(self._store, self._earlier, field, stage.versions):
                closed = self._store.closed_rounds(earlier)
                found += (
                    result._replace(round=result.round + rounds)
                    for result in self._store.results(earlier, pool)
                    if result.round in closed
                )
                rounds += len(closed)
        played = self._store.results(stage, pool)
        return [*found, *(result._replace(round=result.round + rounds) for result in played)]
