"""What several commands choose when nobody says otherwise; loads the database and the crew."""

from arena.commands.flags import want_at_least
from arena.crew import usual_size
from arena.store import BadStore, Reader, path_of


def workers_or_all(workers: int | None) -> int:
    """--workers, else one for each core."""
    return want_at_least(1, workers, "--workers", usual=usual_size())


def want_there(url: str) -> None:
    """Raises BadStore if there is no such database: a word that was mistyped makes none."""
    if not path_of(url).exists():
        raise BadStore(f"there is no database {path_of(url)} to go on with; --db names another")


def contest_in(store: Reader, contest: str | None) -> str:
    """The contest that is meant: the one that was named, else the one that was played last."""
    known = store.contests_played()
    if not known:
        raise BadStore("nothing has been played yet; `arena tournament bots/` begins a contest")
    if contest is None:
        return known[-1]
    if contest not in known:
        raise BadStore(f"there is no contest {contest!r}; there are {', '.join(known)}")
    return contest
