"""All lists of a contest, and the one over all games."""

from collections.abc import Mapping, Sequence

from arena.games import rules_named
from arena.model import Map
from arena.plan import usual_seats
from arena.standings.combined import combined
from arena.standings.couples import couples_table
from arena.standings.listed import Listed
from arena.standings.pooled import Pooled
from arena.standings.tables import tables_table
from arena.standings.teams import teams_table


def standings(pools: Sequence[Pooled], weights: Mapping[str, float]) -> Map:
    """The whole document; `weights` of the games in the combined standing, usually 1."""
    games: dict[str, Map] = {}
    lists: dict[str, Listed | None] = {}
    for some in lists_of(pools):
        key = key_of(some)
        games[key], lists[key] = list_of(some)
    return {"games": games, "combined": combined(games, lists, weights)}


def list_of(pools: Sequence[Pooled]) -> tuple[Map, Listed | None]:
    """The table of one list, and the strengths behind it."""
    rules = rules_named(pools[0].field.pool.rules)
    if rules.is_team:
        return teams_table(pools)
    return couples_table(pools[0]) if rules.is_duel else tables_table(pools[0])


def lists_of(pools: Sequence[Pooled]) -> list[list[Pooled]]:
    """What makes one list: a team game all its numbers of seats, another game one pool."""
    lists: list[list[Pooled]] = []
    for game in dict.fromkeys(pooled.field.pool.rules for pooled in pools):
        of_game = [pooled for pooled in pools if pooled.field.pool.rules == game]
        is_team = rules_named(game).is_team
        lists += [of_game] if is_team else ([pooled] for pooled in of_game)
    return lists


def key_of(pools: Sequence[Pooled]) -> str:
    """The game's name where everything is as usual, else the pool's."""
    pool = pools[0].field.pool
    rules = rules_named(pool.rules)
    usual = pool.options == rules.settle({}, pool.seats)
    seats = usual_seats(rules, len(pools[0].field.bots))
    if usual and (rules.is_team or pool.seats == seats):
        return pool.rules
    every = ",".join(str(pooled.field.pool.seats) for pooled in pools)
    return "/".join([*pool.text.split("/")[:-1], every])
