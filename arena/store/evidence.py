"""Rows as they are written, for whoever checks whether they follow from each other."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from arena.stages import Stage
from arena.store.asking import Asking
from arena.store.tables import (
    BlockRow,
    BotRow,
    CommitmentRow,
    EntryRow,
    MatchRow,
    PairRow,
    RatingRow,
    StageRow,
    StderrRow,
    TeamRow,
    VersionRow,
    table_of,
)

_BLOCK, _MATCH, _STAGE = table_of(BlockRow), table_of(MatchRow), table_of(StageRow)


class Evidence(Asking):
    """What nobody but a check wants to know."""

    def contents(self, stage: Stage) -> Iterator[tuple[str, bytes]]:
        """(hash, packed files) of every version of a stage."""
        version, entry = table_of(VersionRow), table_of(EntryRow)
        for row in self.rows(
            sa.select(entry.c.version).where(
                entry.c.stage_id == stage.row, entry.c.version.is_not(None)
            )
        ):
            (found,) = self.rows(sa.select(version).where(version.c.hash == row.version))
            yield found.hash, found.content

    def rounds_with_blocks(self, stage: Stage) -> list[int]:
        """The rounds of which blocks are stored."""
        asked = sa.select(_BLOCK.c.round).where(_BLOCK.c.stage_id == stage.row).distinct()
        return sorted(row.round for row in self.rows(asked))

    def rounds_with_ratings(self, stage: Stage) -> list[int]:
        """The rounds of which it is stored how all stood."""
        ratings = table_of(RatingRow)
        asked = sa.select(ratings.c.round).where(ratings.c.stage_id == stage.row).distinct()
        return sorted(row.round for row in self.rows(asked))

    def orphans(self) -> Iterator[str]:
        """Rows that belong to nothing; what bots wrote on stderr is not looked at."""
        for row in self.rows(sa.text("PRAGMA foreign_key_check")):
            if row[0] == StderrRow.__tablename__:
                continue
            yield f"row {row[1]} of table {row[0]} belongs to no {row[2]}"

    def committed(self, stage: Stage) -> list[str]:
        """The commitments that were drawn for a stage; there should be one."""
        drawn = table_of(CommitmentRow)
        asked = sa.select(drawn.c.commitment).where(drawn.c.stage_id == stage.row)
        return [row.commitment for row in self.rows(asked)]

    def terms_as_stored(self, stage: Stage) -> Any:
        """The terms of a stage as they are written."""
        (row,) = self.rows(sa.select(_STAGE.c.terms).where(_STAGE.c.id == stage.row))
        return row.terms

    def match_keys(self, block: int) -> list[str]:
        """The ids of the matches of a block."""
        asked = sa.select(_MATCH.c.key).where(_MATCH.c.block_id == block).order_by(_MATCH.c.game)
        return [row.key for row in self.rows(asked)]

    def counted_pools(self, stage: Stage) -> list[str]:
        """The pools of which there are counts, and those of which there should be."""
        pools = {field.pool.text for field in stage.terms.fields}
        for kind in (PairRow, TeamRow, BotRow):
            table = table_of(kind)
            asked = sa.select(table.c.pool).where(table.c.stage_id == stage.row).distinct()
            pools.update(row.pool for row in self.rows(asked))
        return sorted(pools)

    def block_rows(self, stage: Stage, round_: int) -> list[tuple[int, str]]:
        """(row, id) of the blocks of a round, in the order of the schedule."""
        rows = self.rows(
            sa.select(_BLOCK.c.id, _BLOCK.c.key)
            .where(_BLOCK.c.stage_id == stage.row, _BLOCK.c.round == round_)
            .order_by(
                _BLOCK.c.place,
            )
        )
        return [(row.id, row.key) for row in rows]
