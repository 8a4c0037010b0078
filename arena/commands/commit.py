"""`arena commit`: a secret, drawn early, and what may be published of it."""

import json as json_format

from rich.console import Console

from arena.commands.flags import Flag
from arena.settings import database
from arena.store import writing


def commit(*, db: str | None = None, json: Flag = False) -> int:
    """Draw the secret of the next stage and print its commitment, to be published before.

    Parameters
    ----------
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    with writing(database(db)) as store:
        commitment, drawn_at = store.drawn_commitment()
    out, talk = Console(), Console(stderr=True)
    if json:
        document = {"commitment": commitment, "drawn_at": drawn_at.isoformat()}
        out.out(json_format.dumps(document), highlight=False)
        return 0
    out.out(commitment, highlight=False)
    talk.print(
        f"drawn {drawn_at:%Y-%m-%d %H:%M:%S} UTC: publish it before the deadline; the next stage"
        " is dealt from its secret, which is shown when that stage has ended",
        highlight=False,
        soft_wrap=True,
    )
    return 0
