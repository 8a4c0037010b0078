"""What a worker hands over of a match: small, ready to be stored, and the same over a pipe."""

from typing import Any, NamedTuple

from arena.counts import Game
from arena.model import Fault, MatchRecord, Outcome, Seat, Void
from arena.pairings.blocks import Block
from arena.replays import pack

# A bot that writes much in every game would fill the disk of the contest. Where it failed,
# its author needs all that was kept.
_STDERR_OF_A_GOOD_GAME = 4 * 1024


class PlayedMatch(NamedTuple):
    """One game of a block, as it is stored."""

    key: str
    deal_seed: bytes
    outcome: Outcome
    forfeits: tuple[Seat, ...]
    faults: tuple[Fault, ...]
    turns: int
    digest: str
    replay: bytes
    stderr: tuple[str, ...]
    voids: tuple[Void, ...]
    wall_ms: float
    cpu_ms: float | None
    worker: int = 0
    sitting: int = 0

    def to_wire(self) -> list[Any]:
        """Plain lists for msgpack."""
        return list(self)

    @staticmethod
    def from_wire(source: list[Any]) -> "PlayedMatch":
        """The same again."""
        made = PlayedMatch(*source)
        scores, places, reason = made.outcome
        return made._replace(
            outcome=Outcome(tuple(scores), tuple(places), reason),
            forfeits=tuple(made.forfeits),
            faults=tuple(Fault(*fault) for fault in made.faults),
            stderr=tuple(made.stderr),
            voids=tuple(Void(*void) for void in made.voids),
        )


class PlayedBlock(NamedTuple):
    """A block whose games are all there, and its place in its round."""

    block: Block
    place: int
    matches: tuple[PlayedMatch, ...]

    @property
    def games(self) -> list[Game]:
        """What counts of them."""
        return [Game(match.outcome, match.forfeits) for match in self.matches]


def played(record: MatchRecord) -> PlayedMatch:
    """What is kept of a match."""
    times = record.times
    measured = [time.cpu_ms for time in times if time.cpu_ms is not None]
    failed = {fault.seat for fault in record.faults}
    digest, replay = pack(record)
    return PlayedMatch(
        key=record.fixture.id,
        deal_seed=record.fixture.deal_seed,
        outcome=record.outcome,
        forfeits=record.forfeits,
        faults=record.faults,
        turns=len(record.decisions),
        digest=digest,
        replay=replay,
        stderr=tuple(
            said if seat in failed else said[-_STDERR_OF_A_GOOD_GAME:]
            for seat, said in enumerate(record.stderr)
        ),
        voids=record.voids,
        wall_ms=sum(time.wall_ms for time in times),
        cpu_ms=sum(measured) if measured else None,
    )
