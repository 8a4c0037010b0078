"""One stage, gone through from its secret to its counts."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from arena import fairness
from arena.checkpoints import checkpoint
from arena.continuing import played_before, suspended_before
from arena.counts import (
    Counts,
    Game,
    TeamSum,
)
from arena.errors import BadRecord, OrganiserError
from arena.finished import FinishedRounds
from arena.model import MatchRecord
from arena.pairings.blocks import Block, fixtures_of
from arena.plan import fields_of
from arena.records import history
from arena.replays import digest_of
from arena.schedule import Schedule
from arena.stages import Stage, block_digest, key_of, stage_digest
from arena.standings import Rating
from arena.store import Reader
from arena.submissions import Submission
from arena.suspension import why_suspended
from arena.verifying.tally import BookUpTo, Tally
from arena.versions import hash_of_packed

_AT_ONCE = 100  # blocks that are read together
_LEVEL = 1e-4  # Elo or cards

# Whatever a damaged row can hold, reading it ends in one of these.
DAMAGED = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    AssertionError,
    OrganiserError,
)

Step = Callable[[int], None]  # is told how many matches have been checked


class StageCheck:
    """One stage, gone through from the beginning."""

    def __init__(self, store: Reader, contest: str, number: int, step: Step, matches: int) -> None:
        self._store = store
        self._contest = contest
        self._number = number
        self._step = step
        self._is_newest = number == store.stage_numbers(contest)[-1]
        self.matches = matches
        self.faults = 0
        self.commitment = "unreadable"
        self._tally = Tally()

    def differences(self) -> Iterator[str]:
        """What does not follow, in the order in which it is come upon."""
        try:
            stage = self._store.stage_of(self._contest, self._number)
            yield from self._identity(stage)
            yield from self._terms(stage)
            yield from self._blocks(stage)
            yield from self._counts(stage)
        except DAMAGED as why:
            yield f"it cannot be read any further: {why!r}"

    def _identity(self, stage: Stage) -> Iterator[str]:
        ended = stage.ended_at is not None
        if fairness.commitment(stage.secret) != stage.commitment:
            self.commitment = "wrong"
            yield "the secret is not the one that was committed to"
        else:
            self.commitment = "ok" if ended else "not revealed yet"
        if self._store.committed(stage) != [stage.commitment]:
            yield "its commitment is not the one that was drawn for it"
        if self._store.terms_as_stored(stage) != stage.terms.to_map():
            yield "its terms are not written as they should be"
        if not ended and stage.digest is not None:
            yield "it has a digest and no end"
        plan = stage.plan
        if plan.experiment is not None and stage.secret != fairness.experiment_secret(
            plan.experiment
        ):
            yield "the secret is not that of the experiment"
        if key_of(stage.commitment, stage.terms, stage.versions) != stage.key:
            yield "the stage's id does not follow from its commitment, terms and versions"
        if (stage.terms.contest, stage.terms.number) != (self._contest, self._number):
            yield f"its terms are those of {stage.terms.contest}, stage {stage.terms.number}"
        for version, content in self._store.contents(stage):
            if hash_of_packed(content) != version:
                yield f"version {version[:12]}: its content has another hash"

    def _terms(self, stage: Stage) -> Iterator[str]:
        """Who plays what, and what was played before, follow from earlier stages and the plan."""
        earlier = self._earlier()
        bots = [
            Submission(entry.bot, Path(), (), tuple(entry.games))
            for entry in self._store.entries(stage.row)
            if entry.plays
        ]
        out = suspended_before(self._store, earlier, stage.versions)
        try:
            fields = fields_of(stage.plan, bots, out)
        except OrganiserError as problem:
            yield f"its bots cannot play this plan: {problem}"
            return
        if fields != stage.terms.fields:
            yield "who plays in which pool does not follow from the plan and the bots"
            return
        before = played_before(self._store, earlier, stage.plan, fields, stage.versions)
        if before != stage.terms.before:
            yield "what was played before does not follow from the earlier stages"

    def _blocks(self, stage: Stage) -> Iterator[str]:
        schedule = Schedule(stage.scheduled(), FinishedRounds(self._store, stage))
        digests: list[tuple[str, str]] = []
        closed = self._store.closed_rounds(stage)
        number, is_over = 0, False
        while not is_over and (blocks := schedule.round(number)) is not None:
            yield from self._round(stage, number, blocks, digests, is_closed=number in closed)
            is_over = closed.get(number, True)  # settled, or an open round
            if number in closed:
                yield from self._suspensions(stage, number)
                yield from self._checkpoint(stage, number)
            elif stage.ended_at is not None and self._is_newest:
                yield f"it has ended, and round {number + 1} is not played to its end"
            number += 1
        yield from self._beyond(stage, number)
        if stage.ended_at is not None and stage_digest(digests) != stage.digest:
            yield "the stage's digest is not that of its blocks"

    def _round(
        self,
        stage: Stage,
        number: int,
        blocks: Sequence[Block],
        digests: list[tuple[str, str]],
        *,
        is_closed: bool,
    ) -> Iterator[str]:
        expected = {block.id: block for block in blocks}
        places = {block.id: place for place, block in enumerate(blocks)}
        rows = self._store.block_rows(stage, number)
        if is_closed and len(rows) < len(blocks):
            there = {key for _, key in rows}
            missing = next(block.id for block in blocks if block.id not in there)
            yield f"round {number + 1} is closed without block {missing}"
        for at in range(0, len(rows), _AT_ONCE):
            for read in self._read(stage, rows[at : at + _AT_ONCE]):
                if isinstance(read, str):
                    yield read
                    continue
                row, matches = read
                block = expected.get(row.key)
                if block != stage.block(row) or places[row.key] != row.place:
                    yield f"block {row.key} of round {number + 1} is not in the schedule"
                    continue
                digests.append((row.key, row.digest))
                yield from self._matches(stage, block, row, matches)

    def _read(self, stage: Stage, rows: Sequence[tuple[int, str]]) -> Iterator[Any]:
        """The blocks with their matches; in place of a damaged one what is wrong with it."""
        try:
            yield from self._store.records(stage, [row for row, _ in rows])
        except DAMAGED as why:
            if len(rows) == 1:
                names = ", ".join(self._store.match_keys(rows[0][0]))
                yield f"block {rows[0][1]} (match {names}) cannot be read: {why}"
                return
            for row in rows:
                yield from self._read(stage, [row])

    def _matches(
        self, stage: Stage, block: Block, row: Any, matches: Sequence[Any]
    ) -> Iterator[str]:
        fixtures = fixtures_of(block, stage.secret, stage.key)
        games = []
        for stored, fixture in zip(matches, fixtures, strict=True):
            record: MatchRecord = stored.record
            name = f"match {record.fixture.id}"
            self.matches += 1
            self.faults += len(record.faults)
            self._step(self.matches)
            games.append(Game(record.outcome, record.forfeits))
            if digest_of(record) != stored.digest:
                yield f"{name}: its digest is not that of what is recorded"
            if record.fixture != fixture:
                changed = next(
                    field
                    for field, is_, should in zip(
                        fixture._fields, record.fixture, fixture, strict=True
                    )
                    if is_ != should
                )
                yield f"{name}: {changed} does not follow from the secret and the schedule"
            if len(record.times) != len(record.decisions):
                yield f"{name}: its times are not those of its moves"
            if stored.turns != len(record.decisions):
                yield f"{name}: it has {len(record.decisions)} turns, not {stored.turns}"
            try:
                for _ in history(record):
                    pass
            except BadRecord as problem:
                yield f"{name}: {problem}"
            self._tally.note_starts(block, record)
        if block_digest([stored.digest for stored in matches]) != row.digest:
            yield f"block {block.id}: its digest is not that of its matches"
        result = self._tally.add(block, games)
        if (list(result.points), list(result.culprits)) != (row.points, row.culprits):
            yield f"block {block.id}: what it came to is not what its matches give"

    def _suspensions(self, stage: Stage, number: int) -> Iterator[str]:
        if stage.plan.compare is not None:
            return  # that both play is what it is about
        rows = self._store.suspensions(stage)
        before = {(row.pool, row.bot) for row in rows if row.after_round < number}
        stored = {(row.pool, row.bot): row.reason for row in rows if row.after_round == number}
        reasons = {who: why_suspended(conduct) for who, conduct in self._tally.conduct()}
        due = {who: why for who, why in reasons.items() if why and who not in before}
        for pool, bot in sorted({*due, *stored}):
            if due.get((pool, bot)) != stored.get((pool, bot)):
                yield (
                    f"round {number + 1}, {pool}: by the rule {bot} is"
                    f" {'' if (pool, bot) in due else 'not '}suspended, and the record differs"
                )

    def _checkpoint(self, stage: Stage, number: int) -> Iterator[str]:
        """How all stood then, computed again from what has been checked up to here."""
        stages = [*self._earlier(), stage]
        should = checkpoint(BookUpTo(self._store, stage, number, self._tally), stages)
        is_ = self._store.checkpoint(stage, number)
        what = f"round {number + 1}"
        if is_.method != should.method:
            yield f"{what}: its ratings are of method {is_.method}, which is not known here"
            return
        if is_.settled != should.settled:
            yield f"{what}: whether the contest ends there does not follow from its results"
        if is_.counts != should.counts:
            yield f"{what}: the digest of its counts is not that of its matches"
        stored = {(rating.game, rating.bot): rating for rating in is_.ratings}
        due = {(rating.game, rating.bot): rating for rating in should.ratings}
        for who in sorted({*stored, *due}):
            if who not in stored or who not in due or not _same(stored[who], due[who]):
                yield f"{what}, {who[0]}: the rating of {who[1]} does not follow from the matches"

    def _earlier(self) -> list[Stage]:
        numbers = self._store.stage_numbers(self._contest)
        return [self._store.stage_of(self._contest, n) for n in numbers if n < self._number]

    def _beyond(self, stage: Stage, number: int) -> Iterator[str]:
        """Blocks, ends, ratings and suspensions of rounds that there should not be."""
        for round_ in self._store.rounds_with_blocks(stage):
            if not 0 <= round_ < number:
                yield f"there are blocks of round {round_ + 1}, which is not in the schedule"
        closed = self._store.closed_rounds(stage)
        for round_ in closed:
            if not 0 <= round_ < number:
                yield f"round {round_ + 1} is closed, which is not in the schedule"
        for round_ in self._store.rounds_with_ratings(stage):
            if round_ not in closed:
                yield f"there are ratings of round {round_ + 1}, which is open"
        for row in self._store.suspensions(stage):
            if row.after_round not in closed:
                yield f"{row.bot} is suspended after round {row.after_round + 1}, which is open"

    def _counts(self, stage: Stage) -> Iterator[str]:
        for pool in self._store.counted_pools(stage):
            counts, due = self._store.counts(stage, pool), self._tally.counts(pool)
            stored: list[tuple[str, Any, Any]] = [
                ("pairs", counts.pairs, due.pairs),
                ("teams", _by_team(counts), _by_team(due)),
                ("bots", counts.bots, due.bots),
            ]
            for what, is_, should in stored:
                for who in sorted({*is_, *should}, key=repr):
                    if is_.get(who) != should.get(who):
                        yield (
                            f"{pool}: the count of {what} {who} is {is_.get(who)},"
                            f" and the matches give {should.get(who)}"
                        )


def _by_team(counts: Counts) -> dict[tuple[str, ...], TeamSum]:
    return {team.team: team for team in counts.teams}


def _same(one: Rating, other: Rating) -> bool:
    """But for what two machines compute differently."""
    return all(
        is_ == should or (is_ is not None and should is not None and abs(is_ - should) < _LEVEL)
        for is_, should in zip(one[2:], other[2:], strict=True)
    )
