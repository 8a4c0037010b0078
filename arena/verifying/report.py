"""All stages of all contests, and what came of it."""

from itertools import islice
from typing import NamedTuple

from arena.store import Reader
from arena.verifying.stage import StageCheck, Step

ENOUGH = 100  # differences; more would say nothing new


class Report(NamedTuple):
    """What came of it."""

    matches: int
    faults: int  # taken as recorded
    differences: tuple[str, ...]
    commitment: str


def verify(store: Reader, step: Step) -> Report:
    """Every stage of every contest."""
    differences: list[str] = []
    commitments: set[str] = set()
    matches = faults = 0
    every = [(name, number) for name in store.contests() for number in store.stage_numbers(name)]
    for contest, number in every:
        check = StageCheck(store, contest, number, step, matches)
        differences += (
            f"{contest}, stage {number}: {difference}"
            for difference in islice(check.differences(), ENOUGH - len(differences))
        )
        commitments.add(check.commitment)
        matches, faults = check.matches, faults + check.faults
        if len(differences) == ENOUGH:
            break
    differences += islice(store.orphans(), ENOUGH - len(differences))
    return Report(matches, faults, tuple(differences), said_of(commitments))


def said_of(commitments: set[str]) -> str:
    """One word for all stages: the worst."""
    for worst in ("wrong", "unreadable", "not revealed yet"):
        if worst in commitments:
            return worst
    return "ok" if commitments else "nothing to check"
