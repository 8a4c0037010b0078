"""The main job: opens a stage or goes on with one, plays round after round, ends it.

All that is decided on the way is decided between rounds, from what is stored.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from arena.admission import Cost
from arena.admitting import admitted
from arena.checkpoints import checkpoint
from arena.continuing import played_before, suspended_before
from arena.crew import Crew
from arena.entrants import Entrants
from arena.estimates import Estimate, blocks_for, estimate, stage_games
from arena.finished import FinishedRounds
from arena.gathering import Recorded
from arena.lanes import Placed
from arena.pairings.blocks import Block, games_of
from arena.plan import FEWEST, BadPlan, Field, Plan, differences, fields_of
from arena.rounds import News, RoundJobs
from arena.schedule import Schedule, champion_of
from arena.stages import Entered, Stage, Terms
from arena.store import Reader, Writer
from arena.submissions import Submission
from arena.suspension import RULE, STARTS, Conduct, why_suspended
from arena.worker import bot_to_wire

USUAL_BLOCKS = 10
MOST_BLOCKS = 1000  # of a contest that plays until its places are settled


class Order(NamedTuple):
    """What somebody asked for."""

    contest: str
    plan: Plan
    blocks: int | None  # None: as before, or the usual number
    strict: bool = False


class Tell(News, Protocol):
    """Who wants to know how a contest goes."""

    def line(self, text: str) -> None:
        """Something worth a line."""
        ...

    def admission(self, done: int, of: int) -> None: ...

    def stage(self, stage: Stage, total: int | None, before: int) -> None:
        """A stage of so many games, where that is known, begins or goes on after some."""
        ...

    def round(self, number: int, games: int, left: int) -> None:
        """A round of so many games begins; so many of them are still to be played."""
        ...

    def checkpoint(self) -> None:
        """A round is closed: its results are looked at, and stay as they are."""
        ...


async def hold(
    store: Writer, order: Order, entrants: Entrants, crew: Crew, tell: Tell
) -> Stage | None:
    """The contest as it was ordered; None if there is nothing left to play."""
    earlier = store.stages(order.contest)
    newest = earlier[-1] if earlier else None
    if newest is not None:
        _want_same_plan(newest, order)
        submitted = {e.bot: e.version for e in store.entries(newest.row) if e.version}
        if submitted == entrants.versions:
            stage = _announced(store, newest, order)
            if stage.ended_at is None:
                return await go_on(store, stage, crew, tell)
            if (order.blocks or 0) <= stage.announced[-1]:
                return None
        else:
            _tell_changes(submitted, entrants.versions, tell)
    known = {
        (version, field.pool.rules)
        for stage in earlier
        for field in stage.terms.fields
        for version in (stage.versions[bot] for bot in field.bots)
    }
    entered, costs = await admitted(
        entrants, order.plan, crew, tell, known=known, strict=order.strict
    )
    stage = _opened(store, order, earlier, entered, costs, crew.size, tell)
    if newest is not None and newest.ended_at is None:
        tell.line(f"stage {newest.terms.number} ends here; what was played in it counts")
    if order.plan.experiment is not None:
        tell.line("an experiment: whoever knows --seed knows the cards")
    if order.plan.compare is None:
        tell.line(f"announced: {_size(stage)}")
        tell.line(f"announced: {RULE}")
    return await go_on(store, stage, crew, tell)


def _size(stage: Stage) -> str:
    """How long the stage is, in the words of the command line."""
    blocks, places = stage.announced[-1], stage.plan.until_settled
    words = f"--blocks {blocks}, {stage.plan.format}"
    return words if places is None else f"{words}, at most; until {places} first places are clear"


def _want_same_plan(stage: Stage, order: Order) -> None:
    changed = differences(stage.plan.to_map(), order.plan.to_map())
    if changed:
        raise BadPlan(
            f"contest {order.contest!r} has begun with another plan: {'; '.join(changed)};"
            " give the same again, or start another with --contest NAME"
        )


def _announced(store: Writer, stage: Stage, order: Order) -> Stage:
    """The stage with more blocks, if more were asked for and it has not ended."""
    before = stage.announced[-1]
    if order.blocks is None or order.blocks == before:
        return stage
    more = stage.plan.format != "knockout"
    if order.blocks < before or not more:
        raise BadPlan(
            f"contest {order.contest!r} was announced with --blocks {before}, and {order.blocks}"
            " is asked for now; a schedule that was announced is kept:"
            f" give --blocks {before}{' or more' * more}, or leave it out"
        )
    return stage if stage.ended_at else store.announce(stage, order.blocks)


def _tell_changes(before: Mapping[str, Any], now: Mapping[str, str], tell: Tell) -> None:
    changes = {
        "new": now.keys() - before.keys(),
        "changed": {bot for bot in now.keys() & before.keys() if now[bot] != before[bot]},
        "gone": before.keys() - now.keys(),
    }
    for what, bots in changes.items():
        if bots:
            tell.line(f"{what}: {', '.join(sorted(bots))}")


def _opened(
    store: Writer,
    order: Order,
    earlier: Sequence[Stage],
    entered: Sequence[Entered],
    costs: Mapping[str, Sequence[Cost]],
    workers: int,
    tell: Tell,
) -> Stage:
    playing = _passed(order.plan, entered)
    versions = {bot.name: bot.version for bot in playing}
    out = suspended_before(store, earlier, versions)
    fields = fields_of(order.plan, playing, out)
    for game in sorted({g for g, _ in out} - {field.pool.rules for field in fields}):
        tell.line(f"{game} is not played any more: too few bots are left that are not suspended")
    now = {field.pool.text: field.pool.rules for field in fields}
    for old in earlier[-1].terms.fields if earlier else ():
        if old.pool.rules in now.values() and old.pool.text not in now:
            tell.line(f"{old.pool.text} had another number of bots: no list counts it any more")
    before = played_before(store, earlier, order.plan, fields, versions)
    terms = Terms(order.contest, len(earlier) + 1, order.plan, fields, before)
    blocks = order.blocks or (earlier[-1].announced[-1] if earlier else None)
    blocks = blocks or blocks_of(order, fields, costs, workers)
    return store.open_stage(terms, blocks, entered, after=earlier[-1] if earlier else None)


def _passed(plan: Plan, entered: Sequence[Entered]) -> list[Submission]:
    """Who plays; raises BadPlan if too few are left of those who would play a game."""
    came = [each.bot for each in entered if each.bot.version]
    playing = [each.bot for each in entered if each.bot.version and not each.left_out]
    names = {bot.name for bot in playing}
    for field in fields_of(plan, came):
        left, game = names & {*field.bots}, field.pool.rules
        if len(left) < FEWEST and (game in plan.games or len(playing) < FEWEST):
            raise BadPlan(
                f"{game} needs {FEWEST} bots, and of {len(field.bots)} that would play it"
                f" {len(left)} passed the trial; see above what was wrong with the others"
            )
    return playing


def blocks_of(
    order: Order,
    fields: Sequence[Field],
    costs: Mapping[str, Sequence[Cost]],
    workers: int,
) -> int:
    """How many blocks are announced."""
    if order.blocks is not None:
        return order.blocks
    if order.plan.hours is not None:
        return blocks_for(order.plan.hours, fields, order.plan, costs, workers)
    return USUAL_BLOCKS if order.plan.until_settled is None else MOST_BLOCKS


def as_announced(store: Reader, order: Order) -> Order:
    """The order with the blocks of a contest that has begun; raises BadPlan if it is another."""
    stages = store.stages(order.contest)
    if not stages:
        return order
    _want_same_plan(stages[-1], order)
    return order._replace(blocks=order.blocks or stages[-1].announced[-1])


async def tried_out(
    order: Order, entrants: Entrants, crew: Crew, tell: Tell
) -> tuple[list[Estimate], int]:
    """What the contest would come to, and the number of blocks; the bots are tried for it."""
    entered, costs = await admitted(entrants, order.plan, crew, tell, known=(), strict=order.strict)
    fields = fields_of(order.plan, _passed(order.plan, entered))
    blocks = blocks_of(order, fields, costs, crew.size)
    return [
        estimate(field, order.plan, blocks, costs.get(field.pool.rules, ())) for field in fields
    ], blocks


async def go_on(store: Writer, stage: Stage, crew: Crew, tell: Tell) -> Stage:
    """Play what is left of a stage, and end it."""
    tell.stage(stage, stage_games(stage.scheduled(), stage.plan), store.totals(stage)[1])
    bots = {name: bot_to_wire(bot) for name, bot in store.bots(stage).items()}
    schedule = Schedule(stage.scheduled(), FinishedRounds(store, stage))
    closed = store.closed_rounds(stage)
    number, settled = len(closed), any(closed.values())
    while not settled and (blocks := schedule.round(number)) is not None:
        await _play_round(store, stage, number, blocks, bots, crew, tell)
        settled = _look_at_results(store, stage, number, tell)
        number += 1
    if winner := champion_of(stage.scheduled(), FinishedRounds(store, stage)):
        tell.line(f"the knockout was won by {winner}")
    return store.end_stage(stage)


async def _play_round(
    store: Writer,
    stage: Stage,
    number: int,
    blocks: Sequence[Block],
    bots: Mapping[str, Any],
    crew: Crew,
    tell: Tell,
) -> None:
    recorded = store.recorded(stage, number)
    left = [Placed(place, block) for place, block in enumerate(blocks) if block.id not in recorded]
    games = [games_of(placed.block) for placed in left]
    tell.round(number, sum(games_of(block) for block in blocks), sum(games))
    jobs = RoundJobs(stage, left, bots, workers=crew.size, book=store, news=tell)
    try:
        await crew.work(jobs)
    finally:
        jobs.store()


def _look_at_results(store: Writer, stage: Stage, number: int, tell: Tell) -> bool:
    """Between rounds: who is suspended, and whether the places are settled."""
    suspended = {} if stage.plan.compare else suspensions(store, stage)
    for (pool, bot), reason in suspended.items():
        tell.line(f"suspended from {pool}: {bot}: {reason}")
    found = checkpoint(Recorded(store, suspended), store.stages(stage.terms.contest))
    store.close_round(stage, number, suspended, found)
    tell.checkpoint()
    if found.settled and stage.plan.until_settled:
        tell.line(f"the places are settled after round {number + 1}")
    return found.settled


def suspensions(store: Writer, stage: Stage) -> dict[tuple[str, str], str]:
    """(pool, bot) → why, for those who are not suspended yet."""
    already = {(row.pool, row.bot) for row in store.suspensions(stage)}
    found = {}
    for field in stage.terms.fields:
        pool = field.pool.text
        starts = store.first_starts(stage, pool, STARTS)
        for bot, sums in store.counts(stage, pool).bots.items():
            conduct = Conduct(sums.blocks, sums.forfeited_blocks, starts.get(bot, ()))
            reason = why_suspended(conduct)
            if reason and (pool, bot) not in already:
                found[pool, bot] = reason
    return found
