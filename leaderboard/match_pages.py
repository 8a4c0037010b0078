"""The list of matches, and the page that shows one of them. Both are filled by scripts."""

from collections.abc import Sequence

from leaderboard.markup import Html, tag
from leaderboard.page import Page
from leaderboard.season import Season
from leaderboard.wording import count

_NEEDS = "The matches are loaded by a script, which this browser does not run."


def matches_page(season: Season) -> Page:
    """matches.html."""
    total = season.document["matches"]
    lead = f"{count(total, 'match', 'matches')}, newest first; "
    lead += f"{count(season.document['replays'], 'replay')} to watch."
    hero = tag("div", tag("h1", "Matches"), tag("p", lead, class_="lead"), class_="hero slim")
    status = tag("p", id="matches-status", role="status", class_="quiet")
    more = tag("button", "Show more", type="button", id="matches-more", hidden=True)
    body = [hero, _filters(), status, _table(), more, tag("noscript", _NEEDS)]
    return Page("matches.html", "Matches", body, ("matches.js",), ("matches.js",))


def match_page(viewer: Sequence[str]) -> Page:
    """match.html, which shows the match whose id follows the question mark.

    `viewer` are the files that draw a replay, below static.
    """
    body = [
        tag(
            "div",
            tag("p", "Match", class_="kicker"),
            tag("h1", "Replay", id="match-title"),
            tag("p", "Choose a match from the list.", id="match-lead", class_="lead"),
            class_="hero slim",
        ),
        tag("div", id="viewer"),
        tag("div", id="match-result"),
        tag("noscript", _NEEDS),
    ]
    styles = [path for path in viewer if path.endswith(".css")]
    scripts = [path for path in viewer if path.endswith(".js")]
    return Page("match.html", "Match", body, [*scripts, "match.js"], ("matches.js",), styles)


def _filters() -> Html:
    def choice(key: str, told: str, every: str) -> Html:
        options = tag("option", every, value="")
        return tag("div", tag("label", told, for_=key), tag("select", options, id=key))

    def check(key: str, told: str) -> Html:
        return tag(
            "label", tag("input", type="checkbox", id=key), tag("span", told), class_="check"
        )

    return tag(
        "form",
        choice("of-bot", "Bot", "all bots"),
        choice("of-game", "Game", "all games"),
        check("only-faults", "with faults"),
        check("only-replays", "with a replay"),
        class_="filters",
        id="matches-filters",
        hidden=True,
    )


def _table() -> Html:
    titles = ("Match", "Game", "Round", "Bots, best first", "Ended by", "Turns")
    # Roles in words: a small screen lays the rows out as blocks.
    cells = (tag("th", title, scope="col", role="columnheader") for title in titles)
    head = tag("thead", tag("tr", *cells, role="row"), role="rowgroup")
    body = tag("tbody", role="rowgroup")
    table = tag("table", head, body, class_="plain matches", id="matches", role="table")
    return tag(
        "div", table, class_="scroll", tabindex="0", role="group", aria_label="List of matches"
    )
