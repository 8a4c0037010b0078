"""The options of 6 nimmt!, how they bear on one another, and the drafted variants."""

import random

import pytest

from arena.errors import BadOption
from arena.games.six_nimmt import RULES
from arena.model import Outcome
from arena_sdk.six_nimmt import Draft, heads_of
from tests.games.six_nimmt_table import (
    FOUR,
    answer,
    any_legal,
    assert_legal,
    assert_refused,
    dealt,
    kinds,
    options_with,
    play_on,
    rows_of,
    table,
    view_of,
)


def changed(seats=4, **given):
    """What settling these options makes different from the defaults."""
    settled = options_with(seats, **given)
    assert settled.keys() == RULES.defaults.keys()
    return {name: value for name, value in settled.items() if value != RULES.defaults[name]}


# Options


def test_the_defaults():
    """Without options it is the tactical deck to 66, without any variant."""
    assert options_with() == {
        "deck": "tactical",
        "target": 66,
        "deals": None,
        "specials": False,
        "insert_anywhere": False,
        "logic": False,
        "tournament": False,
    }


SPECIAL = {"specials": True, "deck": "full", "target": None, "deals": 2}


@pytest.mark.parametrize(
    ("given", "result"),
    [
        ({"deck": "full"}, {"deck": "full"}),
        ({"deals": 3}, {"deals": 3, "target": None}),
        ({"deals": 3, "target": None}, {"deals": 3, "target": None}),
        ({"target": 100}, {"target": 100}),
        ({"target": 66, "deals": None}, {}),
        ({"deals": None}, {}),
        ({"specials": True}, SPECIAL),
        ({"specials": True, "target": None}, SPECIAL),
        ({"specials": True, "deals": 5}, {**SPECIAL, "deals": 5}),
        ({"specials": True, "target": 66}, {"specials": True, "deck": "full"}),
        ({"specials": True, "deck": "tactical"}, {"specials": True, "deals": 2, "target": None}),
        ({"specials": True, "insert_anywhere": True}, {**SPECIAL, "insert_anywhere": True}),
        ({"logic": True}, {"logic": True}),
        ({"logic": True, "deals": 2}, {"logic": True, "deals": 2, "target": None}),
        ({"tournament": True}, {"tournament": True, "deals": 4, "target": None}),
        ({"tournament": True, "deals": 4}, {"tournament": True, "deals": 4, "target": None}),
        (
            {"tournament": True, "logic": True},
            {"tournament": True, "logic": True, "deals": 4, "target": None},
        ),
    ],
)
def test_an_option_brings_the_defaults_that_go_with_it(given, result):
    """`deals` switches `target` off and the other way round; variants bring their own length."""
    assert changed(**given) == result


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"target": 66, "deals": 2}, "a target or after a number of deals: give one"),
        ({"target": None}, "a target or after a number of deals: give one"),
        ({"specials": True, "target": 66, "deals": 2}, "give one"),
        ({"specials": True, "deals": None, "target": None}, "give one"),
        ({"joker": 1}, "no option 'joker'"),
        ({"Deck": "full"}, "no option 'Deck'"),
        ({"deck": "huge"}, "deck is tactical or full, not 'huge'"),
        ({"deck": None}, "deck is tactical or full, not None"),
        ({"deck": True}, "deck is tactical or full, not True"),
        *(({"target": bad}, f"target is a number .*not {bad!r}") for bad in (0, -1, True, 66.0)),
        *(({"deals": bad}, f"deals is a number .*not {bad!r}") for bad in (0, False, 2.0, "2")),
        ({"specials": 1}, "specials is true or false, not 1"),
        ({"specials": "true"}, "specials is true or false, not 'true'"),
        ({"insert_anywhere": None}, "insert_anywhere is true or false, not None"),
        ({"logic": 0}, "logic is true or false, not 0"),
        ({"tournament": "yes"}, "tournament is true or false, not 'yes'"),
        ({"logic": True, "deck": "full"}, "deck=full"),
        ({"tournament": True, "deck": "full"}, "deck=full"),
        ({"logic": True, "specials": True, "deck": "tactical"}, "specials and the draft"),
        ({"tournament": True, "specials": True, "deck": "tactical"}, "specials and the draft"),
        ({"tournament": True, "deals": 3}, "a tournament of 4 bots has 4 deals"),
        ({"tournament": True, "target": 66}, "a tournament of 4 bots has 4 deals"),
    ],
)
def test_an_option_that_cannot_be_had_is_refused_by_name(given, named):
    """BadOption names what is wrong: the option, its value, or what it does not go with."""
    with pytest.raises(BadOption, match=named):
        options_with(4, **given)


@pytest.mark.parametrize(
    ("given", "few", "many"),
    [
        pytest.param({}, 2, 10, id="E10-base"),
        pytest.param({"specials": True}, 2, 8, id="E10-specials"),
        pytest.param({"logic": True}, 2, 10, id="logic"),
        pytest.param({"tournament": True}, 2, 5, id="tournament"),
    ],
)
def test_the_number_of_players(given, few, many):
    """2 to 10 play; with specials at most 8, as a tournament at most 5."""
    for seats in range(few, many + 1):
        assert len(dealt(seats, **given).hands) == seats
    for seats in (0, 1, few - 1, many + 1, 11):
        with pytest.raises(BadOption, match=f"{few} to {many} bots, not for {seats}|2 to 10"):
            options_with(seats, **given)


def test_target_is_kept_by_specials():
    """With specials and a target, deals are played until somebody has so many heads."""
    *before, last = play_on(dealt(3, specials=True, target=66), any_legal(random.Random(3)))

    assert max(before[-1].totals) < 66 <= max(last.totals)
    assert last.reason == "target"


