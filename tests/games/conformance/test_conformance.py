"""What holds for every game, variant and number of seats, under random legal play.

A fourth game gets all of this by writing its adapter; see docs/how-to/add-a-game.md.
"""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import records
from arena.errors import BadOption
from arena.games import GAMES, Rules
from arena.model import Map, Outcome
from arena_sdk.errors import IllegalMove, TheirMistake
from arena_sdk.wire import decode, encode
from tests.games.conformance.kit import (
    EVENTS,
    SPECIAL_ARGUMENTS,
    Game,
    Kit,
    Variant,
    brute_force,
    kit_of,
    kits_of,
)
from tests.games.conformance.playing import asked_in, play, play_with_faults
from tests.games.conformance.worlds import Leaky, ask_frame, assert_news_hides, assert_views_hide

pytestmark = pytest.mark.slow  # hundreds of whole games

KITS = kits_of(GAMES)

# One game of every variant for every test, the same for all of them; everything random
# in it comes from its number.
every_variant = pytest.mark.parametrize(
    ("kit", "variant", "number"),
    [
        pytest.param(kit, variant, number, id=f"{name}-{variant.label}")
        for name, kit in KITS.items()
        for number, variant in enumerate(kit.variants)
    ],
)
every_game = pytest.mark.parametrize("kit", KITS.values(), ids=KITS)

UNLIKE = (True, 1.0, {}, b"1")  # of a type that no move has
_ANSWERS = 10_000  # to try on the views of a game


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_kit(name):
    """Whoever adds a game is told which adapter is missing."""
    assert kit_of(name).rules is GAMES[name]


def test_a_missing_kit_is_named():
    """The message says which file to write."""
    with pytest.raises(LookupError, match=r"write tests/games/conformance/old_maid\.py"):
        kit_of("old-maid")


@every_game
def test_the_variants_cover_all_options_and_seats(kit):
    """Every number of seats is tried, and every option with at least two values; what is
    no option or no number of seats is refused."""
    tried = [kit.rules.settle(variant.given, variant.seats) for variant in kit.variants]

    assert {variant.seats for variant in kit.variants} == set(kit.rules.seats)
    assert len({variant.label for variant in kit.variants}) == len(kit.variants)
    for option in kit.rules.defaults:
        assert len({options[option] for options in tried}) > 1, option
    for variant, options in zip(kit.variants, tried, strict=True):
        assert kit.rules.rotations(options, variant.seats) in (1, variant.seats)
    with pytest.raises(BadOption):
        kit.rules.settle({}, kit.rules.seats.stop)
    with pytest.raises(BadOption):
        kit.rules.settle({"no such option": 1}, kit.rules.seats.start)


@every_game
def test_random_play_reaches_every_decision_and_every_end(kit):
    """The properties below say something about every ask and every way to end."""
    games = [play(kit, variant, number) for number, variant in enumerate(kit.variants)]

    views = [
        kit.rules.view(state, seat) for game in games for state, seat in asked_in(kit.rules, game)
    ]
    assert {view.asks for view in views} == set(kit.answers)
    assert {kit.rules.outcome(game.states[-1]).reason for game in games} == kit.reasons


@every_variant
def test_no_card_appears_or_vanishes(kit, variant, number):
    """Between two deals the cards are the same in every state, and a deal has always as many."""
    game = play(kit, variant, number)

    pack = kit.pack(game.options, game.seats)
    dealt = kit.cards([kit.rules.deal(game.options, game.seats, bytes(32))])
    before = kit.cards(game.states[:1])
    for i, state in enumerate(game.states):
        cards = kit.cards(game.states[: i + 1])
        assert cards <= pack
        if i > 0 and any(event["kind"] == "dealt" for event in kit.rules.news(state)):
            assert cards.total() == dealt.total()
        else:
            assert cards == before
        before = cards


