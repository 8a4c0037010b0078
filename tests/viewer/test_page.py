"""The page of one match in a real browser, driven as a person would."""

import re
from itertools import chain

import pytest
from playwright.sync_api import expect

from arena.showing import shown_states
from tests.site.browser import violations
from tests.viewer.matches import match

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium")]

HOSTILE = "<img src=x onerror=alert(1)>"
FAILS = (3, "illegal", "laid 37 on own_up, but </script><b>the top</b> is 41")
DUEL = match("face-to-face", ["ada", "bob"])
TEAM = match("the-game", ["ada", "bob", "cleo"])
FOUR = match("six-nimmt", ["ada", "bob", "cleo", "dan"], options={"deals": 1})
SPECIAL = match("six-nimmt", ["ada", "bob", "cleo"], options={"specials": True, "deals": 1})
FAULTY = match("face-to-face", ["ada", "bob"], seed=5, fault=FAILS)
SCREENS = [(390, "dark"), (1440, "light"), (390, "light"), (1440, "dark")]


def where(page):
    """The turn that is shown, and the last one."""
    return tuple(map(int, page.locator(".where").inner_text().split(" / ")))


def faces(page, which=".playing-card:not(.back)"):
    """The numbers of the cards that lie face up."""
    return sorted(int(text) for text in page.locator(f"{which} .numeral").all_text_contents())


def test_step_by_step(open_match):
    """The buttons go on and back; the words tell who did what, and how long it took."""
    page = open_match(DUEL)
    first = DUEL.decisions[0]
    (card, _), *_ = first.move["plays"]

    assert where(page)[0] == 0
    page.get_by_role("button", name="One turn on").click()
    assert where(page)[0] == 1
    assert re.search(rf"Seat 0, ada, lays {card}\b", page.locator(".told").inner_text())
    assert "13 ms, 3.3 ms CPU" in page.locator(".times").inner_text()
    page.get_by_role("button", name="One turn back").click()
    assert where(page)[0] == 0
    page.get_by_role("button", name="Last turn").click()
    now, last = where(page)
    assert now == last
    assert "wins" in page.locator(".told").inner_text()


def test_keys(open_match):
    """Arrows, home and end; space plays and pauses."""
    page = open_match(TEAM)
    last = where(page)[1]
    for key, turn in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert where(page)[0] == turn
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_playing_comes_to_the_end(open_match):
    """At the highest speed, card by card, and then it stops."""
    page = open_match(match("face-to-face", ["ada", "bob"], seed=4, fault=(4, "late", "no answer")))
    page.get_by_label("Speed").select_option("8×")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".where")).to_have_text("4 / 4")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_slider_and_the_list_of_moves(open_match):
    """Both go to a turn at once."""
    page = open_match(FOUR)
    page.get_by_label("Turn", exact=True).fill("5")
    assert where(page)[0] == 5
    page.locator(".log li button").nth(2).click()
    assert where(page)[0] == 3
    assert page.locator(".log [aria-current=step] .nth").inner_text() == "3"


def test_a_link_to_a_turn(open_match):
    """It opens there, follows a new link, and the address is kept up to date."""
    page = open_match(DUEL, "#turn=4&seat=1")
    assert where(page)[0] == 4
    assert page.get_by_role("button", name="View of seat 1").get_attribute("aria-pressed") == "true"
    page.evaluate("location.hash = '#turn=2'")
    expect(page.locator(".where")).to_have_text(re.compile("^2 /"))
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#turn=3"


def test_other_links_of_the_page_are_left_alone(open_match):
    """A link to a part of the page moves no card, and opening the page adds nothing to it."""
    page = open_match(DUEL)
    assert page.evaluate("location.hash") == ""
    page.keyboard.press("ArrowRight")
    page.evaluate("location.hash = '#part'")
    page.wait_for_timeout(50)
    assert where(page)[0] == 1
    assert page.evaluate("location.hash") == "#part"


def test_a_link_to_nowhere(open_match):
    """Whatever is typed there, something is shown."""
    page = open_match(DUEL, "#turn=99999&seat=77")
    for link in ("#turn=-3&seat=-1", "#turn=x&seat=", "#turn=", "#turn=1e9"):
        page.evaluate("link => { location.hash = link }", link)
        now, last = where(page)
        assert 0 <= now <= last
        assert faces(page)


def test_a_seat_of_face_to_face_sees_its_own_hand_alone(open_match):
    """The opponent's hand and both draw piles are backs; the tops are there."""
    page = open_match(DUEL, "#turn=0&seat=0")
    hand = _start(DUEL)["sides"][0]["hand"]

    assert faces(page, ".playing-card.gold") == hand
    assert faces(page, ".playing-card.silver") == []
    assert faces(page) == sorted([*hand, 1, 60, 1, 60])
    assert page.locator(".playing-card.back").count() >= 6


def test_a_seat_of_the_game_sees_its_own_hand_alone(open_match):
    """Three hands, two of them hidden."""
    page = open_match(TEAM, "#turn=0&seat=2")

    assert faces(page, ".playing-card.game") == _start(TEAM)["hands"][2]


def test_a_seat_of_six_nimmt_sees_its_own_hand_and_the_rows(open_match):
    """And its own special cards; of the others how many they hold."""
    page = open_match(SPECIAL, "#turn=0&seat=1")
    start = _start(SPECIAL)

    assert faces(page) == sorted([*start["hands"][1], *chain(*start["rows"])])
    assert page.locator(".pill.special").count() == 3
    assert page.locator(".pill.hidden").count() == 6


