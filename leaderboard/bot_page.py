"""The page of a bot: how it stands, how it came there, and what went wrong."""

from collections.abc import Sequence

from leaderboard.bot_tables import faults, losses, move_times, opponents, seats
from leaderboard.intervals import Interval, bar, scale_over
from leaderboard.markup import Child, Html, join, name, tag, visible
from leaderboard.page import PLOT, Page, facts, figure, section
from leaderboard.played import Match, Played
from leaderboard.season import Map, Season, is_elo, value_of
from leaderboard.wording import NOTHING, game, number, percent, short_game, span

_FEWEST = 2  # moments that make a line


def bot_page(season: Season, bot: Map, played: Played) -> Page:
    """bots/SLUG.html."""
    games = [key for key in season.games if season.row(key, bot["name"])]
    parts = [_game(season, bot, key, played.losses(bot["name"], key)) for key in games]
    body = [_hero(season, bot, games), *parts, faults(season, bot), move_times(bot)]
    has_lines = any(len(line) >= _FEWEST for line in season.history[bot["name"]].values())
    return Page(
        f"bots/{bot['slug']}.html",
        visible(bot["name"]),
        body,
        scripts=PLOT if has_lines else (),
        data=(f"bots/{bot['slug']}.js",) if has_lines else (),
    )


def _hero(season: Season, bot: Map, games: Sequence[str]) -> Html:
    by = tag("p", "by ", name(bot["author"]), class_="lead") if bot["author"] else None
    cards = [_card(season, key, bot["name"]) for key in games]
    none = tag("p", "This bot is in no list.", class_="lead") if not cards else None
    return tag(
        "div",
        tag("p", "Bot", class_="kicker"),
        tag("h1", name(bot["name"])),
        by,
        none,
        tag("div", *cards, class_="cards"),
        tag("p", "Version ", tag("code", bot["version"]), class_="quiet version"),
        tag(
            "p",
            tag("a", "All its matches", href=f"../matches.html?bot={bot['slug']}", class_="onward"),
        ),
        class_="hero",
    )


def _card(season: Season, key: str, bot: str) -> Html:
    """How it stands in a list, on the scale of that list."""
    table, row = season.games[key], season.row(key, bot) or {}
    elo = is_elo(table)
    places = 0 if elo else 1
    scale = scale_over(
        Interval(value_of(each), each["low"], each["high"]) for each in table["rows"]
    )
    mine = Interval(value_of(row), row["low"], row["high"], row["provisional"])
    half = None if row["low"] is None else (row["high"] - row["low"]) / 2
    return tag(
        "a",
        tag("span", short_game(key), class_="kicker"),
        tag(
            "span",
            tag("strong", f"#{row['rank'] or NOTHING}"),
            tag("span", _of(table, row), class_="quiet"),
            class_="place",
        ),
        bar(mine, scale),
        tag(
            "span",
            f"{number(value_of(row), places)} {'Elo' if elo else 'cards left'}",
            "" if half is None else f" ± {number(half, places)}",
            " (provisional)" if row["provisional"] else "",
        ),
        tag("span", f"Ranks {span(row['rank_low'], row['rank_high'])}", class_="quiet"),
        class_="card",
        style=scale.grid,
        href=f"#{season.game_slugs[key]}",
    )


def _of(table: Map, row: Map) -> str:
    """Of how many; bots that never met can only be ranked in groups."""
    group = row.get("group")
    if group is None:
        return f" of {len(table['rows'])}"
    return f" of {sum(other['group'] == group for other in table['rows'])} in group {group}"


def _game(season: Season, bot: Map, key: str, lost: Sequence[Match]) -> Html:
    slug, row = season.game_slugs[key], season.row(key, bot["name"]) or {}
    line = season.history[bot["name"]].get(key, [])
    parts: list[Child] = [_numbers(row)]
    if len(line) >= _FEWEST:
        parts.append(
            figure(
                "history",
                f"Rating over time in {short_game(key)}: at the end "
                f"{number(line[-1][2], 1)}, 95 % from {number(line[-1][3], 1)} "
                f"to {number(line[-1][4], 1)}",
                "At the end of every round, with its 95 % interval.",
                data_key=key,
                data_unit="Elo" if is_elo(season.games[key]) else "cards left",
            )
        )
    parts.append(opponents(season, key, bot["name"]))
    team = not is_elo(season.games[key])
    parts.append(
        tag("div", losses(season, key, bot, lost), seats(bot, key, team=team), class_="beside")
    )
    return section(game(key), join(parts), key=slug)


def _numbers(row: Map) -> Html:
    pairs: list[tuple[str, Child]] = [("Games", number(row["games"]))]
    if "wins" in row:
        pairs += [("Won", number(row["wins"])), ("Lost", number(row["losses"]))]
    if "mean_heads" in row:
        pairs += [
            ("Bull heads a game", number(row["mean_heads"], 1)),
            ("Won", percent(row["win_share"], 1)),
        ]
    pairs.append(("Forfeits", f"{number(row['forfeits'])} ({percent(row['forfeit_share'], 1)})"))
    if row.get("elo_without_forfeits") is not None and row["forfeits"]:
        pairs.append(("Elo without forfeited blocks", number(row["elo_without_forfeits"])))
    return facts(pairs)