@every_variant
def test_every_game_ends_within_its_bound(kit, variant, number):
    """`play` stops at the bound; there is an outcome when nobody acts, and only then."""
    game = play(kit, variant, number)

    *before, last = game.states
    assert [kit.rules.outcome(state) for state in before] == [None] * len(before)
    assert kit.rules.to_act(last) == ()
    outcome = kit.rules.outcome(last)
    assert_well_formed(outcome, game.seats)
    assert outcome.reason in kit.reasons
    for state in before:
        acting = kit.rules.to_act(state)
        assert list(acting) == sorted(set(acting) & set(range(game.seats)))
        assert len({kit.rules.view(state, seat).asks for seat in acting}) == 1


def assert_well_formed(outcome: Outcome, seats: int) -> None:
    """A score and a place for every seat; places are competition ranks (1, 1, 3)."""
    assert len(outcome.scores) == len(outcome.places) == seats
    assert all(type(score) is int for score in outcome.scores)
    for place in outcome.places:
        assert place == 1 + sum(other < place for other in outcome.places)
    assert decode(encode(outcome.to_map())[4:]) == outcome.to_map()


@every_variant
def test_a_record_replays_to_the_same_states(kit, variant, number):
    """Decisions and faults are enough to fold every state again, from JSON too."""
    record, states = play_with_faults(kit, variant, number)

    assert tuple(records.states_of(record)) == states
    document = json.loads(json.dumps(records.to_map(record)))
    assert records.from_map(document) == record
    assert tuple(records.states_of(records.from_map(document))) == states


def accepts(rules: Rules, view: Any, move: Map) -> bool:
    """Whether the referee takes this readable answer to this view."""
    try:
        rules.check(view, rules.read_move(view.asks, move))
    except IllegalMove:
        return False
    return True


def size(move: Map) -> int:
    """How many cards a turn has; other moves have no size."""
    return len(move.get("plays", ()))


def frozen(move: Map) -> str:
    """A move as something that can be compared and put into a set."""
    return json.dumps(move, sort_keys=True)


@every_variant
def test_check_accepts_exactly_what_the_rules_allow(kit, variant, number):
    """`check` agrees with a second reading of the rules on every answer that is tried,
    and `legal_moves` lists each legal answer of the fewest cards once."""
    dice = random.Random(number)
    game = play(kit, variant, number)

    views = [kit.rules.view(state, seat) for state, seat in asked_in(kit.rules, game)]
    dice.shuffle(views)
    deal = kit.rules.deal(game.options, game.seats, dice.randbytes(32))
    views += kit.strange_views(deal, dice)
    tried = 0
    while views and tried < _ANSWERS:
        view = views.pop()
        legal, illegal = brute_force(kit, view, dice)
        for move in legal:
            assert accepts(kit.rules, view, move), (move, view)
        for move in illegal:
            assert not accepts(kit.rules, view, move), (move, view)
        fewest = min(map(size, legal), default=0)
        listed = [frozen(move.to_map()) for move in kit.sdk.legal_moves(view)]
        assert sorted(listed) == sorted({frozen(m) for m in legal if size(m) == fewest}), view
        tried += len(legal) + len(illegal)


@every_variant
def test_only_a_hand_without_a_legal_move_is_stuck(kit, variant, number):
    """Who is asked can answer; who ended the game by being stuck could not."""
    dice = random.Random(number)
    game = play(kit, variant, number)

    seat = kit.stuck(game.states[-1])
    if seat is not None:
        view = kit.rules.view(game.states[-1], seat)
        assert brute_force(kit, view, dice)[0] == []


@every_variant
def test_answers_to_something_else_are_refused(kit, variant, number):
    """A move of another kind is illegal, whatever it says."""
    game = play(kit, variant, number)

    for state, seat in asked_in(kit.rules, game):
        view = kit.rules.view(state, seat)
        for asks, answer in kit.answers.items():
            if asks != view.asks:
                with pytest.raises(IllegalMove):
                    kit.rules.check(view, kit.rules.read_move(asks, answer))


@every_game
def test_answers_that_are_no_move_cannot_be_read(kit):
    """A key that is missing or of another type is unreadable; one too many is ignored."""
    for asks, answer in kit.answers.items():
        move = kit.rules.read_move(asks, answer)
        assert move.kind == asks
        assert kit.rules.read_move(asks, {**answer, "why": [{"deep": None}]}) == move
        for key in answer:
            without = {name: value for name, value in answer.items() if name != key}
            for wrong in (without, *({**answer, key: value} for value in UNLIKE)):
                with pytest.raises(TheirMistake) as caught:
                    kit.rules.read_move(asks, wrong)
                assert caught.value.verdict == "unreadable"


