"""What `expect.toml` says of an attack, and whether what happened is that.

README.md describes the file. Knows nothing of how a match is played.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from arena.model import Guarantees, Limits, MatchRecord

HERE = Path(__file__).parent

# An honest bot must never be late here, however busy the machine is.
_PATIENT = Limits(start_ms=60_000, move_ms=60_000, game_ms=600_000, memory_mb=512)


class Expectation(NamedTuple):
    """The file, with its defaults."""

    attack: str
    verdict: tuple[str, ...] = ("none",)
    needs: str = ""  # the guarantee by which the verdict comes; without it there is none
    approximately: tuple[str, ...] = ()  # verdicts beside it where the guarantee is approximate
    turn: tuple[int, ...] = ()
    words: str = ""
    stderr: str = ""
    attempts: dict[str, str] = {}  # noqa: RUF012 - read, never changed
    inside: tuple[str, ...] = ()
    count: dict[str, dict[str, Any]] = {}  # noqa: RUF012
    charged: dict[str, Any] = {}  # noqa: RUF012
    leaves: tuple[str, ...] = ()
    limits: dict[str, int] = {}  # noqa: RUF012
    variants: tuple[str, ...] = ("",)
    games: int = 2
    opponent: str = "greedy"
    links: dict[str, str] = {}  # noqa: RUF012
    quick: tuple[str, ...] = ()

    def limits_with(self, guarantees: Guarantees) -> Limits:
        """Short only where somebody is to be late: twice as long where the wall is the clock."""
        limits = _PATIENT
        if "late" in self.verdict:
            limits = limits._replace(move_ms=250 if guarantees.cpu_clock else 700)
        return limits._replace(**self.limits)


def attacks() -> dict[str, Expectation]:
    """Every folder here with a bot, by its name."""
    return {file.parent.name: _read(file) for file in sorted(HERE.glob("*/expect.toml"))}


def _read(file: Path) -> Expectation:
    told = tomllib.loads(file.read_text())
    for key, value in told.items():
        if isinstance(value, list):
            told[key] = tuple(value)
    return Expectation(**told)


def check(expected: Expectation, guarantees: Guarantees, records: list[MatchRecord]) -> None:
    """Asserts what the file says of the hostile bot, which has seat 0 in all games."""
    said = "\n".join(record.stderr[0] for record in records)
    _check_faults(expected, guarantees, records)
    assert re.search(expected.stderr, said), said
    assert all(len(record.stderr[0]) <= 2 * 65536 for record in records)
    _check_attempts(expected, guarantees, said)
    for name, bounds in expected.count.items():
        numbers = [int(n) for n in re.findall(rf"^counted {name}: (\d+)$", said, re.MULTILINE)]
        assert numbers, f"it did not count {name}: {said}"
        _check_bounds(name, max(numbers), bounds, guarantees)
    if expected.charged and guarantees.cpu_clock:
        spent = [
            time.cpu_ms
            for record in records
            for made, time in zip(record.decisions, record.times, strict=True)
            if made.seat == 0
        ]
        _check_bounds("CPU milliseconds of its dearest move", max(spent), expected.charged)


def _check_faults(
    expected: Expectation, guarantees: Guarantees, records: list[MatchRecord]
) -> None:
    verdicts = expected.verdict
    if expected.needs and not holds(expected.needs, guarantees):
        verdicts = ("none",)  # the control: nobody stops it
    elif expected.needs and not holds(f"{expected.needs} exactly", guarantees):
        verdicts += expected.approximately
    for record in records:
        mine = [fault for fault in record.faults if fault.seat == 0]
        if not mine:
            assert "none" in verdicts, f"no fault; it said {record.stderr[0]}"
            continue
        (fault,) = mine
        assert fault.verdict in verdicts, (fault, record.stderr[0])
        assert fault.turn in (expected.turn or (fault.turn,)), fault
        assert expected.words in fault.detail or fault.verdict not in expected.verdict, fault
        assert record.outcome.scores == (0, 1), "whoever breaks the contract loses"


def _check_attempts(expected: Expectation, guarantees: Guarantees, said: str) -> None:
    told = dict(re.findall(r"^tried (.+): (.+)$", said, re.MULTILINE))
    walled = bool(guarantees.fs)
    named = {*expected.attempts, *(expected.inside if walled else ())}
    assert named <= {*told}, f"not tried: {named - {*told}}; it said {said}"
    strange = {*told} - {*expected.attempts, *expected.inside}
    assert not strange, f"expect.toml says nothing of {strange}"
    wrong = []
    for name, how in told.items():
        guard = expected.attempts.get(name, "fs")
        if how.startswith("failed"):
            wrong.append(f"{name} {how}")
        elif holds(guard, guarantees):
            wrong += [f"{name} is possible"] if how == "done" else []
        elif name in expected.attempts and _can_control(guard):
            wrong += [f"the control: {name} was {how}"] if how != "done" else []
    assert not wrong, wrong


def _check_bounds(
    name: str, number: float, bounds: dict[str, Any], guarantees: Guarantees | None = None
) -> None:
    most, least = bounds.get("most", number), bounds.get("least", number)
    if guarantees is None or holds(bounds["guard"], guarantees):
        assert least <= number <= most, f"{name}: {number}, not {least} to {most}"
    elif "most" in bounds and _can_control(bounds["guard"]):
        assert number > most, f"the control: {name} is {number}, not more than {most}"


def holds(guard: str, guarantees: Guarantees) -> bool:
    """Whether this defence stands: the name of a guarantee, or `always`.

    `exactly` means that an approximate guarantee is none.
    """
    name = guard.split()[0]
    held = name == "always" or getattr(guarantees, name)
    return held is True if "exactly" in guard else bool(held)


def _can_control(guard: str) -> bool:
    """Whether the attack would succeed without the defence: some need the rights of root."""
    return "root" not in guard or os.geteuid() == 0
