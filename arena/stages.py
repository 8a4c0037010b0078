"""A stage: a plan, the bots, and a secret that was fixed before; its id binds the three."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from arena import fairness
from arena.model import Map
from arena.pairings.blocks import Block, Pool
from arena.plan import Field, Plan
from arena.schedule import Before, Scheduled
from arena.submissions import Submission


class Terms(NamedTuple):
    """What was settled before the first deal."""

    contest: str
    number: int  # of the stage
    plan: Plan
    fields: tuple[Field, ...]
    before: Mapping[str, Before]  # by pool: what earlier stages played between the same versions

    def to_map(self) -> Map:
        return {
            "contest": self.contest,
            "stage": self.number,
            "plan": self.plan.to_map(),
            "fields": [field.to_map() for field in self.fields],
            "before": {
                pool: [[list(who), count] for who, count in sorted(played.items())]
                for pool, played in self.before.items()
            },
        }

    @staticmethod
    def from_map(source: Map) -> "Terms":
        return Terms(
            source["contest"],
            source["stage"],
            Plan.from_map(source["plan"]),
            tuple(Field.from_map(field) for field in source["fields"]),
            {
                pool: {tuple(who): count for who, count in played}
                for pool, played in source["before"].items()
            },
        )


class Entered(NamedTuple):
    """A bot that was handed in for a stage."""

    bot: Submission  # without a version if its files do not make a bot
    left_out: str | None = None  # why it does not play
    content: bytes = b""  # its files, packed before anything of it was run


class Stage(NamedTuple):
    """A stage as it is stored."""

    row: int
    key: str
    commitment: str
    secret: bytes
    terms: Terms
    versions: Mapping[str, str]  # by bot
    announced: tuple[int, ...]  # numbers of blocks, in the order in which they were asked for
    since: tuple[int, ...]  # for each but the first: the first round that it may change
    opened_at: datetime
    ended_at: datetime | None = None
    digest: str | None = None

    @property
    def plan(self) -> Plan:
        return self.terms.plan

    def scheduled(self) -> Scheduled:
        """What its blocks follow from."""
        terms, plan = self.terms, self.terms.plan
        return Scheduled(
            fields=terms.fields,
            format=plan.format,
            announced=self.announced,
            chance={
                field.pool.text: fairness.order_seed(self.secret, self.key, field.pool.text)
                for field in terms.fields
            },
            challenger=plan.challenger,
            cross_play=plan.cross_play,
            before=terms.before,
            since=self.since,
            compares=plan.compare is not None,
        )

    def pool(self, text: str) -> Pool:
        """The pool of this name."""
        for field in self.terms.fields:
            if field.pool.text == text:
                return field.pool
        raise KeyError(text)

    def block(self, row: Any) -> Block:
        """The block that a row of the database stands for."""
        return Block(row.key, self.pool(row.pool), row.round, row.shuffle, tuple(row.bots))


def key_of(commitment: str, terms: Terms, versions: Mapping[str, str]) -> str:
    """The id of the stage."""
    return fairness.stage_id(commitment, terms.to_map(), versions)


def block_digest(matches: list[str]) -> str:
    """Of a block: over the digests of its matches, in order."""
    return fairness.digest(matches)


def stage_digest(blocks: list[tuple[str, str]]) -> str:
    """Of a stage: over (id, digest) of its blocks, in the order of the schedule."""
    return fairness.digest([list(block) for block in blocks])
