"""docs/reference/deals.md is enough to deal every game again: its own code does it."""

import hashlib
import hmac
import json
import re
from typing import Any

import pytest

from arena.games.face_to_face import RULES as FACE_TO_FACE
from arena.games.six_nimmt import RULES as SIX_NIMMT
from arena.games.the_game import RULES as THE_GAME
from arena.model import Map
from arena.pairings import numbered_fixture
from tests.docs.pages import ROOT, blocks

PAGE = "docs/reference/deals.md"
SEEDS = (-5, 0, 7, 123456)


@pytest.fixture(scope="module")
def page() -> Map:
    """The names that the page's Python code defines."""
    names: Map = {}
    for block in blocks(PAGE):
        if block.language == "python":
            exec(compile(block.text, PAGE, "exec"), names)
    return names


@pytest.fixture(scope="module")
def vectors() -> Any:
    (block,) = (block for block in blocks(PAGE) if block.language == "json")
    return json.loads(block.text)


def test_the_program_has_twenty_lines_and_uses_hashlib_and_hmac_alone() -> None:
    """Nothing of Arena is needed to deal, and the whole shuffle can be read at a glance."""
    program, *others = (block.text for block in blocks(PAGE) if block.language == "python")

    assert sum(bool(line.strip()) for line in program.splitlines()) <= 20
    assert re.findall("import (.*)", program) == ["hashlib", "hmac"]
    assert not any("import" in other for other in others)


@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("hand", [1, 2, 6, 10])
def test_face_to_face_is_dealt_as_the_page_says(page: Map, number: int, hand: int) -> None:
    """Both hands and both draw piles, in order."""
    seed = page["deal_seed"](number)
    options = FACE_TO_FACE.settle({"hand": hand, "min_cards": 1}, 2)

    state = FACE_TO_FACE.deal(options, 2, seed)

    assert [(list(side.hand), list(side.deck)) for side in state.sides] == page["face_to_face"](
        seed, hand
    )


@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("seats", THE_GAME.seats)
@pytest.mark.parametrize("minus", [False, True])
def test_the_game_is_dealt_as_the_page_says(
    page: Map, number: int, seats: int, minus: bool
) -> None:
    """Every hand for every number of seats, and the draw pile in order."""
    seed = page["deal_seed"](number)
    options = THE_GAME.settle({"expert_minus": minus}, seats)

    state = THE_GAME.deal(options, seats, seed)

    dealt = [list(hand) for hand in state.hands], list(state.deck)
    assert dealt == page["the_game"](seed, seats, minus)


def deals_of_six_nimmt(options: Map, seats: int, seed: bytes, deals: int) -> list[Any]:
    """The states in which a deal begins; in between the stand-in plays for everybody."""
    state = SIX_NIMMT.deal(options, seats, seed)
    found: list[Any] = []
    while True:
        if any(event["kind"] == "dealt" for event in state.news):
            found.append(state)
        if len(found) == deals:
            return found
        state = SIX_NIMMT.apply(
            state,
            {
                seat: SIX_NIMMT.stand_in(SIX_NIMMT.view(state, seat))
                for seat in SIX_NIMMT.to_act(state)
            },
        )


@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("seats", [2, 3, 5, 10])
@pytest.mark.parametrize("deck", ["tactical", "full"])
def test_six_nimmt_is_dealt_as_the_page_says(page: Map, number: int, seats: int, deck: str) -> None:
    """Every hand and the rows in their order, in the first deal and in the third."""
    seed = page["deal_seed"](number)
    options = SIX_NIMMT.settle({"deck": deck, "deals": 3}, seats)

    states = deals_of_six_nimmt(options, seats, seed, 3)

    for deal, state in enumerate(states, 1):
        dealt = [list(hand) for hand in state.hands], [card for (card,) in state.rows]
        assert dealt == page["six_nimmt"](seed, seats, deal, deck == "full")


