"""`arena matches`: what was played."""

import json as json_format
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from arena.commands.choosing import contest_in
from arena.commands.flags import Flag
from arena.console.text import REASONS, fault_words
from arena.errors import BadOption
from arena.games import rules_named
from arena.model import Map
from arena.plain_text import harmless
from arena.settings import database
from arena.stages import Stage
from arena.store import Listed, listed, reading


def matches(
    *,
    bot: str | None = None,
    lost: Flag = False,
    faults: Flag = False,
    contest: str | None = None,
    db: str | None = None,
    json: Flag = False,
) -> int:
    """List recorded matches; their ids are for `arena replay` and `arena rerun`.

    Parameters
    ----------
    bot
        Only matches of this bot.
    lost
        Only those that somebody lost; with --bot, that it lost.
    faults
        Only those in which somebody failed; with --bot, in which it failed.
    contest
        Which contest (default: the newest).
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    console = Console()
    with reading(database(db)) as store:
        stages = store.stages(contest_in(store, contest))
        if bot is not None:
            _want_known(bot, stages)
        found = listed(store, stages, bot=bot, lost=lost, faults=faults)
        if json:
            document = {"matches": [_map(match) for match in found]}
            console.out(json_format.dumps(document), highlight=False)
        else:
            _show(console, found)
    return 0


def _want_known(bot: str, stages: Sequence[Stage]) -> None:
    known = sorted({name for stage in stages for name in stage.versions})
    if bot not in known:
        raise BadOption(f"no bot {bot!r} has played here; there are {', '.join(known)}")


def _map(match: Listed) -> Map:
    return {
        "id": match.key,
        "stage": match.stage,
        "pool": match.pool,
        "round": match.round,
        "seats": [{"seat": seat, "bot": bot} for seat, bot in enumerate(match.bots)],
        "outcome": match.outcome.to_map(),
        "turns": match.turns,
        "faults": [fault._asdict() for fault in match.faults],
        "played_at": match.played_at.isoformat(),
    }


def _show(console: Console, found: Iterable[Listed]) -> None:
    """Two lines at most: who and how; what went wrong."""
    nothing = True
    for match in found:
        nothing = False
        console.print(
            Text.assemble(
                (match.key, "bold"),
                f"  {match.pool}  {_result(match)}",
                (f"  ({REASONS[match.outcome.reason]}, {match.turns} turns)", "dim"),
            ),
            soft_wrap=True,
        )
        for fault in match.faults:
            words = harmless(fault_words(fault, match.bots))
            console.print(Text(f"  {words}", style="red"), soft_wrap=True)
    if nothing:
        Console(stderr=True).print("no match is like that", highlight=False)


def _result(match: Listed) -> str:
    scores = match.outcome.scores
    rules = rules_named(match.pool.split("/")[0])
    if rules.is_team:
        return harmless(f"{', '.join(match.bots)}: {scores[0]} {rules.scores}")
    return harmless(", ".join(f"{b} {s}" for b, s in zip(match.bots, scores, strict=True)))
