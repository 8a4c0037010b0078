"""Which matches can be watched on a site."""

from collections import Counter
from collections.abc import Mapping, Sequence

from arena.model import Map
from arena.store import Listed

_DUELS = 50  # replays of the first two of every list
_FAULTS_SHOWN = 20  # replays of every bot that failed


def chosen_of(
    played: Sequence[Listed], standings: Map, keys: Mapping[str, str], replays: int | None
) -> set[str]:
    """Faulty and decisive matches always, then the newest, evenly over all bots."""
    if replays is None:
        return {match.key for match in played}
    if replays == 0:
        return set()
    chosen: set[str] = set()
    seen: Counter[tuple[str, str]] = Counter()
    first_two = {
        key: {row["bot"] for row in table["rows"][:2]} for key, table in standings["games"].items()
    }
    for match in reversed(played):
        key = keys[match.pool]
        culprits = {match.bots[fault.seat] for fault in match.faults}
        is_duel = {*match.bots} == first_two[key] and seen["duel", key] < _DUELS
        seen["duel", key] += is_duel
        if is_duel or any(seen["fault", bot] < _FAULTS_SHOWN for bot in culprits):
            chosen.add(match.key)
        seen.update(("fault", bot) for bot in culprits)
    return chosen | _evenly(played, chosen, replays - len(chosen))


def _evenly(played: Sequence[Listed], there: set[str], count: int) -> set[str]:
    """So many more of the newest, about as many of every bot."""
    bots = {bot for match in played for bot in match.bots}
    quota = -(-2 * count // max(1, len(bots)))
    shown: Counter[str] = Counter()
    more: set[str] = set()
    for match in reversed(played):
        if len(more) >= count:
            break
        if match.key not in there and any(shown[bot] < quota for bot in match.bots):
            more.add(match.key)
            shown.update({*match.bots})
    return more
