"""Checks the replays of a published site: deals from the secret, every move by the rules.

A site has no counts and no bots' files, so schedule and ratings need the database.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arena import fairness
from arena.errors import OrganiserError
from arena.model import Map, MatchRecord
from arena.pairings.blocks import Block, Pool, fixtures_of
from arena.records import from_map, history
from arena.showing import replay_of
from arena.verifying.report import Report, said_of
from arena.verifying.stage import DAMAGED, Step
from leaderboard import NotASite
from leaderboard.reading import replays_in, season_in


class BadSite(OrganiserError):
    """A folder that is no site."""


def verify_site(folder: Path, step: Step) -> tuple[Report, int]:
    """What came of it, and how many matches the season has."""
    try:
        season = season_in(folder)
    except NotASite as problem:
        raise BadSite(f"{problem}; give a database or the folder of a site") from None
    differences: list[str] = []
    try:
        stages = {stage["number"]: stage for stage in season["stages"]}
        commitments = {_commitment(stage, differences) for stage in stages.values()}
        promised, matches = int(season["replays"]), int(season["matches"])
    except DAMAGED as problem:
        raise BadSite(f"{folder} is damaged: its season.json says {problem!r}") from None
    checked = faults = 0
    for name, replay in replays_in(folder):
        checked += 1
        step(checked)
        if replay is None:
            differences.append(f"match {name}: its replay cannot be read")
            continue
        try:
            record = from_map(replay["record"])
            faults += len(record.faults)
            if record.fixture.id != name:
                differences.append(f"match {name}: its replay is that of {record.fixture.id}")
            differences += (f"match {name}: {why}" for why in _differences(replay, record, stages))
        except DAMAGED as problem:
            differences.append(f"match {name}: {problem}")
    if checked != promised:
        differences.append(f"there are {checked} replays, and the season has {promised}")
    return Report(checked, faults, tuple(differences), said_of(commitments)), matches


def _commitment(stage: Map, differences: list[str]) -> str:
    if stage["secret"] is None:
        return "not revealed yet"
    try:
        committed = fairness.commitment(bytes.fromhex(stage["secret"]))
    except ValueError:
        committed = "no secret"
    if committed != stage["commitment"]:
        differences.append(f"stage {stage['number']}: the secret is not the one committed to")
        return "wrong"
    return "ok"


def _differences(replay: Map, record: MatchRecord, stages: dict[int, Map]) -> Iterator[str]:
    for _ in history(record):  # raises what is wrong with a move, the outcome or a stand-in
        pass
    stage: Any = stages[replay["stage"]]
    if stage["secret"] is not None:
        pool = Pool(record.fixture.rules, record.fixture.options, len(record.fixture.bots))
        told = replay["block"]
        block = Block(told["id"], pool, told["round"], told["shuffle"], tuple(told["bots"]))
        secret = bytes.fromhex(stage["secret"])
        fixture = fixtures_of(block, secret, stage["id"])[told["game"]]
        if fixture != record.fixture:
            yield "its deal does not follow from the secret and the schedule"
    shown = replay_of(record, replay["list"])
    if any(replay[key] != shown[key] for key in shown if key != "record"):
        yield "what is shown does not follow from its record"
