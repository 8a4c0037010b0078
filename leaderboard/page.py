"""What all pages have in common: head, policy, navigation, foot."""

from collections.abc import Sequence
from typing import NamedTuple

from leaderboard.markup import Child, Html, join, name, tag
from leaderboard.season import Season
from leaderboard.wording import short_game

# Plot writes styles into its drawings; nothing else is let in, and nothing from elsewhere.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
PLOT = ("vendor/d3.min.js", "vendor/plot.umd.min.js", "charts.js")


class Page(NamedTuple):
    """One page: where it is, and what is in it."""

    path: str
    title: str
    body: Sequence[Child]
    scripts: Sequence[str] = ()  # below static
    data: Sequence[str] = ()  # below data
    styles: Sequence[str] = ()  # below static


def html(page: Page, season: Season) -> str:
    """The whole text of a page."""
    up = "../" * page.path.count("/")
    return "<!doctype html>\n" + tag(
        "html",
        tag("head", *_head(page, season, up)),
        tag(
            "body",
            tag("a", "Skip to the content", class_="skip", href="#content"),
            _top(page, season, up),
            tag("main", *page.body, id="content"),
            _foot(up),
        ),
        lang="en",
    )


def section(title: str, *children: Child, key: str, lead: Child = None) -> Html:
    """A part of a page with a heading that can be linked to."""
    return tag(
        "section",
        tag("h2", title, id=key),
        None if lead is None else tag("p", lead, class_="lead"),
        *children,
        aria_labelledby=key,
    )


def facts(pairs: Sequence[tuple[str, Child]], class_: str = "facts") -> Html:
    """Terms and what they are."""
    return tag(
        "dl",
        *(tag("div", tag("dt", term), tag("dd", told)) for term, told in pairs),
        class_=class_,
    )


def bot_link(season: Season, bot: str, up: str) -> Html:
    """To the bot's page, if it has one: older versions have none."""
    slug = season.slugs.get(bot)
    return name(bot) if slug is None else tag("a", name(bot), href=f"{up}bots/{slug}.html")


def match_link(season: Season, match: str, up: str) -> Html:
    """To the replay, if it is part of the site."""
    told = tag("code", match)
    if match not in season.replays:
        return told
    return tag("a", told, href=f"{up}match.html?{match}")


def figure(chart: str, label: str, *caption: Child, **data: str) -> Html:
    """The place of a chart, drawn by charts.js; `label` says it to who cannot see it."""
    inner = tag("div", class_="plot", role="img", aria_label=label, data_chart=chart, **data)
    told = tag("figcaption", *caption) if caption else None
    return tag("figure", inner, told, class_="chart")


def _head(page: Page, season: Season, up: str) -> list[Html]:
    static = f"{up}static/"
    styles = ("site.css", "tables.css", *page.styles)
    scripts = ("tables.js", *page.scripts)
    return [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{page.title} · {season.contest}" if page.title else season.contest),
        tag("link", rel="icon", href=f"{static}icon.svg"),
        *(tag("link", rel="stylesheet", href=static + style) for style in styles),
        tag("script", src=f"{static}theme.js"),
        *(tag("script", src=f"{up}data/{path}", defer=True) for path in page.data),
        *(tag("script", src=static + script, defer=True) for script in scripts),
    ]


def _top(page: Page, season: Season, up: str) -> Html:
    places = [("index.html", "Contest")]
    places += [(f"games/{slug}.html", short_game(key)) for key, slug in season.game_slugs.items()]
    places.append(("matches.html", "Matches"))
    links = (
        tag("a", told, href=up + path, aria_current="page" if path == page.path else None)
        for path, told in places
    )
    brand = tag("a", name(season.contest), class_="brand", href=f"{up}index.html")
    toggle = tag("button", "Dark", type="button", class_="theme", hidden=True)
    return tag("header", brand, tag("nav", *links, aria_label="Pages"), toggle, class_="top")


def _foot(up: str) -> Html:
    return tag(
        "footer",
        tag("p", "Every number here follows from the recorded matches. ", _feeds(up)),
        class_="foot",
    )


def _feeds(up: str) -> Html:
    return join(
        [
            "For machines: ",
            tag("a", "season.json", href=f"{up}season.json"),
            ", ",
            tag("a", "standings.csv", href=f"{up}standings.csv"),
            ".",
        ]
    )
