"""`arena publish`: the site of a contest."""

from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

import leaderboard
from arena.commands.choosing import contest_in
from arena.commands.flags import Flag
from arena.console.text import counted
from arena.errors import BadOption, OrganiserError
from arena.letters import letters, roster_with_standings
from arena.plain_text import harmless
from arena.publishing import replays_of, season_of
from arena.settings import database
from arena.store import Reader, reading
from leaderboard.private import must_hold_letters, write_letter

USUAL_REPLAYS = 200


class BadSite(OrganiserError):
    """A folder that a site cannot be written to."""


def publish(
    site: Path,
    /,
    *,
    contest: str | None = None,
    replays: str = str(USUAL_REPLAYS),
    authors: Flag = False,
    stderr: Flag = False,
    private: Path | None = None,
    db: str | None = None,
) -> int:
    """Write the site of a contest into a folder: open its index.html, or host it anywhere.

    Parameters
    ----------
    site
        The folder. It is made if it is not there; a site that is there is brought up to date.
    contest
        Which contest (default: the newest).
    replays
        How many matches can be watched: a number, all or none. Of matches with faults and of
        those between the first two of a list the newest are always among them.
    authors
        Name the authors of the bots.
    stderr
        Show what bots wrote on stderr, and why bots were left out.
    private
        Also write a page for each bot with its own stderr, faults, losses and records into this
        folder, to send to its author.
    db
        The database (default: sqlite:///arena.db).
    """
    if private is not None:
        _want_apart(site, private)
    with reading(database(db)) as store:
        name, shown = contest_in(store, contest), _count(replays)
        want_site(site, name)
        # The letters first: a site that everybody sees says that all went well.
        sent = _write_letters(store, name, private) if private is not None else 0
        written = publish_site(store, name, site, replays=shown, authors=authors, stderr=stderr)
    size = f"{written.bytes / 1e6:.1f} MB"
    pages, files = counted(written.pages, "page"), counted(written.changed, "file")
    said = f"{name}: {pages}, {size}, {files} changed"
    talk = Console(stderr=True)
    talk.print(harmless(said), highlight=False, markup=False)
    if private is not None:
        told = (
            f"pages for the authors of {counted(sent, 'bot')} are in {private}; send each its own,"
            " and keep standings.csv, which has the addresses, to yourself"
        )
        talk.print(harmless(told), highlight=False, markup=False, soft_wrap=True)
    Console().print(f"open {site / 'index.html'}", highlight=False, markup=False, soft_wrap=True)
    return 0


def publish_site(
    store: Reader,
    contest: str,
    site: Path,
    *,
    replays: int | None = USUAL_REPLAYS,
    authors: bool = False,
    stderr: bool = False,
) -> leaderboard.Published:
    """The site as the contest stands now."""
    season = season_of(
        store, contest, datetime.now(UTC), replays=replays, authors=authors, stderr=stderr
    )
    shown = replays_of(store, contest, season, stderr=stderr)
    try:
        return leaderboard.publish(site, season.document, season.matches, shown)
    except (leaderboard.NotASite, OSError) as problem:
        raise BadSite(f"the site cannot be written to {site}: {_reason(problem)}") from None


def want_site(site: Path, contest: str) -> None:
    """Raises BadSite if the site of this contest cannot be written there."""
    try:
        leaderboard.must_be_free(site, contest)
    except (leaderboard.NotASite, OSError) as problem:
        raise BadSite(f"the site cannot be written to {site}: {_reason(problem)}") from None


def _want_apart(site: Path, private: Path) -> None:
    """What goes to one author must not end up among what everybody sees."""
    public, own = site.resolve(), private.resolve()
    if public.is_relative_to(own) or own.is_relative_to(public):
        raise BadOption(f"--private {private} and the site {site} share a folder; keep them apart")


def _write_letters(store: Reader, contest: str, folder: Path) -> int:
    """To how many bots."""
    sent = 0
    try:
        must_hold_letters(folder, contest)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it has addresses in it
        for letter in letters(store, contest):
            write_letter(folder, letter._asdict())
            sent += 1
        table = roster_with_standings(store, contest)
        (folder / "standings.csv").write_text(table, "utf-8")
    except (leaderboard.NotASite, OSError) as problem:
        raise BadSite(f"the letters cannot be written to {folder}: {_reason(problem)}") from None
    return sent


def _reason(problem: leaderboard.NotASite | OSError) -> str:
    """Without the paths of an OSError, which nobody typed."""
    if isinstance(problem, OSError):
        return f"{problem.strerror}; choose a folder that you may write to"
    return str(problem)


def _count(text: str) -> int | None:
    """`all` is no limit."""
    if text in ("all", "none"):
        return None if text == "all" else 0
    if not text.isdecimal():
        raise BadOption(f"--replays is {text!r}; give a number, all or none")
    return int(text)
