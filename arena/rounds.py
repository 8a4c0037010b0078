"""Plays one round: hands sittings to the crew, puts blocks together, stores them whole."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from arena.errors import OrganiserError
from arena.lanes import Lanes, Placed, Sitting
from arena.model import Map, Void
from arena.pace import Pace
from arena.pairings.blocks import Block, fixtures_of, games_of
from arena.played import PlayedBlock, PlayedMatch
from arena.stages import Stage

# A commit waits for the disk: one a second loses at most a second to a cut of the power.
_COMMIT_EVERY_S = 1.0
_MOST_UNSTORED = 500  # blocks
_MOST_SPOILT = 3  # attempts at a match, each with the worker's own repetitions


class Book(Protocol):
    """Where blocks are written down."""

    def record(self, stage: Stage, blocks: Sequence[PlayedBlock]) -> None: ...

    def record_voids(self, stage: Stage, match: str, voids: Sequence[Void]) -> None: ...


class News(Protocol):
    """Who wants to know how it goes."""

    def played(self, block: Block, match: PlayedMatch, game: int) -> None:
        """A game has ended; it counts once its block is whole."""
        ...

    def void(self, cause: str) -> None:
        """The machine failed; what was spoilt is played again."""
        ...


class _InPlay(NamedTuple):
    placed: Placed
    game: int
    sitting: int


class _Begun(NamedTuple):
    """A sitting that is given out; one with a game that could not be played tells no pace."""

    at: float
    games: int
    moves_s: list[float]  # of the games that have ended


class RoundJobs:
    """The sittings of a round, as jobs for a crew."""

    def __init__(
        self,
        stage: Stage,
        blocks: Sequence[Placed],
        bots: Mapping[str, Map],
        *,
        workers: int,
        book: Book,
        news: News,
    ) -> None:
        self._stage = stage
        self._bots = bots  # as they go to a worker
        self._book = book
        self._news = news
        self._lanes = Lanes(blocks, sitting=stage.plan.sitting, workers=workers)
        self._pace = Pace()
        self._begun: dict[int, _Begun] = {}
        self._sittings = 0
        self._in_play: dict[str, _InPlay] = {}  # by match
        self._games: dict[str, dict[int, PlayedMatch]] = {}  # of blocks that are not whole yet
        self._whole: list[PlayedBlock] = []
        self._stored_at = time.monotonic()
        self._spoilt: dict[str, int] = {}  # attempts, by match

    def take(self) -> Sitting | None:
        return self._lanes.take(self._pace.worth_a_start(self._stage.plan.sitting))

    def to_wire(self, job: Sitting) -> list[Any]:
        self._sittings += 1
        self._begun[self._sittings] = _Begun(time.monotonic(), len(job.blocks), [])
        fixtures = []
        for placed in job.blocks:
            fixture = fixtures_of(placed.block, self._stage.secret, self._stage.key)[job.game]
            self._in_play[fixture.id] = _InPlay(placed, job.game, self._sittings)
            fixtures.append(fixture)
        return ["play", [self._bots[bot] for bot in fixtures[0].bots], fixtures]

    def said(self, job: Sitting, worker: int, message: list[Any]) -> None:  # noqa: ARG002
        kind, *told = message
        if kind == "match":
            self._take_in(PlayedMatch.from_wire(told[0])._replace(worker=worker))
        elif kind == "unplayed":
            key, voids = told
            placed, game, _ = self._in_play.pop(key)
            self._void(key, [Void(*void) for void in voids])
            self._lanes.give_back(Sitting(game, (placed,)))

    def spoilt(self, job: Sitting, cause: str) -> None:
        """What the dead worker did not hand over is void."""
        again = []
        for placed in job.blocks:
            fixture = fixtures_of(placed.block, self._stage.secret, self._stage.key)[job.game]
            if self._in_play.pop(fixture.id, None) is not None:
                self._void(fixture.id, [Void(cause)])
                again.append(placed)
        if again:
            self._lanes.give_back(Sitting(job.game, tuple(again)))

    def _void(self, key: str, voids: Sequence[Void]) -> None:
        self._book.record_voids(self._stage, key, voids)
        self._news.void(voids[-1].cause)
        self._spoilt[key] = self._spoilt.get(key, 0) + 1
        if self._spoilt[key] == _MOST_SPOILT:
            raise OrganiserError(
                f"match {key} could not be played: {voids[-1].cause}; see what ails this machine"
                " (`arena doctor`), then go on with `arena resume`"
            )

    def _take_in(self, match: PlayedMatch) -> None:
        placed, game, sitting = self._in_play.pop(match.key)
        block = placed.block
        games = self._games.setdefault(block.id, {})
        games[game] = match._replace(sitting=sitting)
        self._news.played(block, match, game)
        self._note_pace(sitting, match.wall_ms / 1000)
        if len(games) == games_of(block):
            del self._games[block.id]
            whole = tuple(games[at] for at in sorted(games))
            self._whole.append(PlayedBlock(block, placed.place, whole))
        due = time.monotonic() - self._stored_at > _COMMIT_EVERY_S
        if due or len(self._whole) >= _MOST_UNSTORED:
            self.store()

    def _note_pace(self, sitting: int, moves_s: float) -> None:
        begun = self._begun[sitting]
        begun.moves_s.append(moves_s)
        if len(begun.moves_s) == begun.games:
            del self._begun[sitting]
            self._pace.add(time.monotonic() - begun.at, begun.moves_s)

    def store(self) -> None:
        """Write down what is whole."""
        if self._whole:
            self._book.record(self._stage, self._whole)
            self._whole = []
        self._stored_at = time.monotonic()