@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("deck", ["tactical", "full"])
def test_specials_are_dealt_as_the_page_says(page: Map, number: int, seats: int, deck: str) -> None:
    """Both kinds of cards, in both deals; the special deck in order."""
    seed = page["deal_seed"](number)
    options = SIX_NIMMT.settle({"specials": True, "deck": deck}, seats)

    states = deals_of_six_nimmt(options, seats, seed, 2)

    for deal, state in enumerate(states, 1):
        dealt = [list(hand) for hand in state.hands], [card for (card,) in state.rows]
        assert dealt == page["six_nimmt"](seed, seats, deal, deck == "full", each=12)
        held = [list(specials) for specials in state.specials], list(state.special_deck)
        assert held == page["six_nimmt_specials"](seed, seats, deal)


@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_drafts_starter_is_the_one_of_the_page(page: Map, number: int, seats: int) -> None:
    """Who takes the first card of the pool."""
    seed = page["deal_seed"](number)

    state = SIX_NIMMT.deal(SIX_NIMMT.settle({"logic": True}, seats), seats, seed)

    assert SIX_NIMMT.to_act(state) == (page["six_nimmt_starter"](seed, seats, 1),)


def test_a_tournament_passes_the_hands_on_as_the_page_says(page: Map) -> None:
    """In deal d seat s plays what seat (s - d + 1) mod seats drafted, on the same rows."""
    seats = 4
    options = SIX_NIMMT.settle({"tournament": True}, seats)
    first, *others = deals_of_six_nimmt(options, seats, page["deal_seed"](7), seats)

    for deal, state in enumerate(others, 2):
        expected = tuple(first.hands[(seat - deal + 1) % seats] for seat in range(seats))
        assert (state.hands, state.rows) == (expected, first.rows)


@pytest.mark.parametrize("rotation", range(3))
def test_seeds_are_those_of_arena_play(page: Map, rotation: int) -> None:
    """`--seed N` and the bots' own seeds, as a fixture has them."""
    options = SIX_NIMMT.settle({}, 3)
    for number in (0, 7, 123456, -5):
        fixture = numbered_fixture("six-nimmt", options, ["a", "b", "c"], number, rotation)
        seed = page["deal_seed"](number)

        assert fixture.deal_seed == seed
        assert fixture.bot_seeds == tuple(page["bot_seed"](seed, rotation, s) for s in range(3))


def test_the_pages_code_gives_the_pages_vectors(page: Map, vectors: Any) -> None:
    """Code and numbers of the page agree, words that are dropped included."""
    seed = bytes.fromhex(vectors["seed"])
    assert seed == page["deal_seed"](7)
    for label, order in vectors["shuffled"].items():
        assert page["shuffled"](seed, label, sorted(order)) == order
    for label, n, number in vectors["below"]:
        assert page["below"](n, page["words"](seed, label)) == number
    for rotation, seat, number in vectors["bot_seeds"]:
        assert page["bot_seed"](seed, rotation, seat) == number


def test_the_vectors_find_an_implementation_that_drops_no_words(page: Map, vectors: Any) -> None:
    """A bare modulo gives other numbers for two of the vectors, and only there."""
    seed = bytes.fromhex(vectors["seed"])

    wrong = [
        label
        for label, n, number in vectors["below"]
        if next(page["words"](seed, label)) % n != number
    ]

    assert wrong == ["vector/16", "vector/17"]


def test_the_first_block_is_the_one_of_the_page() -> None:
    """The table of the first block: message, digest, words and the first exchange."""
    text = (ROOT / PAGE).read_text("utf-8")
    rows = dict(re.findall(r"^\| ([\w ]+) \| (.*) \|$", text, re.MULTILINE))
    message = bytes.fromhex(rows["message"].replace("`", ""))
    digest = hmac.digest(bytes.fromhex(rows["deal seed"].strip("`")), message, hashlib.sha256)
    words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]

    assert message == b"face-to-face/deck/0" + bytes(9)
    assert rows["block 0"] == f"`{digest.hex()}`"
    assert rows["words"] == ", ".join(map(str, words))
    assert rows["the first is taken below 58"].startswith(f"{words[0] % 58}:")
