"""`arena resume`: goes on with what was not finished."""

from arena.commands.choosing import contest_in, want_there, workers_or_all
from arena.commands.flags import Flag
from arena.commands.running import Desk
from arena.plan import BadPlan, differences
from arena.sandbox import open_sandbox
from arena.sandbox.environment import install
from arena.settings import database
from arena.stages import Stage
from arena.store import BadStore, Reader, writing


def resume(
    *,
    contest: str | None = None,
    workers: int | None = None,
    db: str | None = None,
    json: Flag = False,
) -> int:
    """Go on with the stage that was not finished, with the bots as they were then.

    Parameters
    ----------
    contest
        Which contest, if several are unfinished.
    workers
        Processes that play, one a core (default: all cores).
    db
        The database (default: sqlite:///arena.db).
    json
        Print the standings as one JSON document.
    """
    url = database(db)
    want_there(url)
    size = workers_or_all(workers)
    with writing(url) as store:
        stage = _unfinished(store, contest)
        plan = stage.plan
        place = open_sandbox(plan.sandbox, install(plan.packages))
        here = plan._replace(sandbox=place.name, guarantees=place.guarantees)
        if changed := differences(plan.to_map(), here.to_map()):
            raise BadPlan(
                f"the stage began under other conditions: {'; '.join(changed)};"
                " see `arena doctor` for how to get them here"
            )
        return Desk.at(url, json=json).go_on(store, stage, size)


def _unfinished(store: Reader, contest: str | None) -> Stage:
    if contest is not None:
        contest_in(store, contest)  # says which there are
    stages = [s for s in store.unfinished() if contest in (None, s.terms.contest)]
    if not stages:
        what = f"contest {contest!r}" if contest else "every contest in the database"
        raise BadStore(f"there is nothing to go on with: {what} is played to its end")
    if len({stage.terms.contest for stage in stages}) > 1:
        names = ", ".join(stage.terms.contest for stage in stages)
        raise BadStore(f"several contests are unfinished ({names}); name one with --contest")
    return stages[-1]
