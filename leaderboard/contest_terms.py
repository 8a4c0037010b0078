"""Under what terms a contest is held, what the sandbox guarantees, and how to check it all."""

from leaderboard.markup import Child, Html, tag
from leaderboard.page import facts, section
from leaderboard.season import Map, Season
from leaderboard.wording import NOTHING, game, moment, number, setting

_GUARANTEES = {
    "fs": "sees no file of the machine but programs and libraries",
    "net": "has no network, not even to the machine itself",
    "pid_ns": "sees and signals no process but its own",
    "memory_total": "has its memory for all its processes together",
    "pids": "has a limited number of processes, which no other bot can use up",
    "cpu_clock": "is charged CPU time, not real time",
    "freeze": "does not run while it is not asked",
    "kill_tree": "leaves nothing behind, whatever it started",
    "uid_per_bot": "shares no user with another bot, and is never root",
}
_LIMITS = {
    "start_ms": ("to start", "ms"),
    "move_ms": ("a move", "ms"),
    "game_ms": ("a game", "ms"),
    "memory_mb": ("memory", "MB"),
}


def terms(season: Season) -> Html:
    """The plan."""
    plan: Map = season.document["plan"]
    pairs: list[tuple[str, Child]] = [
        ("Games", ", ".join(map(game, plan["games"]))),
        ("Format", str(plan["format"]).replace("-", " ")),
    ]
    pairs += [(told.capitalize(), value) for told, value in _limits(plan["limits"])]
    for key, told in (
        *(("seats", "Seats"), ("options", "Options"), ("cross_play", "Mixed teams")),
        *(("challenger", "Challenger"), ("hours", "Hours"), ("packages", "Packages")),
        *(("weights", "Weights"), ("until_settled", "Until so many places are settled")),
        *(("sitting", "Games of a process"), ("pace_ms", "Pace of teams, ms")),
    ):
        if plan.get(key):
            pairs.append((told, setting(plan[key])))
    return section("Terms", facts(pairs), key="terms")


def guarantees(season: Season) -> Html:
    """What held for every bot."""
    plan: Map = season.document["plan"]
    rows = (
        tag("tr", tag("td", _held(held)), tag("td", f"A bot {_GUARANTEES.get(key, key)}."))
        for key, held in plan["guarantees"].items()
    )
    head = tag("tr", tag("th", "Held", scope="col"), tag("th", "Guarantee", scope="col"))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="small")
    lead = f"Sandbox: {plan['sandbox']}. Each guarantee was found by trying."
    return section("Sandbox", table, key="sandbox", lead=lead)


def checking(season: Season) -> Html:
    """Commitment, secret, and what to do with them."""
    lead = (
        "Every deal follows from the secret of its stage, which the commitment had fixed before "
        "the first card was dealt."
    )
    if season.document["plan"]["experiment"] is not None:
        lead = "This was an experiment with a known seed: anybody could compute its deals."
    steps = tag(
        "ol",
        tag(
            "li",
            "The commitment is SHA-256 of the secret: ",
            tag("code", "echo SECRET | xxd -r -p | sha256sum"),
            ".",
        ),
        tag(
            "li",
            "With the database of the contest, ",
            tag("code", "arena verify arena.db"),
            " deals and referees every match again, and computes every list anew.",
        ),
        tag(
            "li",
            "With a copy of this site alone, ",
            tag("code", "arena verify SITE"),
            " does so for the replays that are part of it.",
        ),
        tag(
            "li",
            "A match page offers its record file: ",
            tag("code", "arena replay RECORD.json"),
            " shows it without this site.",
        ),
    )
    stages = [_stage(stage) for stage in season.document["stages"]]
    return section("Check it yourself", steps, *stages, key="checking", lead=lead)


def _limits(limits: Map) -> list[tuple[str, str]]:
    found = []
    for key, value in limits.items():
        told, unit = _LIMITS.get(key, (key.replace("_", " "), ""))
        found.append((told, NOTHING if value is None else f"{number(value)} {unit}".strip()))
    return found


def _held(held: bool | str) -> Html:
    told = ("no", "yes")[held] if isinstance(held, bool) else held
    return tag("span", told, class_="held yes" if held is True else "held")


def _stage(stage: Map) -> Html:
    def digits(value: str | None, missing: str) -> Child:
        return tag("span", missing, class_="quiet") if value is None else tag("code", value)

    return tag(
        "div",
        tag("h3", f"Stage {stage['number']}"),
        facts(
            [
                ("Opened", moment(stage["opened_at"])),
                ("Ended", moment(stage["ended_at"]) if stage["ended_at"] else "not yet"),
                ("Blocks", number(stage["blocks"])),
                ("Commitment", digits(stage["commitment"], NOTHING)),
                ("Secret", digits(stage["secret"], "revealed when the stage has ended")),
                ("Stage id", digits(stage["id"], NOTHING)),
                ("Digest", digits(stage["digest"], "known when the stage has ended")),
            ],
            "facts hashes",
        ),
    )
