"""The tables of a bot's page: opponents, seats, losses, faults, times."""

import re
from collections.abc import Iterable, Sequence

from leaderboard.intervals import Interval, Scale, bar, scale_over
from leaderboard.markup import Child, Html, join, tag
from leaderboard.page import bot_link, facts, match_link, section
from leaderboard.played import Match
from leaderboard.season import Map, Season, is_elo
from leaderboard.wording import number, percent, reason, short_game, signed, verdict

_UP = "../"
_NUMBER = re.compile(r"–|[−+±]?\d[\d\u202f.]*( %)?(( : |, )[−+±]?\d[\d\u202f.]*)*")


_TEAM_TITLES = ("Mean cards left", "Nothing left", "Share")


def plain_table(
    titles: Sequence[str],
    rows: Iterable[Sequence[Child]],
    caption: str,
    scale: Scale | None = None,
) -> Html:
    """A table with a caption; a column of numbers is set to the right. `scale` is of its bars."""
    found = [list(row) for row in rows]
    kinds = [_kind(cell) for cell in found[0]] if found else [None] * len(titles)
    head = tag(
        "tr",
        *(
            tag("th", title, scope="col", class_=kind)
            for title, kind in zip(titles, kinds, strict=True)
        ),
    )
    body = (
        tag("tr", *(tag("td", cell, class_=kind) for cell, kind in zip(row, kinds, strict=True)))
        for row in found
    )
    table = tag(
        "table",
        tag("caption", caption),
        tag("thead", head),
        tag("tbody", *body),
        class_="plain",
        style=scale and scale.grid,
        data_sortable=True,
    )
    return tag("div", table, class_="scroll", tabindex="0", role="group", aria_label=caption)


def _kind(cell: Child) -> str | None:
    is_number = not isinstance(cell, Html) and _NUMBER.fullmatch(str(cell))
    return "number" if is_number else None


def opponents(season: Season, key: str, bot: str) -> Html | None:
    """How it did against each of the others."""
    table = season.games[key]
    if table.get("head_to_head"):
        return _met(season, table["head_to_head"], bot)
    return _compared(season, table["paired"], bot) if table.get("paired") else None


def _met(season: Season, couples: Sequence[Map], bot: str) -> Html | None:
    rows = []
    for couple in couples:
        if bot not in couple["bots"]:
            continue
        first = couple["bots"][0] == bot
        other = couple["bots"][1 if first else 0]
        score = couple["score"] if first else 1 - couple["score"]
        los = couple["los"] if first or couple["los"] is None else 1 - couple["los"]
        rows.append((score, other, couple["pairs"], los))
    rows.sort(key=lambda row: (-row[0], row[1]))
    told = (
        [bot_link(season, other, _UP), number(pairs), _share(score), percent(los, 1)]
        for score, other, pairs, los in rows
    )
    titles = ("Opponent", "Met", "Score", "Better with")
    return plain_table(titles, told, "Opponents, best score first") if rows else None


def _share(score: float) -> Html:
    """A score as a length beside its number."""
    width = f"{100 * score:.1f}%"
    fill = tag("rect", width=width, height="100%", class_="fill")
    half = tag("line", x1="50%", x2="50%", y1="0", y2="100%", class_="half")
    drawn = tag("svg", fill, half, class_="share", aria_hidden="true", focusable="false")
    return tag("span", drawn, tag("span", percent(score, 1)), class_="with-share")


def _compared(season: Season, couples: Sequence[Map], bot: str) -> Html | None:
    rows = []
    for couple in couples:
        if bot not in couple["bots"]:
            continue
        first = couple["bots"][0] == bot
        sign = 1 if first else -1
        low, high = sorted((sign * couple["low"], sign * couple["high"]))
        other = couple["bots"][1 if first else 0]
        rows.append((couple["seats"], sign * couple["cards"], other, low, high))
    rows.sort(key=lambda row: (row[0], row[1], row[2]))
    scale = scale_over([Interval(0, *row[3:]) for row in rows])
    told = (
        [
            bot_link(season, other, _UP),
            seats,
            bar(Interval(cards, low, high), scale),
            signed(cards, 1),
            f"{signed(low, 1)}, {signed(high, 1)}",
        ]
        for seats, cards, other, low, high in rows
    )
    titles = ("Compared with", "Seats", "95 % interval", "Cards more", "from, to")
    caption = "On the same shuffles; less is better"
    return plain_table(titles, told, caption, scale) if rows else None


def seats(bot: Map, key: str, *, team: bool) -> Html | None:
    """How it did in each seat; a team wins where it leaves nothing."""
    rows = [seat for seat in bot["seats"] if seat["game"] == key]
    told = (
        [
            f"Seat {seat['seat']}",
            number(seat["games"]),
            number(seat["mean_score"], 2),
            number(seat["wins"]),
            percent(seat["wins"] / seat["games"] if seat["games"] else None, 1),
        ]
        for seat in rows
    )
    titles = ("Seat", "Games", *(_TEAM_TITLES if team else ("Mean score", "Wins", "Won")))
    return plain_table(titles, told, "By seat") if rows else None


def losses(season: Season, key: str, bot: Map, lost: Sequence[Match]) -> Html | None:
    """The worst first."""
    team = not is_elo(season.games[key])
    told: Iterable[Sequence[Child]] = (
        [
            match_link(season, match.id, _UP),
            _others(season, match, bot["name"]),
            match.scores[0] if team else _own_first(match, bot["name"]),
            match.turns,
            reason(match.reason),
        ]
        for match in lost
    )
    titles = ("Match", "With" if team else "Against", "Score", "Turns", "Ended by")
    caption = "Most cards left" if team else "Worst losses"
    return plain_table(titles, told, caption) if lost else None


def _others(season: Season, match: Match, bot: str) -> Child:
    others = list(match.bots)
    others.remove(bot)
    if not others:
        return "alone"
    if {*others} == {bot}:
        return "copies of itself"
    return join(part for other in others for part in (bot_link(season, other, _UP), " "))


def _own_first(match: Match, bot: str) -> str:
    """Its own score, then those of the others in the order of their names."""
    own = match.bots.index(bot)
    others = [score for seat, score in enumerate(match.scores) if seat != own]
    return " : ".join(map(str, [match.scores[own], *others]))


def faults(season: Season, bot: Map) -> Html | None:
    """What it was thrown out for, newest first."""
    if not bot["fault_counts"]:
        return section("Faults", tag("p", "None.", class_="quiet"), key="faults")
    counts = facts([(verdict(word), number(n)) for word, n in bot["fault_counts"].items()])
    told = (
        [
            match_link(season, fault["match"], _UP),
            short_game(fault["game"]) if fault["game"] else "",
            fault["turn"],
            verdict(fault["verdict"]),
            tag("span", fault["detail"], class_="detail"),
        ]
        for fault in bot["faults"]
    )
    titles = ("Match", "Game", "Turn", "Verdict", "What happened")
    return section("Faults", counts, plain_table(titles, told, "Newest first"), key="faults")


def move_times(bot: Map) -> Html | None:
    """How long it thinks."""
    times = bot["move_ms"]
    if times is None:
        return None
    pairs = [
        ("Half of the moves within", f"{number(times['p50'], 1)} ms"),
        ("99 of 100 within", f"{number(times['p99'], 1)} ms"),
        ("Longest", f"{number(times['max'], 1)} ms"),
    ]
    return section("Move times", facts(pairs), key="times")
