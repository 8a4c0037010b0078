"""`arena compare`: whether a new bot is better than an old one."""

from pathlib import Path

from rich.console import Console

from arena import submissions
from arena.commands.choosing import workers_or_all
from arena.commands.flags import (
    Flag,
    LimitFlags,
    Several,
    game_options,
    numbers,
    wanted_game,
)
from arena.commands.running import NOT_BETTER, Desk
from arena.comparing import MOST_BLOCKS, from_pairs
from arena.console.comparison import show_comparison
from arena.entrants import entrants_of
from arena.errors import BadOption, BadSubmission
from arena.plan import Plan, fields_of
from arena.sandbox import for_own_bots
from arena.sandbox.environment import install
from arena.settings import database, event_file, packages_from
from arena.tournament import Order

_COUNTS = 5
_MOST_ELO = 1000.0


def compare(
    *bots: str,
    pairs: str | None = None,
    game: str | None = None,
    option: Several = (),
    seats: int | None = None,
    elo0: float = 0.0,
    elo1: float = 20.0,
    contest: str | None = None,
    seed: int | None = None,
    workers: int | None = None,
    sandbox: str = "auto",
    db: str | None = None,
    json: Flag = False,
    limits: LimitFlags = LimitFlags(),  # noqa: B008 - frozen
) -> int:
    """Find out whether a new bot is better than an old one; stops by itself.

    Every block is recorded, so a test that was stopped goes on with the same command. Exit
    code 1 means not better, or undecided after 10,000 blocks.

    Parameters
    ----------
    bots
        The new bot and the old one.
    pairs
        No games, but the report of these counts of mirrored pairs: lost both, lost and drew,
        split, won and drew, won both; such as 10,0,52,1,20.
    game
        face-to-face, the-game or six-nimmt (default: the first that the new bot plays).
    option
        An option of the game, such as --option hand=7; may be given several times.
    seats
        Seats at a table (default: 2 for the-game, 5 for six-nimmt).
    elo0
        Face to Face: how much better a bot may be that is still not called better.
    elo1
        Face to Face: how much better a bot is that should be found out.
    contest
        The name under which it is recorded (default: both names and the game).
    seed
        A number instead of a secret, for an experiment that can be repeated.
    workers
        Processes that play, one a core (default: all cores).
    sandbox
        Where the bots run: bubblewrap, docker, unsafe (plain processes), or auto (the best).
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
        raise BadOption(
            f"--elo0 is {elo0:g} and --elo1 is {elo1:g}; --elo1 must be the larger one, and both"
            f" lie between -{_MOST_ELO:g} and {_MOST_ELO:g}"
        )
    if pairs is not None:
        return _from_counts(bots, pairs, (elo0, elo1), json=json)
    if len(bots) != 2:
        raise BadOption("a comparison needs two bots: arena compare NEW OLD")
    found = submissions.find(list(bots))
    if found[0].name == found[1].name:
        raise BadOption(f"{bots[0]} and {bots[1]} are the same bot; give two that differ")
    played = wanted_game(game, found)
    event = event_file(Path.cwd())
    packages = packages_from(event)
    place, warning = for_own_bots(sandbox, install(packages))
    desk = Desk.at(database(db), json=json)
    if warning:
        desk.say(warning)
    plan = Plan(
        games=(played,),
        options=game_options(option),
        seats=numbers(None if seats is None else str(seats), "--seats"),
        challenger=found[0].name,
        experiment=seed,
        limits=limits.limits(event),
        packages=packages,
        sandbox=place.name,
        guarantees=place.guarantees,
        compare=(elo0, elo1),
    )
    entrants = entrants_of(found)
    for broken in entrants.broken:
        raise BadSubmission(broken.why)
    fields_of(plan, entrants.bots)  # what cannot be played is said before anything is begun
    name = contest or f"{found[0].name} against {found[1].name}, {played}"
    order = Order(name, plan, MOST_BLOCKS, strict=True)
    return desk.hold(order, entrants, workers_or_all(workers))


def _from_counts(bots: tuple[str, ...], text: str, elo: tuple[float, float], *, json: bool) -> int:
    counts = numbers(text, "--pairs")
    if bots or len(counts) != _COUNTS or min(counts) < 0:
        raise BadOption(
            f"--pairs is {text!r}; give five counts and no bots:"
            " lost both, lost and drew, split, won and drew, won both"
        )
    found = from_pairs(counts, elo)
    show_comparison(Console(), found, Plan(compare=elo), json=json)
    return 0 if found.decision == "better" else NOT_BETTER
