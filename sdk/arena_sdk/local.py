"""Plays bots in this very process, without clock or sandbox: set a breakpoint and step.

    from arena_sdk.local import play
    print(play(my_bot, my_bot, game="the-game", seed=7))

The rules come from the `botarena` distribution, which offers them as entry points; the
SDK itself needs none of it. Seed 7 deals the same cards as `arena play --seed 7`. An
illegal move raises IllegalMove at the call that made it. Bots that use `random` share one
set of dice here, so their moves differ from those in processes of their own.
"""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from arena_sdk.bot import Seat
from arena_sdk.messages import Ask, Map, Over, Start
from arena_sdk.seeds import bot_seed, deal_seed

_PLENTY_MS = 24 * 3600 * 1000


def play(*bots: Any, game: str = "face-to-face", seed: int = 1, options: Map | None = None) -> Map:
    """One game of these bots, in the order of their seats; returns the outcome."""
    rules = _rules(game)
    settled = rules.settle(options or {}, len(bots))
    deal = deal_seed(seed)
    seats = [Seat(bot) for bot in bots]
    for i, seat in enumerate(seats):
        seat.start(Start(1, game, settled, i, len(bots), bot_seed(deal, 0, i)))
    state = rules.deal(settled, len(bots), deal)
    events: list[Map] = list(rules.news(state))
    told, turns = [0] * len(bots), [0] * len(bots)
    while acting := rules.to_act(state):
        moves = {}
        for i in acting:
            view = rules.view(state, i)
            turns[i] += 1
            clock = {"move_ms": _PLENTY_MS, "game_ms": _PLENTY_MS}
            ask = Ask(1, turns[i], view.asks, view.to_map(), events[told[i] :], clock)
            told[i] = len(events)
            moves[i] = rules.read_move(view.asks, seats[i].decide(ask))
            rules.check(view, moves[i])
        state = rules.apply(state, moves)
        events += rules.news(state)
    outcome: Map = rules.outcome(state).to_map()
    for i, seat in enumerate(seats):
        seat.over(Over(1, outcome, events[told[i] :]))
    return outcome


# Looking through all that is installed takes as long as playing a game.
@cache
def _rules(game: str) -> Any:
    found = {entry.name: entry for entry in entry_points(group="arena_sdk.rules")}
    if game not in found:
        known = f"the games are {', '.join(found)}" if found else "install botarena for the rules"
        raise LookupError(f"there is no game {game!r} here; {known}")
    return found[game].load()
