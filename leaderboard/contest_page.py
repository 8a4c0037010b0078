"""The first page: what was played, who stands where, and why one can believe it."""

from leaderboard.contest_terms import checking, guarantees, terms
from leaderboard.markup import Child, Html, join, name, tag
from leaderboard.page import Page, bot_link, facts, section
from leaderboard.ranking import combined_table, game_table
from leaderboard.season import Map, Season, is_elo
from leaderboard.wording import count, game, moment, number, short_game


def contest_page(season: Season) -> Page:
    """index.html."""
    lists = [_list(season, key) for key in season.games]
    body: list[Child] = [_hero(season), _contents(season)]
    if len(season.games) > 1:
        body.append(_combined(season))
    body += [*lists, _reading(), _missing(season), terms(season), guarantees(season)]
    body.append(checking(season))
    return Page("index.html", "", body)


def _hero(season: Season) -> Html:
    document = season.document
    games = [short_game(key) for key in season.games]
    stages = document["stages"]
    # Nobody knows whether it is the last one: another may be opened at any time.
    state = "has ended" if season.has_ended else "is being played"
    stage = f" Stage {stages[-1]['number']} {state}." if stages else ""
    told = (
        f"{count(len(season.bots), 'bot')}, {count(len(games), 'game')}, "
        f"{count(document['matches'], 'match', 'matches')}.{stage}"
    )
    numbers = facts(
        [
            ("Bots", number(len(season.bots))),
            ("Matches", number(document["matches"])),
            ("Opened", moment(stages[0]["opened_at"] if stages else None)),
            ("Ended", moment(stages[-1]["ended_at"]) if season.has_ended and stages else "not yet"),
            ("This page", moment(document["published_at"])),
        ],
        "facts numbers",
    )
    title = tag("h1", name(season.contest))
    return tag("div", title, tag("p", told, class_="lead"), numbers, class_="hero")


def _contents(season: Season) -> Html:
    links = [(season.game_slugs[key], short_game(key)) for key in season.games]
    links = [("combined", "All games"), *links] if len(links) > 1 else links
    links += [("reading", "How to read it"), ("terms", "Terms"), ("checking", "Check it")]
    items = (tag("li", tag("a", told, href=f"#{key}")) for key, told in links)
    return tag("nav", tag("ul", *items), class_="contents", aria_label="On this page")


def _combined(season: Season) -> Html:
    rule = season.document["standings"]["combined"]["rule"]
    return section("All games", combined_table(season, ""), key="combined", lead=f"Score: {rule}.")


def _list(season: Season, key: str) -> Html:
    table = season.games[key]
    lead = (
        "By Elo; more is better. The bar is where the rating lies with 95 %."
        if is_elo(table)
        else "By the mean of cards that a team of copies leaves; less is better."
    )
    if table.get("champion"):
        lead = f"The knockout was won by {table['champion']}. {lead}"
    slug = season.game_slugs[key]
    more = tag("a", "All about this game", href=f"games/{slug}.html", class_="onward")
    return section(game(key), game_table(season, key, ""), more, key=slug, lead=lead)


def _reading() -> Html:
    ranks = (
        "The places that the results leave open, at 95 % for all couples of bots together. "
        "Bots whose ranges overlap are not told apart: as long as two say 1–2, nobody is ahead."
    )
    elo = (
        "100 points more mean a score of 64 %, 200 points 76 %, 400 points 91 %. "
        "The mean of a list is 1500."
    )
    points = (
        ("Ranks", ranks),
        ("Interval", "A rating is an estimate. Four times the games halve its interval."),
        ("Elo", elo),
        ("?", "Provisional: fewer than 50 blocks yet. The list will move."),
        ("Forfeits", "Games that the bot was thrown out of: a crash, time, or an illegal move."),
    )
    return section("How to read it", facts(points, "facts wide"), key="reading")


def _missing(season: Season) -> Html | None:
    left_out: Map = season.document["standings"]["left_out"]
    items = [tag("li", bot_link(season, bot, ""), f": {why}") for bot, why in left_out.items()]
    parts: list[Child] = []
    if items:
        parts += [tag("h3", "Left out before the first deal"), tag("ul", *items, class_="plain")]
    suspended = [
        tag("li", bot_link(season, bot, ""), f" in {short_game(key)}: {why}")
        for key, table in season.games.items()
        for bot, why in table["suspended"].items()
    ]
    if suspended:
        told = tag("p", "Nothing that a suspended bot has played counts.", class_="quiet")
        parts += [tag("h3", "Suspended"), told, tag("ul", *suspended, class_="plain")]
    return section("Not in the lists", join(parts), key="missing") if parts else None
