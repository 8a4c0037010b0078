"""The nouns that every room shares: fixtures, limits, outcomes, faults, records."""

from typing import Any, Literal, NamedTuple

from arena_sdk.errors import Verdict

Seat = int
Map = dict[str, Any]
Event = dict[str, Any]

Reason = Literal["all_laid", "stuck", "target", "deals", "fault"]


class Limits(NamedTuple):
    """What a bot may use. The sandbox says which clock the milliseconds are counted by."""

    start_ms: int = 10_000
    move_ms: int = 500
    game_ms: int = 10_000
    memory_mb: int = 512


Guarantee = bool | Literal["approximate"]


class Guarantees(NamedTuple):
    """What a sandbox really held on this machine, found by trying."""

    fs: Guarantee = False  # no file of the host but the interpreter and the system's programs
    net: Guarantee = False  # no network, not even this machine's own
    pid_ns: Guarantee = False  # no other process can be seen
    memory_total: Guarantee = False  # `memory_mb` is for all processes of a bot together
    pids: Guarantee = False  # the number of processes is limited, for each bot alone
    cpu_clock: Guarantee = False  # CPU time is charged, not real time
    freeze: Guarantee = False  # off turn a bot does not run
    kill_tree: Guarantee = False  # when a bot ends, all that it started ends
    uid_per_bot: Guarantee = False  # no two bots share a user, and none is root


class Conditions(NamedTuple):
    """Where and how a match was played; the moves do not follow from it."""

    sandbox: str
    guarantees: Guarantees
    limits: Limits
    versions: tuple[str, ...]  # the hash of each bot's content, by seat


class Outcome(NamedTuple):
    """How a game ended: scores and places by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: Reason

    def to_map(self) -> Map:
        return {
            "scores": list(self.scores),
            "places": list(self.places),
            "reason": self.reason,
        }


class Fixture(NamedTuple):
    """One game to be played: everything that decides it but the bots' moves."""

    id: str
    rules: str
    options: Map
    bots: tuple[str, ...]  # names, by seat
    deal_seed: bytes  # 32 bytes; all chance of the game comes from it
    bot_seeds: tuple[int, ...]  # for the bots' own dice, by seat
    seed: int | None = None  # the number it was derived from, where there is one


class Fault(NamedTuple):
    """A bot broke the contract. `step` counts the moments at which seats were asked."""

    seat: Seat
    verdict: Verdict
    turn: int
    detail: str
    step: int


class Decision(NamedTuple):
    """One move that was applied, by the bot or by the referee's stand-in."""

    step: int
    seat: Seat
    asks: str
    move: Map
    stand_in: bool = False


class MoveTime(NamedTuple):
    """What a decision took, in milliseconds; `cpu_ms` is None where it cannot be measured."""

    wall_ms: float
    cpu_ms: float | None = None


class Void(NamedTuple):
    """An attempt that does not count because the machine failed, and whom it would have hit."""

    cause: str
    seat: Seat | None = None


class MatchRecord(NamedTuple):
    """A match as it was played. Fixture, decisions and faults replay it exactly."""

    fixture: Fixture
    decisions: tuple[Decision, ...]
    times: tuple[MoveTime, ...]  # one for each decision
    faults: tuple[Fault, ...]
    outcome: Outcome
    forfeits: tuple[Seat, ...] = ()  # whose bots were thrown out
    stderr: tuple[str, ...] = ()  # the end of what each bot wrote, by seat; for its author alone
    conditions: Conditions | None = None
    voids: tuple[Void, ...] = ()  # attempts before this one


def places_by(keys: list[Any]) -> tuple[int, ...]:
    """Competition ranking (1, 1, 3): one more than the number of strictly smaller keys."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
