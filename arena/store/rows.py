"""Played blocks as rows, table by table."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import SQLModel

from arena.counts import result_of
from arena.model import Void
from arena.pairings.numbered import rotated
from arena.played import PlayedBlock, PlayedMatch
from arena.stages import Entered, Stage, block_digest
from arena.store.tables import BlockRow, FaultRow, MatchRow, SeatRow, StderrRow, VoidRow
from arena.submissions import Submission

Row = dict[str, Any]
Rows = dict[type[SQLModel], list[Row]]


def version_row(bot: Submission, content: bytes) -> Row:
    """A version with its content."""
    return {
        "hash": bot.version,
        "command": list(bot.command),
        "build": list(bot.build),
        "image": bot.image,
        "content": content,
    }


def entry_row(stage: int, entered: Entered) -> Row:
    """A bot of a stage."""
    bot = entered.bot
    return {
        "stage_id": stage,
        "bot": bot.name,
        "version": bot.version or None,
        "games": list(bot.games),
        "author": bot.author,
        "email": bot.email,
        "left_out": entered.left_out,
    }


def rows_of(
    stage: Stage, blocks: Sequence[PlayedBlock], first_block: int, first_match: int, now: datetime
) -> Rows:
    """All rows of these blocks but the counts, in the order in which they may be inserted."""
    rows: Rows = {kind: [] for kind in (BlockRow, MatchRow, SeatRow, FaultRow, StderrRow, VoidRow)}
    for number, played in enumerate(blocks, first_block):
        _add_block(rows, stage, played, number, first_match, now)
        first_match += len(played.matches)
    return rows


def _add_block(
    rows: Rows, stage: Stage, played: PlayedBlock, number: int, first_match: int, now: datetime
) -> None:
    block, result = played.block, result_of(played.block, played.games)
    rows[BlockRow].append(
        {
            "id": number,
            "stage_id": stage.row,
            "key": block.id,
            "pool": block.pool.text,
            "round": block.round,
            "place": played.place,
            "shuffle": block.shuffle,
            "bots": list(block.bots),
            "points": list(result.points),
            "culprits": list(result.culprits),
            "digest": block_digest([match.digest for match in played.matches]),
        }
    )
    for game, match in enumerate(played.matches):
        _add_match(rows, match, first_match + game, number, game, now)
        bots = rotated(block.bots, game)
        rows[SeatRow] += (
            {
                "match_id": first_match + game,
                "seat": seat,
                "bot": bot,
                "score": match.outcome.scores[seat],
                "place": match.outcome.places[seat],
                "forfeited": seat in match.forfeits,
            }
            for seat, bot in enumerate(bots)
        )
        rows[VoidRow] += void_rows(stage, match.key, match.voids, now)


def _add_match(
    rows: Rows, match: PlayedMatch, number: int, block: int, game: int, now: datetime
) -> None:
    rows[MatchRow].append(
        {
            "id": number,
            "key": match.key,
            "block_id": block,
            "game": game,
            "deal_seed": match.deal_seed,
            "reason": match.outcome.reason,
            "turns": match.turns,
            "digest": match.digest,
            "replay": match.replay,
            "wall_ms": match.wall_ms,
            "cpu_ms": match.cpu_ms,
            "worker": match.worker,
            "sitting": match.sitting,
            "played_at": now,
        }
    )
    rows[FaultRow] += (
        {"match_id": number, "number": at, **fault._asdict()}
        for at, fault in enumerate(match.faults)
    )
    rows[StderrRow] += (
        {"match_id": number, "seat": seat, "text": said}
        for seat, said in enumerate(match.stderr)
        if said
    )


def void_rows(
    stage: Stage, match: str, voids: Iterable[Void], now: datetime
) -> list[dict[str, Any]]:
    """One for each attempt."""
    return [
        {
            "stage_id": stage.row,
            "match": match,
            "seat": void.seat,
            "cause": void.cause,
            "at": now,
        }
        for void in voids
    ]