# The logic draft


def test_the_draft_goes_round_until_all_hold_ten():
    """From the starter clockwise each takes one card; the last four are the rows, ascending."""
    start = dealt(3, logic=True)
    (starter,) = RULES.to_act(start)
    states = list(play_on(start, any_legal(random.Random(8))))[:31]

    assert start.pool == tuple(range(1, 35))
    assert [view_of(state).asks for state in states[:30]] == ["draft"] * 30
    asked = [RULES.to_act(state) for state in states[:30]]
    assert asked == [((starter + i) % 3,) for i in range(30)]
    assert [len(hand) for hand in states[30].hands] == [10, 10, 10]
    assert rows_of(states[30]) == [[card] for card in states[29].pool if card not in drawn(states)]
    assert rows_of(states[30]) == sorted(rows_of(states[30]))
    assert (states[30].asks, states[30].pool) == ("choose", ())


def drawn(states):
    """The card of the last draft."""
    return [event["card"] for event in states[30].news if event["kind"] == "drafted"]


def test_the_starter_comes_from_the_seed_and_the_deal():
    """Any seat may start, and another one may start the next deal."""
    starters = {RULES.to_act(dealt(3, bytes([i]) * 32, logic=True)) for i in range(30)}
    assert starters == {(0,), (1,), (2,)}

    states = play_on(dealt(5, logic=True, deals=8))
    first = {state.deal: RULES.to_act(state) for state in states if len(state.pool) == 54}
    assert len(first) == 8
    assert len(set(first.values())) > 1


def test_only_a_card_of_the_pool_may_be_drafted():
    """A card that somebody took is gone; the stand-in takes the lowest that is left."""
    state = answer(dealt(2, logic=True), Draft(1))

    assert_refused(view_of(state), Draft(1), "drafted 1, which is not in the pool")
    assert_refused(view_of(state), Draft(25), "drafted 25")
    assert_legal(view_of(state), Draft(24))
    assert RULES.stand_in(view_of(state)) == Draft(2)


def test_events_of_a_draft():
    """Every draft is told; the deal is told with the last one, when its rows are known."""
    start = dealt(2, logic=True)
    (starter,) = RULES.to_act(start)
    assert RULES.news(start) == ()
    assert RULES.news(answer(start, Draft(7))) == ({"kind": "drafted", "seat": starter, "card": 7},)

    end = answer(start, *(Draft(card) for card in range(1, 21)))
    assert RULES.news(end) == (
        {"kind": "drafted", "seat": 1 - starter, "card": 20},
        {"kind": "dealt", "deal": 1, "rows": [[21], [22], [23], [24]]},
    )


@pytest.mark.parametrize("variant", ["logic", "tournament"])
def test_a_drafted_view_also_shows_the_pool_and_all_hands(variant):
    """Hands are public when they were drafted; the pool is empty after the draft."""
    start = dealt(2, **{variant: True})
    (starter,) = RULES.to_act(start)
    state = answer(start, Draft(9), Draft(5))

    hands = [[9], [5]] if starter == 0 else [[5], [9]]
    assert RULES.view(state, 0).to_map() == {
        "hand": hands[0],
        "rows": [],
        "revealed": [],
        "heads": [0, 0],
        "totals": [0, 0],
        "deal": 1,
        "trick": 1,
        "pool": [card for card in range(1, 25) if card not in (5, 9)],
        "hands": hands,
    }
    after = RULES.view(table(FOUR, [[44, 46], [45]], **{variant: True}), 1).to_map()
    assert (after["pool"], after["hands"]) == ([], [[44, 46], [45]])


def test_logic_drafts_every_deal_anew():
    """Each deal of a logic game begins with a draft of the whole deck."""
    states = list(play_on(dealt(2, logic=True, deals=2), any_legal(random.Random(2))))
    drafts = [state for state in states if state.asks == "draft" and len(state.pool) == 24]

    assert [(state.deal, state.hands, state.rows) for state in drafts] == [
        (1, ((), ()), ()),
        (2, ((), ()), ()),
    ]
    assert kinds(drafts[1].news)[-1] in ("placed", "took")


# The tournament


def test_a_tournament_drafts_once_and_passes_the_hands_to_the_left():
    """n deals from the same rows; after each the hand of seat s goes to seat s + 1."""
    states = list(play_on(dealt(3, tournament=True), any_legal(random.Random(4))))
    begins = [state for state in states if state.asks == "choose" and len(state.hands[0]) == 10]
    a, b, c = begins[0].hands

    assert [state.deal for state in begins] == [1, 2, 3]
    assert [state.hands for state in begins] == [(a, b, c), (c, a, b), (b, c, a)]
    assert len({state.rows for state in begins}) == 1
    assert sum(state.asks == "draft" for state in states) == 30
    for state in begins[1:]:
        assert state.news[-1] == {"kind": "dealt", "deal": state.deal, "rows": rows_of(state)}


def test_the_lowest_sum_of_a_tournament_wins():
    """Its score is the sum over all deals, one for each seat."""
    states = list(play_on(dealt(4, tournament=True), any_legal(random.Random(4))))
    taken = [0, 0, 0, 0]
    for event in (event for state in states for event in state.news if event["kind"] == "took"):
        taken[event["seat"]] += heads_of(event["cards"])

    places = tuple(1 + sum(other < own for other in taken) for own in taken)
    assert RULES.outcome(states[-1]) == Outcome(tuple(taken), places, "deals")
    assert states[-1].deal == 4
