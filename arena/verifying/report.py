"""All stages of all contests, and what came of it."""

from itertools import islice
from typing import NamedTuple

from arena.store import Reader
from arena.verifying.stage import StageCheck, Step

_ENOUGH = 100  # differences; more would say nothing new


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
    for contest in store.contests():
        for number in store.stage_numbers(contest):
            check = StageCheck(store, contest, number, step, matches)
            room = max(0, _ENOUGH - len(differences))
            differences += (
                f"{contest}, stage {number}: {difference}"
                for difference in islice(check.differences(), room)
            )
            commitments.add(check.commitment)
            matches, faults = check.matches, faults + check.faults
    differences += islice(store.orphans(), max(0, _ENOUGH - len(differences)))
    return Report(matches, faults, tuple(differences), said_of(commitments))


def said_of(commitments: set[str]) -> str:
    """One word for all stages: the worst."""
    for worst in ("wrong", "unreadable", "not revealed yet"):
        if worst in commitments:
            return worst
    return "ok" if commitments else "nothing to check"