def test_the_spectator_sees_all_hands(open_match):
    """All cards of all seats are face up after the deal."""
    page = open_match(FOUR)
    start = _start(FOUR)

    assert faces(page) == sorted([*chain(*start["hands"]), *chain(*start["rows"])])


# Plays, chooses seat 0 within the first turn, and looks at every frame until the next card of
# that turn would have come: how many cards of seat 1 lie open, and how many backs there are.
_LOOK_WHILE_IT_PLAYS = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const count = (which) => document.querySelectorAll(`.stage .playing-card${which}`).length;
  const where = document.querySelector(".where");
  document.querySelector(".controls .play").click();
  while (!where.textContent.startsWith("1 /")) await frame();
  const before = count(".silver:not(.back)");
  document.querySelectorAll(".views button")[1].click();
  const seen = [];
  for (const end = performance.now() + 700; performance.now() < end; await frame())
    seen.push([count(".silver:not(.back)"), count(".back")]);
  return { before, seen, now: where.textContent };
}"""


def test_a_seat_that_is_chosen_while_it_plays_is_shown_no_card_of_others(open_match):
    """Backs are there at once, and no card that was on its way turns them over."""
    page = open_match(DUEL)

    found = page.evaluate(_LOOK_WHILE_IT_PLAYS)

    assert found["before"] == 6  # the spectator saw the hand of seat 1
    assert page.get_by_role("button", name="View of seat 0").get_attribute("aria-pressed") == "true"
    assert found["now"].startswith("1 /")
    assert {open_cards for open_cards, _ in found["seen"]} == {0}
    assert min(backs for _, backs in found["seen"]) >= 6
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_fault_is_shown_with_its_words(open_match):
    """Verdict and detail, where it happened, as text."""
    page = open_match(FAULTY, "#turn=3")

    fault = page.locator(".told .failure")
    assert "Seat 0, ada, made an illegal move at its ask 3." in fault.inner_text()
    assert FAILS[2] in fault.inner_text()
    assert page.locator(".ticks i").count() == 1


@pytest.mark.parametrize("game", ["face-to-face", "the-game", "six-nimmt"])
def test_markup_in_names_is_text(game, open_match):
    """A bot may be called anything."""
    names = [HOSTILE, "</script><script>alert(2)</script>"]
    record = match(game, names, options={"deals": 1} if game == "six-nimmt" else {}, seed=6)
    page = open_match(record)
    for link in ("#turn=1", "#turn=2&seat=0", "#turn=2&seat=1", "#turn=999"):
        page.evaluate("link => { location.hash = link }", link)
        page.wait_for_timeout(50)

    assert page.locator("img, b script, iframe").count() == 0
    assert HOSTILE in page.locator(".views").inner_text()
    assert HOSTILE in page.title()


@pytest.mark.parametrize(("width", "theme"), SCREENS)
@pytest.mark.parametrize(
    "record", [DUEL, TEAM, SPECIAL, FAULTY], ids=["duel", "team", "special", "fault"]
)
def test_everybody_can_use_it(record, width, theme, open_match):
    """axe-core finds no fault: not in the spectator's view, a seat's, or at the end."""
    page = open_match(record, "#turn=3", width=width, theme=theme, motion="reduce")
    for link in ("#turn=3", "#turn=6&seat=1", "#turn=9999"):
        page.evaluate("link => { location.hash = link }", link)
        assert violations(page) == []


@pytest.mark.parametrize(("width", "theme"), SCREENS[:2])
@pytest.mark.parametrize(
    "record", [DUEL, TEAM, FOUR, SPECIAL], ids=["duel", "team", "six", "special"]
)
def test_nothing_is_wider_than_the_screen(record, width, theme, open_match):
    """On a phone and on a wide screen, for spectators and seats."""
    page = open_match(record, "#turn=3", width=width, theme=theme)
    for link in ("#turn=3", "#turn=6&seat=1", "#turn=9999"):
        page.evaluate("link => { location.hash = link }", link)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = page.evaluate(
            """() => [
              ...document.querySelectorAll(".stage .playing-card, .controls > * > *"),
            ].filter((one) => {
              const box = one.getBoundingClientRect();
              const room = document.querySelector(".arena-viewer").getBoundingClientRect();
              return box.left < room.left - 1 || box.right > room.right + 1;
            }).length"""
        )
        assert outside == 0


def test_without_motion(open_match):
    """Whoever wants no motion gets each turn at once, and nothing is animated."""
    page = open_match(TEAM, motion="reduce")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.getAnimations().length") == 0
    assert where(page)[0] == 6


def test_it_can_be_read_aloud(open_match):
    """Every control has a name, the table and its turn are told in words."""
    page = open_match(DUEL, "#turn=2")
    said = page.locator(".arena-viewer").aria_snapshot()

    for name in ("Play", "One turn on", "Speed", "Turn", "Whose view", "The table after turn 2"):
        assert name in said
    assert page.locator(".told").get_attribute("aria-live") == "polite"


def test_the_record_can_be_downloaded(open_match):
    """The file is the record, which `arena replay` takes."""
    page = open_match(DUEL)
    with page.expect_download() as download:
        page.get_by_role("link", name="Record of this match").click()
    assert '"arena-record/1"' in download.value.path().read_text()


def _start(record):
    return shown_states(record)[0]
