"""All matches in one pass: chunks for the list of matches, and the worst losses of every bot."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from heapq import heappush, heappushpop
from typing import Any, NamedTuple

from leaderboard.season import Season, is_elo
from leaderboard.wording import short_game

CHUNK = 2_000  # matches in a file: about 150 kB
_WORST = 10  # losses that are kept, of a bot in a game
Row = list[Any]


class Match(NamedTuple):
    """As it was handed over."""

    id: str
    game: str
    stage: int
    round: int
    bots: list[str]
    scores: list[int]
    places: list[int]
    reason: str
    turns: int
    faults: list[tuple[int, str]]
    has_replay: bool


class Loss(NamedTuple):
    """The larger, the worse; then the quicker."""

    margin: float
    quickness: int
    id: str
    match: Match


class Played:
    """What one pass over the matches leaves."""

    def __init__(self, season: Season, write: Callable[[int, list[Row]], None]) -> None:
        self._season = season
        self._write = write
        self._games: dict[str, int] = {}
        self._bots: dict[str, int] = {}  # by appearance, so that former chunks stay the same
        self._chunks: list[dict[str, Any]] = []
        self._losses: dict[tuple[str, str], list[Loss]] = defaultdict(list)
        self._is_team = {key: not is_elo(table) for key, table in season.games.items()}

    def add_all(self, matches: Iterable[list[Any]]) -> None:
        """Writes a chunk whenever it is full."""
        rows: list[Row] = []
        for row in matches:
            match = Match(*row)
            self._keep_losses(match)
            rows.append(self._row(match))
            if len(rows) == CHUNK:
                self._close(rows)
                rows = []
        if rows:
            self._close(rows)

    def losses(self, bot: str, key: str) -> list[Match]:
        """The worst first."""
        return [loss.match for loss in sorted(self._losses[bot, key], reverse=True)]

    def index(self) -> dict[str, Any]:
        """What the list of matches must know before it loads a chunk."""
        slugs = self._season.slugs
        return {
            "games": [[key, short_game(key)] for key in self._games],
            "bots": [[bot, slugs.get(bot)] for bot in self._bots],
            "chunks": self._chunks,
        }

    def _row(self, match: Match) -> Row:
        bots = [self._bots.setdefault(bot, len(self._bots)) for bot in match.bots]
        key = self._games.setdefault(match.game, len(self._games))
        shown = int(match.has_replay and match.id in self._season.replays)
        return [match.id, key, match.stage, match.round, bots, *match[5:10], shown]

    def _close(self, rows: list[Row]) -> None:
        self._write(len(self._chunks) + 1, rows)
        self._chunks.append(
            {
                "games": sorted({row[1] for row in rows}),
                "bots": sorted({bot for row in rows for bot in row[4]}),
                "faults": any(row[9] for row in rows),
                "replays": any(row[10] for row in rows),
            }
        )

    def _keep_losses(self, match: Match) -> None:
        team = self._is_team.get(match.game, False)
        best = match.scores[match.places.index(min(match.places))]
        for seat, bot in enumerate(match.bots):
            if team and bot in match.bots[:seat]:
                continue
            if not team and match.places[seat] == min(match.places):
                continue
            score = match.scores[seat]
            margin = score if team else abs(score - best)
            kept = self._losses[bot, match.game]
            loss = Loss(margin, -match.turns, match.id, match)
            if len(kept) < _WORST:
                heappush(kept, loss)
            else:
                heappushpop(kept, loss)
