"""A page for the author of one bot: its faults, its losses and its own stderr, with the records."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from leaderboard.folder import NotASite
from leaderboard.markup import Html, join, name, tag

_MARK = "letter.json"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.05rem; margin: 2.2rem 0 .3rem; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { overflow: auto; padding: .8rem; border: 1px solid #8884; border-radius: .4rem; }
.fault { color: #b3261e; } @media (prefers-color-scheme: dark) { .fault { color: #ff8a80; } }
.bots { margin: .2rem 0; } .mine { font-weight: 650; }
"""


def must_hold_letters(folder: Path, contest: str) -> None:
    """Raises NotASite unless the letters of this contest may be written there."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise NotASite(f"{str(folder)!r} is not a folder; choose another one")
    former = {_contest_of(mark) for mark in folder.glob(f"*/{_MARK}")} - {None}
    if any(folder.iterdir()) and not former:
        raise NotASite(
            f"{str(folder)!r} holds something that is no former letters; choose an empty folder"
        )
    for other in former - {contest}:
        raise NotASite(f"{str(folder)!r} holds the letters of {other!r}; choose another folder")


def _contest_of(mark: Path) -> str | None:
    """What a letter is about; None if it is none."""
    try:
        return str(json.loads(mark.read_bytes())["contest"])
    except (OSError, ValueError, LookupError, TypeError):
        return None


def write_letter(folder: Path, letter: dict[str, Any]) -> Path:
    """Writes the page and the records into a folder of the bot's own; the folder.

    `letter` has bot, slug, contest, left_out and matches (see `arena publish --private`).
    """
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / str(letter["slug"])
    if place.exists() and not (place / _MARK).is_file():
        raise NotASite(f"{place} holds something else than a former page")
    beside = Path(tempfile.mkdtemp(prefix=f".{letter['slug']}-", dir=folder))
    try:
        (beside / "records").mkdir()
        for match in letter["matches"]:
            record = json.dumps(match["record"], indent=1)
            (beside / "records" / f"{match['id']}.json").write_text(record + "\n", "utf-8")
        (beside / "index.html").write_text(_page(letter), "utf-8")
        told = {"format": "arena-letter/1", "bot": letter["bot"], "contest": letter["contest"]}
        (beside / _MARK).write_text(json.dumps(told) + "\n", "utf-8")
        if place.exists():
            shutil.rmtree(place)
        beside.rename(place)
        place.chmod(0o755)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return place


def _page(letter: dict[str, Any]) -> str:
    bot = letter["bot"]
    return "<!doctype html>\n" + tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", f"{bot} · {letter['contest']}"),
            tag("style", Html(_STYLE)),
        ),
        tag(
            "body",
            tag("h1", name(bot), " in ", name(letter["contest"])),
            tag(
                "p",
                "Only you get this page. Below are the newest matches in which your bot failed,"
                " then the newest that it lost and those in which its team left most, each with"
                " what it wrote on stderr. A record can be watched with ",
                tag("code", "arena replay RECORD"),
                " and asked again of a new version with ",
                tag("code", "arena replay RECORD --debug BOT"),
                ".",
            ),
            _left_out(letter["left_out"]),
            *(_match(bot, match) for match in letter["matches"]),
        ),
        lang="en",
    )


def _left_out(why: str | None) -> Html | None:
    if why is None:
        return None
    return tag("section", tag("h2", "It was left out before the first deal"), tag("pre", why))


def _match(bot: str, match: dict[str, Any]) -> Html:
    record = f"records/{match['id']}.json"
    seats = zip(match["bots"], match["scores"], match["places"], strict=True)
    return tag(
        "section",
        tag("h2", tag("a", match["id"], href=record), f" · {match['pool']} · {match['reason']}"),
        tag(
            "p",
            join(
                tag(
                    "span",
                    name(who),
                    f": {score} (place {place})  ",
                    class_="mine" if who == bot else None,
                )
                for who, score, place in seats
            ),
            class_="bots",
        ),
        *(
            tag("p", f"{fault['verdict']}, ask {fault['turn']}: {fault['detail']}", class_="fault")
            for fault in match["faults"]
        ),
        tag("pre", match["stderr"]) if match["stderr"] else None,
    )
