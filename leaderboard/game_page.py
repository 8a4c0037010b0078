"""The page of a game: what a ranked list cannot say."""

from collections.abc import Sequence

from leaderboard.bot_tables import plain_table
from leaderboard.game_data import seats_of
from leaderboard.intervals import Interval, bar, scale_over
from leaderboard.markup import Child, Html, join, name, tag
from leaderboard.page import PLOT, Page, bot_link, facts, figure, section
from leaderboard.ranking import game_table
from leaderboard.season import Map, Season, is_elo
from leaderboard.wording import count, game, number, percent, short_game, signed

_UP = "../"


def game_page(season: Season, key: str) -> Page:
    """games/SLUG.html."""
    table, slug = season.games[key], season.game_slugs[key]
    lead = f"{count(len(table['rows']), 'bot')} in the list."
    hero = tag(
        "div",
        tag("p", "Game", class_="kicker"),
        tag("h1", game(key)),
        tag("p", lead, class_="lead"),
        _summary(table),
        class_="hero",
    )
    body: list[Child] = [
        hero,
        section("Ranking", game_table(season, key, _UP), key="ranking"),
        *_couples(table),
        *_teams(season, table),
        *_scores(season, key),
    ]
    return Page(
        f"games/{slug}.html",
        short_game(key),
        body,
        (*PLOT, "numbers.js"),
        (f"games/{slug}.js",),
    )


def _summary(table: Map) -> Html | None:
    pairs: list[tuple[str, Child]] = []
    if table.get("champion"):
        pairs.append(("Champion", name(table["champion"])))
    if table.get("first_move_elo") is not None:
        pairs.append(("First move", f"{signed(table['first_move_elo'])} Elo"))
    if table.get("dispersion") is not None:
        pairs.append(("Pair dispersion", number(table["dispersion"], 2)))
    if table.get("cycles"):
        circle = table["cycles"]
        told = "no" if circle["explained"] else "yes: read the couples, not the list"
        chance = "below 0.1 %" if circle["p"] < 0.001 else percent(circle["p"], 1)
        pairs.append(("Cycles", f"{told} (chance {chance})"))
    if table.get("games_needed") is not None:
        pairs.append(("Games for a sure order", f"about {number(table['games_needed'])}"))
    if table.get("additive_r2") is not None:
        pairs.append(("Contributions explain", percent(table["additive_r2"])))
    if len(table.get("components", ())) > 1:
        pairs.append(("Groups that never met", number(len(table["components"]))))
    return facts(pairs, "facts numbers") if pairs else None


def _couples(table: Map) -> list[Html]:
    if not table.get("head_to_head"):
        return []
    label = "Heatmap of the score of every bot, by row, against every other, by column"
    return [
        section(
            "Head to head",
            figure(
                "heatmap",
                label,
                "Teal: the bot of the row took more than half. Orange: less.",
                data_map="head-to-head",
            ),
            _numbers("head-to-head"),
            key="head-to-head",
            lead="The part of the points that the bot of a row took from the bot of a column.",
        )
    ]


def _teams(season: Season, table: Map) -> list[Html]:
    parts = []
    if table.get("self_play"):
        parts.append(section("Teams of copies", _self_play(season, table), key="self-play"))
    if seats_of(table):
        maps = (
            figure(
                "heatmap",
                f"Heatmap of cards that the bot of a row leaves more than the bot of a column, "
                f"{seats} seats",
                f"Teams of {seats}. Teal: the bot of the row leaves less, which is better.",
                data_map=f"paired-{seats}",
                data_kind="difference",
            )
            for seats in seats_of(table)
        )
        lead = "How many cards more the bot of a row leaves than the bot of a column."
        parts.append(section("Same shuffles", *maps, _numbers("paired"), key="paired", lead=lead))
    if table.get("cross_play"):
        label = "Heatmap of cards left by mixed teams with the bots of the row and of the column"
        told = "Mean cards left by teams with both bots; on the diagonal by teams of copies."
        drawn = figure("heatmap", label, told, data_map="cross-play", data_kind="cards")
        parts.append(section("Cross-play", drawn, _numbers("cross-play"), key="cross-play"))
    if table.get("contributions"):
        parts.append(_contributions(season, table["contributions"]))
    return parts


def _self_play(season: Season, table: Map) -> Html:
    rows = [row for row in table["self_play"] if row["mean_left"] is not None]
    scale = scale_over(map(_left, rows))
    told = (
        [
            bot_link(season, row["bot"], _UP),
            row["seats"],
            bar(_left(row), scale),
            number(row["mean_left"], 1),
            percent(row["zero_rate"], 1),
            number(row["games"]),
        ]
        for row in rows
    )
    titles = ("Bot", "Seats", "95 % interval", "Cards left", "Nothing left", "Games")
    return plain_table(titles, told, "Cards left by number of seats", scale)


def _contributions(season: Season, rows: Sequence[Map]) -> Html:
    intervals = [Interval(row["cards"], row["low"], row["high"]) for row in rows]
    scale = scale_over([Interval(0, 0, 0), *intervals])
    told = (
        [bot_link(season, row["bot"], _UP), bar(each, scale), signed(row["cards"], 1)]
        for row, each in zip(rows, intervals, strict=True)
    )
    titles = ("Bot", "95 % interval", "Cards")
    table = plain_table(titles, told, "Contributions to mixed teams", scale)
    lead = (
        "What a bot adds to the cards that a mixed team leaves; they add up to 0, less is better."
    )
    return section("Contributions", table, key="contributions", lead=lead)


def _scores(season: Season, key: str) -> list[Html]:
    rows = [
        row for row in season.document["histograms"].get(key, ()) if season.row(key, row["bot"])
    ]
    if not rows:
        return []
    unit = "bull heads" if is_elo(season.games[key]) else "cards left"
    figures = [
        figure(
            "histogram",
            f"Histogram of {unit} a game for every bot{f', {label}' if label else ''}",
            f"{unit.capitalize()} a game{f', {label}' if label else ''}.",
            data_label=label,
            data_unit=unit,
        )
        for label in sorted({row["label"] for row in rows})
    ]
    lead = f"How often a game ended with how many {unit}; less is better."
    table = _quantiles(season, rows)
    return [section("Scores", *figures, table, key="scores", lead=lead)]


def _quantiles(season: Season, rows: Sequence[Map]) -> Html:
    told = (
        [
            join([bot_link(season, row["bot"], _UP), f" {row['label']}"]),
            *(number(_quantile(row["counts"], share)) for share in (0.1, 0.5, 0.9)),
            number(max((score for score, _ in row["counts"]), default=None)),
        ]
        for row in rows
    )
    titles = ("Bot", "10 %", "Median", "90 %", "Most")
    return plain_table(titles, told, "Scores in numbers")


def _quantile(counts: Sequence[Sequence[int]], share: float) -> float | None:
    """The smallest score that so large a part of the games stays at or below."""
    total, seen = sum(games for _, games in counts), 0
    for score, games in sorted(map(tuple, counts)):
        seen += games
        if seen >= share * total:
            return score
    return None


def _left(row: Map) -> Interval:
    return Interval(row["mean_left"], row["low"], row["high"], row["provisional"])


def _numbers(table: str) -> Html:
    """The numbers of a chart; numbers.js writes them when they are asked for."""
    title = tag("summary", "The numbers")
    return tag("details", title, tag("div", data_table=table), class_="numbers")
