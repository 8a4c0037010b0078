"""What a reader does with the pages: sorts, filters, follows links, changes the colours."""

import json

import pytest
from playwright.sync_api import expect

from tests.site.browser import opened, scrolled_through
from tests.site.made_up import HOSTILE, NAMES, TWO

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

TABLE = f"[id='{TWO}-table']"


@pytest.fixture
def look(site, browser):
    """Opens a page of the made-up site."""
    return lambda path, **how: opened(browser, site.as_uri(), path, **how)


def names(page, table=TABLE):
    """The bots of a table that can be seen, from top to bottom."""
    return page.locator(f"{table} tbody tr:visible td.bot").all_inner_texts()


def test_a_heading_sorts_by_click_and_by_keyboard(look):
    """And says so to who cannot see the arrow."""
    with look("index.html") as page:
        before = names(page)
        heading = page.locator(f"{TABLE} th.rank")
        assert heading.get_attribute("aria-sort") == "ascending"
        page.locator(f"{TABLE} th.rank button").click()
        assert heading.get_attribute("aria-sort") == "descending"
        assert names(page) == before[::-1]

        page.locator(f"{TABLE} th.bot button").focus()
        page.keyboard.press("Enter")
        assert heading.get_attribute("aria-sort") is None
        by_name = "names => names.sort((one, other) => one.localeCompare(other))"
        assert names(page) == page.evaluate(by_name, before)
        page.keyboard.press("Tab")
        assert page.locator(f"{TABLE} th.ranks button").evaluate(
            "e => e === document.activeElement"
        )


def test_numbers_are_sorted_as_numbers(look):
    """10 comes after 9."""
    with look("index.html") as page:
        page.locator(f"{TABLE} th.value button").click()
        cells = page.locator(f"{TABLE} td.value")
        values = cells.evaluate_all("all => all.map(cell => Number(cell.dataset.value))")
        assert values == sorted(values)


def test_a_filter_leaves_the_bots_that_are_looked_for(look):
    """And tells how many there are."""
    with look("index.html") as page:
        part = page.locator(f"section:has({TABLE})")
        part.get_by_label("Find a bot").fill("OLD")
        assert names(page) == ["old-faithful"]
        assert part.get_by_role("status").inner_text() == f"1 of {len(NAMES) + len(HOSTILE)} bots"


def test_pointing_at_a_row_marks_who_it_may_be_level_with(look):
    """Those whose ranges of ranks overlap with its own."""
    with look("index.html") as page:
        row = page.locator(f"{TABLE} tbody tr").first
        row.hover()
        assert "level" in row.get_attribute("class")
        assert "apart" in page.locator(f"{TABLE} tbody tr").last.get_attribute("class")


def test_the_colours_are_chosen_and_kept(look):
    """Until the page is left at least; on a host for good."""
    with look("index.html", theme="light") as page:
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.get_by_role("button", name="Change to dark colours").click()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
        page.reload()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_charts_take_the_new_colours(look):
    """They are drawn again."""
    with look("games/face-to-face.html", theme="light") as page:
        scrolled_through(page)
        cell = page.locator("[data-map='head-to-head'] rect").first
        before = cell.get_attribute("fill")
        page.get_by_role("button", name="Change to dark colours").click()
        assert page.locator("[data-map='head-to-head'] rect").first.get_attribute("fill") != before