@every_variant
def test_views_survive_the_wire(kit, variant, number):
    """What a bot reads from an ask is the view that the referee made."""
    game = play(kit, variant, number)

    assert decode(encode(game.options)[4:]) == game.options
    for state in game.states[:-1]:
        for seat in range(game.seats):
            view = kit.rules.view(state, seat)
            sent = decode(ask_frame(view)[4:])
            read = kit.sdk.read_view(
                sent["view"], asks=sent["asks"], seat=seat, options=game.options
            )
            assert read == view


@every_variant
def test_moves_survive_the_wire(kit, variant, number):
    """What the referee reads from an answer is the move that the bot made."""
    game = play(kit, variant, number)

    for state, moves in zip(game.states, game.moves, strict=False):
        for seat, move in moves.items():
            asks = kit.rules.view(state, seat).asks
            assert kit.rules.read_move(asks, decode(encode(move.to_map())[4:])) == move


@every_variant
def test_a_state_never_changes(kit, variant, number):
    """No question and no move leaves a trace in the state that it was put to."""
    rules = kit.rules
    game = play(kit, variant, number)

    for state, moves in zip(game.states, game.moves, strict=False):
        state_before, moves_before = copy.deepcopy((state, moves))
        for seat in rules.to_act(state):
            view = rules.view(state, seat)
            rules.check(view, moves[seat])
            rules.stand_in(view)
            view.to_map()
        rules.abandon(state, rules.to_act(state))
        rules.apply(state, moves)
        assert (state, moves) == (state_before, moves_before)


@every_variant
def test_every_event_is_one_of_the_protocol(kit, variant, number):
    """Events have a known kind and exactly its keys, and are plain enough for the wire."""
    game = play(kit, variant, number)

    for state in game.states:
        for event in kit.rules.news(state):
            keys = set(event) - {"kind"}
            assert event["kind"] in EVENTS, event
            if event["kind"] == "special":
                keys -= SPECIAL_ARGUMENTS[event["special"]]
                assert set(event) > SPECIAL_ARGUMENTS[event["special"]]
            assert keys == EVENTS[event["kind"]], event
            assert event.get("seat", 0) in range(game.seats)
            assert decode(encode(event)[4:]) == event


@every_variant
def test_a_stand_in_plays_by_the_rules(kit, variant, number):
    """The referee's own move is legal wherever it has one, and it has one to forgive with."""
    game = play(kit, variant, number)

    for state, seat in asked_in(kit.rules, game):
        view = kit.rules.view(state, seat)
        move = kit.rules.stand_in(view)
        if move is not None:
            kit.rules.check(view, move)
        assert move is not None or not kit.rules.forgives(state, "illegal")


@every_variant
def test_a_game_that_bots_leave_has_an_outcome(kit, variant, number):
    """Any seats may drop out at any moment; the game ends at once or is played to its end."""
    dice = random.Random(number)
    game = play(kit, variant, number)

    for state in dice.sample(game.states[:-1], min(3, len(game.moves))):
        seats = tuple(seat for seat in range(game.seats) if dice.random() < 0.5) or (0,)
        after = kit.rules.abandon(state, seats)
        assert kit.rules.news(after) == ()
        for _ in range(kit.bound(game.options, game.seats)):
            acting = kit.rules.to_act(after)
            if not acting:
                break
            views = {seat: kit.rules.view(after, seat) for seat in acting}
            after = kit.rules.apply(
                after, {seat: kit.rules.stand_in(view) for seat, view in views.items()}
            )
        outcome = kit.rules.outcome(after)
        assert_well_formed(outcome, game.seats)
        if not kit.rules.is_team and len(seats) < game.seats:
            stayed = [place for seat, place in enumerate(outcome.places) if seat not in seats]
            assert max(stayed) < min(outcome.places[seat] for seat in seats)


