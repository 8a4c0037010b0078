"""`arena tournament`: the main job."""

from collections.abc import Sequence
from pathlib import Path

from arena.commands.choosing import workers_or_all
from arena.commands.flags import (
    Flag,
    LimitFlags,
    Several,
    game_options,
    numbers,
    want_at_least,
)
from arena.commands.publish import want_site
from arena.commands.running import Desk
from arena.entrants import Entrants, entrants_in
from arena.errors import BadOption, BadSubmission
from arena.games import GAMES, rules_named
from arena.plan import FORMATS, Format, Plan, fields_of
from arena.sandbox import open_sandbox
from arena.sandbox.environment import install
from arena.settings import chosen, contest_from, database, event_file, packages_from
from arena.tournament import Order

_LONGEST_HOURS = 10_000  # more than a year
_SHOWN = 3  # names of bots in one line


def tournament(
    *bots: str,
    contest: str | None = None,
    game: Several = (),
    option: Several = (),
    format: str | None = None,  # noqa: A002 - the flag is called so
    challenger: str | None = None,
    blocks: int | None = None,
    seats: str | None = None,
    cross_play: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    sandbox: str = "auto",
    sitting: int | None = None,
    pace: int | None = None,
    until_settled: int | None = None,
    hours: float | None = None,
    dry_run: Flag = False,
    strict: Flag = False,
    publish: Path | None = None,
    db: str | None = None,
    json: Flag = False,
    limits: LimitFlags = LimitFlags(),  # noqa: B008 - frozen
) -> int:
    """Hold a contest of the bots in a folder, or go on with it.

    Parameters
    ----------
    bots
        The folder with the bots.
    contest
        The name of the contest in the database (default: the folder's).
    game
        face-to-face, the-game or six-nimmt; may be given several times (default: every
        game that two or more bots name in bot.toml, else face-to-face).
    option
        An option of the game, such as --option hand=7; may be given several times.
    format
        round-robin, gauntlet, swiss or knockout (default: round-robin).
    challenger
        With --format gauntlet: the bot that meets all others.
    blocks
        Mirrored pairs of each couple, rounds of tables, or shuffles (default: 10).
    seats
        Seats at a table, such as 2,3 (default: 2 for the-game, 5 for six-nimmt).
    cross_play
        Shuffles of the-game with mixed teams (default: 0).
    seed
        A number instead of a secret, for an experiment that can be repeated.
    workers
        Processes that play, one a core (default: all cores).
    sandbox
        Where the bots run: bubblewrap, docker, or auto (one of them); unsafe by name alone.
    sitting
        Games that a bot's process plays at most (default: 8).
    pace
        Release the answers in the-game at multiples of so many milliseconds (default: 0, at once).
    until_settled
        Play on until the first place is clear, with =3 the first three, and so on.
    hours
        Play as many blocks as fit into so many hours.
    dry_run
        Try the bots, say what the contest would take, and play nothing.
    strict
        Stop if a bot cannot play, instead of leaving it out.
    publish
        Write the site of the contest into this folder, whenever a round is closed.
    db
        The database (default: sqlite:///arena.db).
    json
        Print the standings as one JSON document.
    """
    folder, games = _folder_and_games(bots, game)
    event = event_file(Path.cwd()) or event_file(folder)
    told = contest_from(event)
    place = open_sandbox(sandbox, install(packages_from(event)))
    plan = Plan(
        games=_known_games(games or told.get("games", ())),
        options=game_options(option) or told.get("options", {}),
        seats=tuple(sorted({*(numbers(seats, "--seats") or told.get("seats", ()))})),
        format=_known_format(chosen(format, "format", told) or "round-robin"),
        challenger=chosen(challenger, "challenger", told),
        cross_play=want_at_least(0, chosen(cross_play, "cross_play", told), "--cross-play"),
        until_settled=want_at_least(1, until_settled, "--until-settled", usual=None),
        hours=_some_hours(hours),
        sitting=want_at_least(1, chosen(sitting, "sitting", told), "--sitting", usual=8),
        pace_ms=want_at_least(0, chosen(pace, "pace", told), "--pace"),
        experiment=seed,
        weights=told.get("weights", {}),
        limits=limits.limits(event),
        packages=packages_from(event),
        sandbox=place.name,
        guarantees=place.guarantees,
    )
    asked = want_at_least(1, chosen(blocks, "blocks", told), "--blocks", usual=None)
    name = contest or chosen(None, "name", told) or folder.resolve().name
    order = Order(name, plan, asked, strict)
    if publish is not None:
        want_site(publish, name)  # before the first game, not after it
    desk = Desk.at(database(db), json=json, site=publish)
    if sandbox == "unsafe":
        desk.say("plain processes, no sandbox: play only bots you trust")
    entrants = entrants_in(folder)
    for what, why in entrants.left_out:
        desk.say(f"not a bot: {what} {why}")
    for names in _equals(entrants):
        desk.say(f"{', '.join(names)} have the same content; they play as different bots")
    if not entrants.bots and not entrants.broken:
        raise BadSubmission(f"{folder} holds no bots; put files, folders or archives into it")
    fields = fields_of(plan, entrants.bots)  # what cannot be played is said before all else
    if idle := [bot.name for bot in entrants.bots if not any(bot.name in f.bots for f in fields)]:
        first = ", ".join([*idle[:_SHOWN], *["…"] * (len(idle) > _SHOWN)])
        desk.say(
            f"{len(idle)} of {len(entrants.bots)} bots play nothing here, since their bot.toml"
            f" names none of these games: {first}; add --game for theirs"
        )
    size = workers_or_all(workers)
    if dry_run:
        return desk.dry_run(order, entrants, size)
    return desk.hold(order, entrants, size)


def _folder_and_games(words: tuple[str, ...], game: tuple[str, ...]) -> tuple[Path, list[str]]:
    """`--game a b bots/` means two games and a folder, as `bots/ --game a --game b` does."""
    games = [name for text in game for name in text.split(",")]
    more = [word for word in words if games and word in GAMES]
    folders = [word for word in words if word not in more]
    if not folders:
        raise BadOption("a tournament needs the folder with the bots: arena tournament bots/")
    if len(folders) > 1:
        raise BadOption(
            f"a tournament is of the bots in one folder, not of {', '.join(folders)};"
            " put them into one and give that"
        )
    return Path(folders[0]), [*games, *more]


def _known_games(names: Sequence[str]) -> tuple[str, ...]:
    """In one order, however they were named."""
    asked = {rules_named(name).name for name in names}
    return tuple(game for game in GAMES if game in asked)


def _some_hours(hours: float | None) -> float | None:
    if hours is not None and not 0 < hours <= _LONGEST_HOURS:
        raise BadOption(f"--hours is {hours}; give a number such as 2.5")
    return hours


def _known_format(text: str) -> Format:
    if text not in FORMATS:
        raise BadOption(f"there is no --format {text!r}; choose {', '.join(FORMATS)}")
    return text


def _equals(entrants: Entrants) -> list[list[str]]:
    """Names with equal content: that is seldom meant."""
    by_version: dict[str, list[str]] = {}
    for bot in entrants.bots:
        by_version.setdefault(bot.version, []).append(bot.name)
    return [names for names in by_version.values() if len(names) > 1]