def test_the_numbers_of_a_chart_are_in_a_table(look):
    """All couples, some at a time, and those of one bot."""
    with look("games/face-to-face.html") as page:
        part = page.locator("section:has(#head-to-head)")
        part.locator("summary").click()
        rows = part.locator("tbody tr")
        expect(rows).to_have_count(100)
        part.get_by_role("button", name="Show more").click()
        couples = len(NAMES) + len(HOSTILE)
        expect(rows).to_have_count(couples * (couples - 1) // 2)
        part.get_by_label("Find a bot").fill("magpie")
        expect(rows).to_have_count(couples - 1)


def test_matches_are_filtered_by_bot_game_and_fault(look):
    """Whatever was chosen holds for every row, and chunks are loaded until a page is full."""
    with look("matches.html") as page:
        rows = page.locator("#matches tbody tr")
        rows.nth(99).wait_for()
        assert page.locator("script[src*='data/matches-']").count() == 1
        page.get_by_label("Bot", exact=True).select_option(label="magpie")
        page.get_by_label("Game", exact=True).select_option(label="6 nimmt!")
        page.get_by_label("with faults").check()
        page.get_by_text("these are all").wait_for()
        assert page.locator("script[src*='data/matches-']").count() == 3
        assert rows.count() >= 1
        for text in rows.all_inner_texts():
            assert "magpie" in text
            assert "6 nimmt!" in text


def test_matches_go_on(look):
    """Another hundred at a time."""
    with look("matches.html") as page:
        page.get_by_role("button", name="Show more").click()
        page.locator("#matches tbody tr").nth(199).wait_for()
        assert page.locator("#matches-status").inner_text() == "200 shown."


def test_matches_go_on_by_keyboard(look):
    """The button keeps the focus while a chunk is loaded, so that Enter goes on."""
    with look("matches.html") as page:
        rows = page.locator("#matches tbody tr")
        rows.nth(99).wait_for()
        page.get_by_role("button", name="Show more").focus()
        for shown in (200, 300):
            page.keyboard.press("Enter")
            rows.nth(shown - 1).wait_for()
            assert page.locator("#matches-status").inner_text() == f"{shown} shown."
        assert page.locator("#matches-more").evaluate("e => e === document.activeElement")


def test_a_bot_without_matches_has_none(look):
    """Nobody is shown the matches of others for its own."""
    with look("matches.html?bot=unknown-slug") as page:
        page.get_by_text("This bot has played no match yet.").wait_for()
        assert page.locator("#matches tbody tr").count() == 0
        assert page.locator("script[src*='data/matches-']").count() == 0


def test_a_team_wins_nothing_in_a_seat(look):
    """How often it left nothing is told instead; other games have wins."""
    with look("bots/magpie-0.html") as page:
        tables = page.locator("table:has(caption:text-is('By seat'))").all()
        two, team, table = (each.locator("th").all_inner_texts() for each in tables)

        assert team == ["Seat", "Games", "Mean cards left", "Nothing left", "Share"]
        assert two == table == ["Seat", "Games", "Mean score", "Wins", "Won"]


def test_a_bot_leads_to_its_matches(look):
    """With the filter set."""
    with look("bots/magpie-0.html") as page:
        page.get_by_role("link", name="All its matches").click()
        page.locator("#matches tbody tr").first.wait_for()
        assert page.locator("#of-bot option:checked").inner_text() == "magpie"


def test_a_name_leads_to_its_bot(look):
    """Even if the name is an attack; no script of it runs."""
    with look("index.html") as page:
        page.locator(TABLE).get_by_role("link", name=HOSTILE[1]).click()
        page.wait_for_url("**/bots/*")
        assert page.locator("h1").inner_text() == HOSTILE[1]


def test_a_match_shows_its_replay_and_offers_its_record(real_site, browser):
    """The file that is offered is the record, with every number as it was written."""
    match = min((real_site / "data/replays").iterdir()).stem
    with opened(browser, real_site.as_uri(), f"match.html?{match}") as page:
        page.locator("#viewer svg").first.wait_for()
        with page.expect_download() as waiting:
            page.get_by_role("link", name="The record file").click()
        assert waiting.value.suggested_filename == f"{match}.json"
        record = json.loads(waiting.value.path().read_text())
        assert record["format"] == "arena-record/1"


def test_a_match_that_is_not_there_is_said(look):
    """An id that is none, and no id at all."""
    with look("match.html?../x") as page:
        assert "no id of a match" in page.locator("#match-lead").inner_text()
    with look("match.html") as page:
        assert "Choose a match" in page.locator("#match-lead").inner_text()


def test_the_table_needs_no_script(site, browser):
    """Who has scripts switched off reads the same numbers."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.as_uri()}/index.html")
    assert len(names(page)) == len(NAMES) + len(HOSTILE)
    context.close()