@every_variant
def test_a_seed_is_a_deal(kit, variant, number):
    """The same seed deals the same cards, and other seeds deal others."""
    options = kit.rules.settle(variant.given, variant.seats)
    seeds = [random.Random(number + i).randbytes(32) for i in range(16)]

    tables = set()
    for seed in seeds:
        state = kit.rules.deal(options, variant.seats, seed)
        assert state == kit.rules.deal(dict(options), variant.seats, bytes(seed))
        views = [kit.rules.view(state, seat).to_map() for seat in range(variant.seats)]
        tables.add(frozen({"views": views, "to_act": list(kit.rules.to_act(state))}))
    assert len(tables) > 1


@every_variant
def test_a_view_depends_on_nothing_hidden(kit, variant, number):
    """Permute all that a seat cannot see: the bytes of its ask are the same, in every state."""
    assert_views_hide(kit, kit.rules, play(kit, variant, number), random.Random(number))


@every_variant
def test_what_a_seat_is_told_depends_on_nothing_hidden(kit, variant, number):
    """Permute what stays hidden from a seat until its next ask and let all others play as
    they did: the events and the view of that ask, or the outcome, are the same bytes."""
    assert_news_hides(kit, kit.rules, play(kit, variant, number), random.Random(number))


def secret_names() -> list[Any]:
    """Every secret of every game, with the variants that have it."""
    found: dict[tuple[str, str], list[Variant]] = {}
    for name, kit in KITS.items():
        for variant in kit.variants:
            options = kit.rules.settle(variant.given, variant.seats)
            state = kit.rules.deal(options, variant.seats, bytes(32))
            for secret in kit.secrets(state, 0):
                found.setdefault((name, secret), []).append(variant)
    return [
        pytest.param(KITS[name], secret, variants, id=f"{name}-{secret}")
        for (name, secret), variants in found.items()
    ]


every_secret = pytest.mark.parametrize(("kit", "secret", "variants"), secret_names())


@every_secret
@pytest.mark.parametrize(
    ("where", "assert_hides"), [("view", assert_views_hide), ("news", assert_news_hides)]
)
def test_a_leak_would_be_noticed(
    kit: Kit,
    secret: str,
    variants: list[Variant],
    where: str,
    assert_hides: Callable[[Kit, Rules, Game, random.Random], None],
) -> None:
    """The two tests above fail for rules that show any one of a game's secrets."""
    leaky: Any = Leaky(kit, secret, 0, where)

    noticed = 0
    for number, variant in enumerate(variants[:12]):
        game = play(kit, variant, number)
        assert_hides(kit, kit.rules, game, random.Random(number))
        try:
            assert_hides(kit, leaky, game, random.Random(number))
        except AssertionError:
            noticed += 1
    assert noticed


PROPERTIES = [
    test_no_card_appears_or_vanishes,
    test_every_game_ends_within_its_bound,
    test_a_record_replays_to_the_same_states,
    test_check_accepts_exactly_what_the_rules_allow,
    test_only_a_hand_without_a_legal_move_is_stuck,
    test_answers_to_something_else_are_refused,
    test_views_survive_the_wire,
    test_moves_survive_the_wire,
    test_a_state_never_changes,
    test_every_event_is_one_of_the_protocol,
    test_a_stand_in_plays_by_the_rules,
    test_a_game_that_bots_leave_has_an_outcome,
    test_a_view_depends_on_nothing_hidden,
    test_what_a_seat_is_told_depends_on_nothing_hidden,
]


every_property = pytest.mark.parametrize(
    "holds", PROPERTIES, ids=lambda test: test.__name__.removeprefix("test_")
)


def assert_holds(holds: Callable[..., None], kit: Kit, data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(kit.variants), "variant")
    holds(kit, variant, data.draw(st.integers(0, 2**32 - 1), "number"))


@every_game
@every_property
@settings(max_examples=4)
@given(data=st.data())
def test_it_holds_in_any_game(kit, holds, data):
    """Each property above, in games that hypothesis looks for."""
    assert_holds(holds, kit, data)


@pytest.mark.slow
@every_game
@every_property
@settings(max_examples=40)
@given(data=st.data())
def test_it_holds_in_many_games(kit, holds, data):
    """The same in many more games."""
    assert_holds(holds, kit, data)
