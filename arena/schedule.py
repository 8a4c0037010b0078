"""The blocks of a stage, round by round: a function of the plan, the bots, the secret and the
results of finished rounds.

Results are looked at only between rounds. The first round is short, so that a bot that
keeps failing is found early; the others let a process play a whole sitting.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from arena.games import rules_named
from arena.games.chance import shuffled
from arena.pairings.blocks import Block, block_of
from arena.pairings.couples import Couple, gauntlet, round_robin
from arena.pairings.knockout import advance, bracket, still_to_play, winner
from arena.pairings.swiss import Paired, next_round
from arena.pairings.tables import tables
from arena.pairings.teams import mixed, self_play
from arena.plan import Field, Format

FIRST_ROUND = 2  # meetings of each couple, rounds of tables, or shuffles
LATER_ROUNDS = 8
ROUNDS_OF_TWO = 32  # of a comparison: two bots alone would leave most of a machine idle
_TWO = 2  # bots: fewer cannot meet

MIXED: tuple[str, ...] = ()  # stands for all mixed teams where others are named

Before = Mapping[tuple[str, ...], int]  # what earlier stages have played, by couple or team


class Result(NamedTuple):
    """What a mirrored pair came to."""

    round: int
    bots: Couple
    score: float  # of the first bot: 0 to 1


class Finished(Protocol):
    """What the schedule may know of finished rounds."""

    def suspended(self, pool: str) -> Mapping[str, int]:
        """The round after which each suspended bot was taken out."""
        ...

    def results(self, pool: str) -> Sequence[Result]:
        """All pairs of this field so far, earlier stages of the same bots first."""
        ...


class Scheduled(NamedTuple):
    """All that decides the blocks, apart from results."""

    fields: tuple[Field, ...]
    format: Format
    announced: tuple[int, ...]  # numbers of blocks; each but the first was asked for later
    chance: Mapping[str, bytes]  # by pool: 32 bytes for what is drawn by lot
    challenger: str | None = None
    cross_play: int = 0
    before: Mapping[str, Before] = {}
    since: tuple[int, ...] = ()  # for each later number the first round that it may change
    compares: bool = False  # the challenger with one other bot, until it is clear who is better

    def rounds(self, played: int) -> list[range]:
        """The rounds of a pool in which so many meetings were played in earlier stages."""
        later = ROUNDS_OF_TWO if self.compares else LATER_ROUNDS
        return cut(self.announced, played, self.since, later)


class Schedule:
    """Hands out rounds in order. Remembers tables that were drawn, since drawing takes long."""

    def __init__(self, stage: Scheduled, finished: Finished) -> None:
        self._stage = stage
        self._pools = [_pool_of(stage, field, finished) for field in stage.fields]

    def round(self, number: int) -> list[Block] | None:
        """The blocks of a round, once all before it are finished; None if there is no such round.

        A round may be empty for one pool while another still plays.
        """
        parts = [pool.round(number) for pool in self._pools]
        if all(part is None for part in parts):
            return None
        return [block for part in parts if part is not None for block in part]


def champion_of(stage: Scheduled, finished: Finished) -> str | None:
    """Who won a knockout that is played to its end; None for another format."""
    if stage.format != "knockout":
        return None
    return _Knockout(stage, stage.fields[0], finished).champion()


class _Rounds(Protocol):
    def round(self, number: int) -> list[Block] | None: ...


def _pool_of(stage: Scheduled, field: Field, finished: Finished) -> _Rounds:
    rules = rules_named(field.pool.rules)
    if rules.is_team:
        return _Teams(stage, field, finished)
    if not rules.is_duel:
        kind = _TablesOfOne if stage.compares else _Tables
        return kind(stage, field, finished)
    if stage.format == "swiss":
        return _Swiss(stage, field, finished)
    if stage.format == "knockout":
        return _Knockout(stage, field, finished)
    return _Couples(stage, field, finished)


def cut(
    announced: Sequence[int], start: int, since: Sequence[int] = (), later: int = LATER_ROUNDS
) -> list[range]:
    """Rounds as ranges of meetings. What is announced later begins a round of its own.

    And no earlier one than was open then: another pool may have played on meanwhile.
    """
    rounds: list[range] = []
    for at, total in enumerate(announced):
        if at and at <= len(since) and start < total:
            rounds += [range(0)] * (since[at - 1] - len(rounds))
        while start < total:
            size = later if rounds else FIRST_ROUND
            rounds.append(range(start, min(start + size, total)))
            start = rounds[-1].stop
    return rounds


def rounds_before(before: Before, bots: Sequence[str]) -> int:
    """How many rounds all of these have played in earlier stages.

    Where the last tables did not have room for all, some have played one fewer.
    """
    played = [before.get((bot,), 0) for bot in bots]
    fewest, most = min(played, default=0), max(played, default=0)
    return most if fewest and most - fewest <= 1 else fewest


class _Pool:
    def __init__(self, stage: Scheduled, field: Field, finished: Finished) -> None:
        self._stage = stage
        self._pool = field.pool
        self._bots = field.bots
        self._finished = finished
        self._before = stage.before.get(field.pool.text, {})
        self._seed = stage.chance[field.pool.text]

    def _active(self, number: int) -> tuple[str, ...]:
        """Who still plays in this round."""
        out = self._finished.suspended(self._pool.text)
        return tuple(bot for bot in self._bots if out.get(bot, number) >= number)

    def _block(self, bots: Sequence[str], round_: int, number: int, shuffle: str = "") -> Block:
        return block_of(self._pool, bots, round_=round_, number=number, shuffle=shuffle or None)


class _Couples(_Pool):
    """Everybody against everybody, or one against all."""

    def round(self, number: int) -> list[Block] | None:
        stage = self._stage
        if stage.format == "gauntlet":
            assert stage.challenger is not None, "fields_of() asks for one"
            couples = gauntlet(stage.challenger, self._bots)
        else:
            couples = round_robin(self._bots)
        played = min((self._played(couple) for couple in couples), default=stage.announced[-1])
        rounds = stage.rounds(played)
        if number >= len(rounds):
            return None
        active = set(self._active(number))
        return [
            self._block(couple, number, meeting)
            for couple in couples
            if couple[0] in active and couple[1] in active
            for meeting in rounds[number]
            if meeting >= self._played(couple)
        ]

    def _played(self, couple: Couple) -> int:
        return self._before.get(tuple(sorted(couple)), 0)


class _Swiss(_Pool):
    """One pair for each couple of a round, by the results of the rounds before."""

    def round(self, number: int) -> list[Block] | None:
        active = set(self._active(number))
        start = self._before.get(self._bots, 0)
        if start + number >= self._stage.announced[-1] or len(active) < _TWO:
            return None
        results = self._finished.results(self._pool.text)
        before = [result for result in results if result.round < start + number]
        lots = shuffled(self._seed, "order", range(len(self._bots)))
        order = [self._bots[at] for at in lots if self._bots[at] in active]
        points = dict.fromkeys(self._bots, 0.0)
        rounds = []
        for at, played in groupby(before, lambda result: result.round):
            couples = []
            for result in played:
                couples.append(result.bots)
                points[result.bots[0]] += result.score
                points[result.bots[1]] += 1 - result.score
            playing = {bot for couple in couples for bot in couple}
            resting = [bot for bot in self._active(at - start) if bot not in playing]
            rounds.append(Paired(couples, resting[0] if resting else None))
        paired = next_round(order, points, rounds)
        return [
            self._block(couple, number, start + number)
            for couple in sorted((min(couple), max(couple)) for couple in paired.couples)
        ]


class _Knockout(_Pool):
    """Best of N pairs; level couples go on singly, everybody else waits for them."""

    def round(self, number: int) -> list[Block] | None:
        if len(self._bots) < _TWO:
            return None
        blocks, _ = self._walk(number)
        return blocks or None

    def champion(self) -> str:
        """Who is left once there is no round any more."""
        _, winner = self._walk(sys.maxsize)
        return winner

    def _walk(self, number: int) -> tuple[list[Block], str]:
        """Through the bracket as far as it is decided: what is to be played now, or who has won."""
        (best_of,) = self._stage.announced
        active = self._active(number)
        results = self._finished.results(self._pool.text)
        lots = shuffled(self._seed, "seeds", range(len(self._bots)))
        seeds = [self._bots[at] for at in lots]
        seed_of = {bot: at for at, bot in enumerate(seeds)}
        couples = bracket(seeds)
        while True:
            winners, blocks = [], []
            for first, second in couples:
                if second is None:
                    winners.append(first)
                    continue
                couple = (first, second)
                scores = [r.score for r in results if r.bots == couple and r.round < number]
                pairs = still_to_play(scores, best_of)
                if not pairs:
                    winners.append(winner(couple, scores, seed_of))
                elif first in active and second in active:
                    more = range(len(scores), len(scores) + pairs)
                    blocks += [self._block(couple, number, at) for at in more]
                    winners.append(first)  # or the other, once they are played
                else:
                    winners.append(min(couple, key=lambda bot: (bot not in active, seed_of[bot])))
            if blocks or len(winners) == 1:
                return blocks, winners[0]
            couples = advance(winners)


class _Tables(_Pool):
    """Rounds of tables. After a suspension the tables are drawn anew for those who are left."""

    def __init__(self, stage: Scheduled, field: Field, finished: Finished) -> None:
        super().__init__(stage, field, finished)
        self._rounds = stage.rounds(rounds_before(self._before, self._bots))
        self._drawn: dict[int, list[Block]] = {}
        self._active_of_draw: tuple[str, ...] = ()
        self._draw: Iterator[list[tuple[str, ...]]] = iter(())

    def round(self, number: int) -> list[Block] | None:
        if number >= len(self._rounds) or len(self._active(number)) < self._pool.seats:
            return None
        for at in range(len(self._drawn), number + 1):
            self._drawn[at] = self._draw_round(at)
        return self._drawn[number]

    def _draw_round(self, number: int) -> list[Block]:
        active = self._active(number)
        if active != self._active_of_draw:
            self._active_of_draw = active
            self._draw = self._tables_by_round(active, number, self._behind(active))
        made = [table for _ in self._rounds[number] for table in next(self._draw)]
        first = sum(len(blocks) for blocks in self._drawn.values())
        return [
            self._block(table, number, first + at)
            for at, table in enumerate(sorted(sorted(table) for table in made))
        ]

    def _behind(self, active: tuple[str, ...]) -> list[str]:
        """Who has played a table less than others and would have begun this round."""
        played = Counter(
            bot for blocks in self._drawn.values() for block in blocks for bot in block.bots
        )
        most = max(played[bot] for bot in active)
        return [bot for bot in active if played[bot] < most]

    def _tables_by_round(
        self, active: tuple[str, ...], first: int, behind: list[str]
    ) -> Iterator[list[tuple[str, ...]]]:
        seed = hashlib.sha256(self._seed + f"tables/{first}".encode()).digest()
        count = self._rounds[-1].stop - self._rounds[first].start
        drawn = tables(active, self._pool.seats, count, seed, behind)
        for _, made in groupby(drawn, lambda pair: pair[0]):
            yield [table for _, table in made]


class _TablesOfOne(_Pool):
    """The challenger at a table where everybody else is the other bot."""

    def round(self, number: int) -> list[Block] | None:
        (other,) = (bot for bot in self._bots if bot != self._stage.challenger)
        rounds = self._stage.rounds(min(self._before.get((bot,), 0) for bot in self._bots))
        if number >= len(rounds):
            return None
        table = [str(self._stage.challenger), *[other] * (self._pool.seats - 1)]
        return [self._block(table, number, at) for at in rounds[number]]


class _Teams(_Pool):
    """Every bot with copies of itself on the same shuffles, and mixed teams on others."""

    def __init__(self, stage: Scheduled, field: Field, finished: Finished) -> None:
        super().__init__(stage, field, finished)
        alone = rounds_before(self._before, self._bots)
        together = self._before.get(MIXED, 0)
        self._alone = stage.rounds(alone) if self._bots else []
        is_team = self._pool.seats > 1
        self._together = cut([stage.cross_play], together, ()) if is_team else []

    def round(self, number: int) -> list[Block] | None:
        if number >= max(len(self._alone), len(self._together)):
            return None
        return [*self._self_play(number), *self._mixed(number)]

    def _self_play(self, number: int) -> Iterator[Block]:
        shuffles = self._alone[number] if number < len(self._alone) else range(0)
        for team in self_play(self._active(number), self._pool.seats):
            for shuffle in shuffles:
                yield self._block(team, number, shuffle, f"self/{shuffle}")

    def _mixed(self, number: int) -> Iterator[Block]:
        active = self._active(number)
        if number >= len(self._together) or len(active) < self._pool.seats:
            return
        for shuffle in self._together[number]:
            for team in mixed(active, self._pool.seats, self._seed, shuffle):
                yield self._block(team, number, shuffle, f"mixed/{shuffle}")
