"""The tables: facts alone. Whatever follows from them is computed, save for running counts.

Names of bots are unique within a stage, and so is the version that each had there. Times
are aware and in UTC. Columns that measure, and so differ from run to run, are in MEASURED.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    Index,
    LargeBinary,
    Table,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

# What two runs of the same contest may differ in: by table, columns.
MEASURED = {
    "match": ("id", "wall_ms", "cpu_ms", "worker", "sitting", "played_at", "replay"),
    "block": ("id",),
}


class UtcTime(TypeDecorator[datetime]):
    """A moment. SQLite drops time zones, so they are put back; naive times are refused."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.replace(tzinfo=UTC)


def _json() -> Any:
    return Field(sa_column=Column(JSON, nullable=False))


def _time(*, nullable: bool = False) -> Any:
    default: Any = None if nullable else ...
    return Field(default, sa_column=Column(UtcTime, nullable=nullable))


class ContestRow(SQLModel, table=True):
    """One contest; next year's is another row of the same file."""

    __tablename__ = "contest"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    made_at: datetime = _time()


class CommitmentRow(SQLModel, table=True):
    """A secret and what was published of it. The next stage takes it, whatever its contest;
    it is shown once that stage has ended.
    """

    __tablename__ = "commitment"

    id: int | None = Field(default=None, primary_key=True)
    commitment: str
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    drawn_at: datetime = _time()
    stage_id: int | None = Field(default=None, foreign_key="stage.id")


class StageRow(SQLModel, table=True):
    """Bots, plan and secret that belong together; nothing of it changes but what is announced."""

    __tablename__ = "stage"

    id: int | None = Field(default=None, primary_key=True)
    contest_id: int = Field(foreign_key="contest.id", index=True)
    number: int
    key: str = Field(unique=True)  # its id: the hash of commitment, terms and versions
    commitment: str
    terms: dict[str, Any] = _json()  # plan, fields, and what earlier stages have played
    announced: list[int] = _json()  # numbers of blocks, in the order in which they were asked for
    since: list[int] = _json()  # for each but the first: the first round that it may change
    opened_at: datetime = _time()
    ended_at: datetime | None = _time(nullable=True)
    digest: str | None = None  # of all its blocks, once it has ended


class VersionRow(SQLModel, table=True):
    """A bot's content, kept so that its matches can be played again."""

    __tablename__ = "version"

    hash: str = Field(primary_key=True)
    command: list[str] = _json()
    build: list[str] = _json()
    image: str | None = None
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))  # its files, packed


class EntryRow(SQLModel, table=True):
    """A bot that was handed in for a stage; one with a reason was left out."""

    __tablename__ = "entry"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    bot: str = Field(primary_key=True)
    version: str | None = Field(default=None, foreign_key="version.hash")
    games: list[str] = _json()  # that it says it plays
    author: str
    email: str
    left_out: str | None = None  # why

    @property
    def plays(self) -> bool:
        return self.left_out is None


class BlockRow(SQLModel, table=True):
    """A block that was played whole."""

    __tablename__ = "block"
    __table_args__ = (UniqueConstraint("stage_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    stage_id: int = Field(foreign_key="stage.id", index=True)
    key: str
    pool: str
    round: int
    place: int  # in the round
    shuffle: str
    bots: list[str] = _json()  # by seat of its first game
    points: list[int] = _json()  # as a BlockResult has them
    culprits: list[str] = _json()
    digest: str


class MatchRow(SQLModel, table=True):
    """One game of a block."""

    __tablename__ = "match"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    block_id: int = Field(foreign_key="block.id", index=True)
    game: int  # of the block
    deal_seed: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    reason: str
    turns: int
    digest: str
    replay: bytes = Field(sa_column=Column(LargeBinary, nullable=False))  # moves and times
    wall_ms: float
    cpu_ms: float | None
    worker: int
    sitting: int
    played_at: datetime = _time()


class SeatRow(SQLModel, table=True):
    """How one bot fared in a match."""

    __tablename__ = "seat"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    seat: int = Field(primary_key=True)
    bot: str = Field(index=True)
    score: int
    place: int
    forfeited: bool


class FaultRow(SQLModel, table=True):
    """A fault of a bot, as its author is told."""

    __tablename__ = "fault"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    number: int = Field(primary_key=True)
    seat: int
    verdict: str
    turn: int
    step: int
    detail: str


class StderrRow(SQLModel, table=True):
    """The end of what a bot wrote on stderr in a match; for its author alone."""

    __tablename__ = "stderr"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    seat: int = Field(primary_key=True)
    text: str


class VoidRow(SQLModel, table=True):
    """An attempt at a match that does not count, because the machine failed."""

    __tablename__ = "void"

    id: int | None = Field(default=None, primary_key=True)
    stage_id: int = Field(foreign_key="stage.id", index=True)
    match: str  # its key
    seat: int | None  # whom it would have hit
    cause: str
    at: datetime = _time()


class SuspensionRow(SQLModel, table=True):
    """A bot that plays no further round of a pool."""

    __tablename__ = "suspension"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    pool: str = Field(primary_key=True)
    bot: str = Field(primary_key=True)
    after_round: int
    reason: str


class RoundRow(SQLModel, table=True):
    """A round whose blocks are all recorded and whose results have been looked at."""

    __tablename__ = "round"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    round: int = Field(primary_key=True)
    settled: bool  # whether the stage ends here because what it asks is found out
    method: int  # of the ratings
    counts: str  # the digest of the stage's counts then


class RatingRow(SQLModel, table=True):
    """How a bot stood when a round was closed; Elo, or mean cards left."""

    __tablename__ = "rating"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    round: int = Field(primary_key=True)
    game: str = Field(primary_key=True)  # the list's key
    bot: str = Field(primary_key=True)
    rank: int | None
    value: float | None
    low: float | None
    high: float | None
    blocks: int
    forfeits: int


class PairRow(SQLModel, table=True):
    """How many mirrored pairs of two bots came out alike."""

    __tablename__ = "pair_count"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    pool: str = Field(primary_key=True)
    first: str = Field(primary_key=True)
    second: str = Field(primary_key=True)
    as_first: int = Field(primary_key=True)
    as_second: int = Field(primary_key=True)
    forfeited: bool = Field(primary_key=True)
    count: int


class TeamRow(SQLModel, table=True):
    """Sums over the games of one team."""

    __tablename__ = "team_sum"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    pool: str = Field(primary_key=True)
    team: str = Field(primary_key=True)  # the names by seat, as JSON
    games: int
    left: int
    left_squared: int
    zeros: int
    forfeits: int


class BotRow(SQLModel, table=True):
    """Sums over the blocks of one bot."""

    __tablename__ = "bot_sum"

    stage_id: int = Field(foreign_key="stage.id", primary_key=True)
    pool: str = Field(primary_key=True)
    bot: str = Field(primary_key=True)
    blocks: int
    games: int
    forfeited_blocks: int
    forfeits: int
    scores: int
    scores_squared: int
    wins: int


def table_of(kind: type[SQLModel]) -> Table:
    """The table of a kind of row, for statements through Core."""
    return SQLModel.metadata.tables[str(kind.__tablename__)]


Index("block_by_round", table_of(BlockRow).c.stage_id, table_of(BlockRow).c.round)
