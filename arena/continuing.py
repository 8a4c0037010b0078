"""What earlier stages of a contest leave to be done: versions that have met need not meet again.

Two bots that played N pairs in the versions that they still have are asked for the rest
alone. Tables and teams play on the same shuffles, so there all bots play what the one
with the fewest lacks.
"""

from collections.abc import Mapping, Sequence

from arena.games import rules_named
from arena.plan import Field, Plan
from arena.schedule import MIXED, Before
from arena.stages import Stage
from arena.store import Reader


def played_before(
    store: Reader,
    earlier: Sequence[Stage],
    plan: Plan,
    fields: Sequence[Field],
    versions: Mapping[str, str],
) -> dict[str, Before]:
    """By pool: couples, bots and whole fields, and how often they have played."""
    before: dict[str, Before] = {}
    for field in fields:
        if plan.format == "knockout":
            before[field.pool.text] = {}  # every bracket begins anew
        elif plan.format == "swiss":
            same = same_field(store, earlier, field, versions)
            rounds = sum(len(store.closed_rounds(stage)) for stage in same)
            before[field.pool.text] = {field.bots: rounds}
        else:
            before[field.pool.text] = _counted(store, earlier, field, versions)
    return before


def same_field(
    store: Reader, earlier: Sequence[Stage], field: Field, versions: Mapping[str, str]
) -> list[Stage]:
    """The last stages that ended with exactly these versions in this pool."""
    same: list[Stage] = []
    for stage in reversed(earlier):
        out = {row.bot for row in store.suspensions(stage) if row.pool == field.pool.text}
        then = {
            bot: stage.versions.get(bot)
            for old in stage.terms.fields
            if old.pool == field.pool
            for bot in old.bots
            if bot not in out
        }
        if then != {bot: versions[bot] for bot in field.bots}:
            break
        same.append(stage)
    return same[::-1]


def _counted(
    store: Reader, earlier: Sequence[Stage], field: Field, versions: Mapping[str, str]
) -> Before:
    played: dict[tuple[str, ...], int] = {}
    is_team = rules_named(field.pool.rules).is_team
    for stage in earlier:
        kept = {bot for bot in field.bots if stage.versions.get(bot) == versions[bot]}
        counts = store.counts(stage, field.pool.text)
        for pair, count in counts.pairs.items():
            if pair.first in kept and pair.second in kept:
                _add(played, (pair.first, pair.second), count)
        for team in counts.teams:
            if set(team.team) <= kept and len(set(team.team)) == 1:
                _add(played, (team.team[0],), team.games)
        for bot, sums in counts.bots.items():
            if bot in kept and not is_team:
                _add(played, (bot,), sums.blocks)
        if is_team and kept == {*field.bots}:
            _add(played, MIXED, _mixed_shuffles(store, stage, field))
    return played


def _mixed_shuffles(store: Reader, stage: Stage, field: Field) -> int:
    """Shuffles that mixed teams have played; each is played by all teams of its round."""
    blocks = store.block_results(stage, field.pool.text)
    return len({block.shuffle for block in blocks if len({*block.bots}) > 1})


def _add(played: dict[tuple[str, ...], int], who: tuple[str, ...], count: int) -> None:
    played[who] = played.get(who, 0) + count


def suspended_before(
    store: Reader, earlier: Sequence[Stage], versions: Mapping[str, str]
) -> set[tuple[str, str]]:
    """(game, bot): versions that were suspended from a game stay out of it."""
    return {
        (row.pool.split("/")[0], row.bot)
        for stage in earlier
        for row in store.suspensions(stage)
        if stage.versions.get(row.bot) == versions.get(row.bot)
    }
