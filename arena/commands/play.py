"""`arena play`: matches here and now, without a database."""

import json as json_format
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from arena import records, submissions
from arena.commands.flags import Flag, LimitFlags, Several, game_options, wanted_game
from arena.console.results import show_match, show_summary
from arena.console.watch import watching
from arena.errors import BadOption, OrganiserError
from arena.games import rules_named
from arena.interrupts import run
from arena.model import Map, MatchRecord
from arena.pairings import numbered_fixture, rotated
from arena.referee import Watch
from arena.sandbox import for_own_bots
from arena.sandbox.environment import install
from arena.settings import event_file, packages_from
from arena.sitting import Table, play_sitting, prepared

_SITTING = 8  # games that one process plays, as in a tournament
_SEEDS = 1_000_000  # to draw from when none is given: short enough to type again


def play(
    *bots: str,
    game: str | None = None,
    option: Several = (),
    seed: int | None = None,
    games: int = 1,
    mirror: Flag = False,
    watch: Flag = False,
    seat: int = 0,
    no_clock: Flag = False,
    replay: Path | None = None,
    json: Flag = False,
    sandbox: str = "auto",
    limits: LimitFlags = LimitFlags(),  # noqa: B008 - frozen
) -> int:
    """Play bots here and now, in the order of their seats.

    Parameters
    ----------
    bots
        A .py file, a folder with bot.toml, an archive, or a house bot such as greedy.
    game
        face-to-face, the-game or six-nimmt (default: what the first bot plays).
    option
        An option of the game, such as --option hand=7; may be given several times.
    seed
        The number that decides the deal (default: a new one, which is shown).
    games
        How many games to play, on the seeds that follow.
    mirror
        Play each seed in every rotation of the seats.
    watch
        Show the match while it is played.
    seat
        With --watch: whose hand to show.
    no_clock
        No time limits, for a debugger.
    replay
        Write the record of the match to this file; several get numbers.
    json
        Print one JSON document.
    sandbox
        Where the bots run: bubblewrap, docker, unsafe (plain processes), or auto (the best).
    """
    found = submissions.find(list(bots))
    rules = rules_named(wanted_game(game, found))
    options = rules.settle(game_options(option), len(found))
    if games < 1:
        raise BadOption(f"--games is {games}; give 1 or more")
    if seat not in range(len(found)):
        raise BadOption(f"--seat is {seat}; the seats are 0 to {len(found) - 1}")
    if replay is not None:
        _want_place_for(replay)

    out, talk = Console(), Console(stderr=True)
    event = event_file(Path.cwd())
    allowed = limits.limits(event, no_clock=no_clock)
    place, warning = for_own_bots(sandbox, install(packages_from(event)))
    if warning:
        talk.print(warning, style="dim", highlight=False, markup=False, soft_wrap=True)
    table = Table(tuple(found), place, allowed)
    first = secrets.randbelow(_SEEDS) if seed is None else seed
    plan = _Plan(rules.name, options, table, range(first, first + games), mirror)
    played = _show_and_play(plan, out=out, talk=talk, watch_seat=seat if watch else None, json=json)
    if replay is not None:
        _write_records(replay, played)
    if json:
        out.out(json_format.dumps({"matches": list(map(_document, played))}), highlight=False)
    elif len(played) > 1:
        show_summary(out, played)
    return 0


def _document(record: MatchRecord) -> Map:
    """With what the bots wrote: whoever plays them here may read it."""
    return {**records.to_map(record), "stderr": record.stderr}


class _Plan(NamedTuple):
    rules: str
    options: Map
    table: Table  # the bots in the order of the command line
    seeds: range
    mirror: bool


def _show_and_play(
    plan: _Plan, *, out: Console, talk: Console, watch_seat: int | None, json: bool
) -> list[MatchRecord]:
    """All matches, each shown as it is done; while one is watched, after the picture."""
    if watch_seat is not None:
        with watching(talk if json else out, watch_seat) as watch:
            played = run(_play_all, plan, _say_nothing, watch)
        for record in () if json else played:
            show_match(out, record)
        return played
    if json:
        return run(_play_all, plan, _say_nothing, None)
    return run(_play_all, plan, lambda record: show_match(out, record), None)


def _say_nothing(_: MatchRecord) -> None:
    pass


async def _play_all(
    plan: _Plan, finished: Callable[[MatchRecord], None], watch: Watch | None
) -> list[MatchRecord]:
    """Sitting after sitting; every rotation of a seed in processes of its own."""
    table, played = await prepared(plan.table), {}
    names = [bot.name for bot in table.bots]
    rules = rules_named(plan.rules)
    turns = range(rules.rotations(plan.options, len(names)) if plan.mirror else 1)

    def keep(record: MatchRecord) -> None:
        played[record.fixture.id] = record
        finished(record)

    fixtures = {
        (seed, turn): numbered_fixture(plan.rules, plan.options, names, seed, turn)
        for seed in plan.seeds
        for turn in turns
    }
    for start in range(0, len(plan.seeds), _SITTING):
        for turn in turns:
            await play_sitting(
                table._replace(bots=rotated(table.bots, turn)),
                [fixtures[seed, turn] for seed in plan.seeds[start : start + _SITTING]],
                finished=keep,
                watch=watch,
            )
    return [played[fixture.id] for fixture in fixtures.values()]


def _want_place_for(replay: Path) -> None:
    if replay.is_dir() or not replay.name:
        raise OrganiserError(f"--replay: {replay} is a folder; give a file")
    if not replay.absolute().parent.is_dir():
        raise OrganiserError(f"--replay: there is no folder {replay.parent}; make it first")
    if not os.access(replay.absolute().parent, os.W_OK):
        raise OrganiserError(f"--replay: {replay.parent} cannot be written to; choose another")


def _write_records(path: Path, played: list[MatchRecord]) -> None:
    for number, record in enumerate(played, 1):
        file = path if len(played) == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            file.write_text(json_format.dumps(_document(record)) + "\n", "utf-8")
        except OSError as problem:
            raise OrganiserError(f"{file} cannot be written: {problem.strerror}") from None
