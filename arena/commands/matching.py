"""MATCH on a command line: the id of a recorded match, or the file of a record."""

import json
from pathlib import Path
from typing import NamedTuple

from arena.errors import BadRecord, OrganiserError
from arena.model import MatchRecord
from arena.plan import Plan
from arena.records import from_map, history
from arena.store import reading
from arena.submissions import Submission

_LONGEST = 64 * 1024 * 1024  # bytes of a record file; a thousand times a long match


class Found(NamedTuple):
    """A match; if it comes from a database, also its plan and the bots with their content."""

    record: MatchRecord
    plan: Plan | None
    bots: dict[str, Submission]


def found_match(match: str, url: str) -> Found:
    """The match that is meant; raises BadRecord or BadStore."""
    if not match:
        raise BadRecord("which match? give an id that `arena matches` lists, or a record file")
    file = Path(match)
    if file.is_file():
        record = _read(file)
        try:
            for _ in history(record):  # all of it can be shown
                pass
        except OrganiserError as problem:
            raise BadRecord(f"{file} is no record of a match that was played: {problem}") from None
        return Found(record, None, {})
    with reading(url) as store:
        try:
            stage, record = store.match(store.find_match(match))
            if len(record.times) != len(record.decisions):
                raise ValueError(f"{len(record.times)} times for {len(record.decisions)} moves")
            for _ in history(record):
                pass
            return Found(record, stage.plan, store.bots(stage))
        # Whatever a damaged row can hold, reading it ends in one of these.
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as problem:
            raise BadRecord(f"match {match} is damaged: {problem}; see `arena verify`") from None


def _read(file: Path) -> MatchRecord:
    try:
        if file.stat().st_size > _LONGEST:
            raise BadRecord(f"{file} is too large for a record of a match")
        source = json.loads(file.read_text("utf-8"))
        record = from_map(source)
        stderr = source.get("stderr")
        if isinstance(stderr, list) and len(stderr) == len(record.fixture.bots):
            record = record._replace(stderr=tuple(map(str, stderr)))
        return record
    except (OSError, ValueError, RecursionError) as problem:
        raise BadRecord(f"{file} cannot be read as a record of a match: {problem}") from None
