"""Plans: stored and read again, compared in words, and refused where they cannot be played."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import BadOption, OrganiserError
from arena.games import GAMES
from arena.model import Guarantees, Limits
from arena.plan import FORMATS, BadPlan, Field, Plan, differences, fields_of, usual_seats
from arena.submissions import Submission
from tests.schedule.contest import pool_of

GUARANTEE = st.sampled_from([True, False, "approximate"])
PLANS = st.builds(
    Plan,
    games=st.lists(st.sampled_from([*GAMES]), unique=True).map(tuple),
    options=st.dictionaries(
        st.text(max_size=6), st.none() | st.booleans() | st.integers(0, 99) | st.text(max_size=6)
    ),
    seats=st.lists(st.integers(1, 10)).map(tuple),
    format=st.sampled_from(FORMATS),
    challenger=st.none() | st.text(),
    cross_play=st.integers(0, 50),
    until_settled=st.none() | st.integers(1, 9),
    hours=st.none() | st.floats(0.1, 1000),
    sitting=st.integers(1, 20),
    pace_ms=st.integers(0, 500),
    experiment=st.none() | st.integers(),
    weights=st.dictionaries(st.text(max_size=6), st.floats(0, 100)),
    compare=st.none() | st.tuples(st.floats(-100, 0), st.floats(1, 100)),
    limits=st.builds(Limits, *[st.integers(1, 10**6)] * 4),
    packages=st.lists(st.text()).map(tuple),
    sandbox=st.sampled_from(["bubblewrap", "docker", "unsafe"]),
    guarantees=st.builds(Guarantees, *[GUARANTEE] * len(Guarantees._fields)),
)


def bot(name, *games):
    return Submission(name, Path("/nowhere"), ("true",), games)


def bots(*names):
    return [bot(name) for name in names]


def described(fields):
    return {field.pool.text: field.bots for field in fields}


def through_json(value):
    return json.loads(json.dumps(value))


@settings(max_examples=50)
@given(PLANS)
def test_a_plan_survives_being_stored(plan):
    """Through JSON and back it is the same plan, of the same types."""
    again = Plan.from_map(through_json(plan.to_map()))

    assert again == plan
    assert [type(value) for value in again] == [type(value) for value in plan]
    assert differences(plan.to_map(), again.to_map()) == []


@given(st.sampled_from([pool_of(), pool_of("six-nimmt", 4, deals=3)]), st.lists(st.text()))
def test_a_field_survives_being_stored(pool, names):
    """With its pool and all its bots, in their order."""
    field = Field(pool, tuple(names))

    assert Field.from_map(through_json(field.to_map())) == field


# For every wish another one, and how the difference is told.
OTHER = {
    "games": (("six-nimmt",), "--game was not given and is now six-nimmt"),
    "options": ({"hand": 7}, "--option hand was not given and is now 7"),
    "seats": ((2, 3), "--seats was not given and is now 2, 3"),
    "format": ("swiss", "--format was round-robin and is now swiss"),
    "challenger": ("ada", "--challenger was not given and is now ada"),
    "cross_play": (4, "--cross-play was 0 and is now 4"),
    "until_settled": (3, "--until-settled was not given and is now 3"),
    "hours": (1.5, "--hours was not given and is now 1.5"),
    "sitting": (1, "--sitting was 8 and is now 1"),
    "pace_ms": (20, "--pace was 0 and is now 20"),
    "experiment": (0, "--seed was not given and is now 0"),
    "weights": ({"the-game": 2.0}, "arena.toml: weights the-game was not given and is now 2.0"),
    "compare": ((0.0, 20.0), "--elo0 and --elo1 was not given and is now 0.0, 20.0"),
    "limits": (Limits(move_ms=600), "--move-ms was 500 and is now 600"),
    "packages": (("numpy",), "arena.toml: python was not given and is now numpy"),
    "sandbox": ("docker", "--sandbox was bubblewrap and is now docker"),
    "guarantees": (Guarantees(net=True), "guarantee net was False and is now True"),
}


@pytest.mark.parametrize("name", Plan._fields)
def test_whatever_changes_is_named_and_nothing_else(name):
    """By the name of its flag, one sentence for each wish that is another one now."""
    value, sentence = OTHER[name]
    before, now = Plan().to_map(), Plan()._replace(**{name: value}).to_map()

    assert differences(before, now) == [sentence]
    assert differences(before, before) == []


@given(st.sets(st.sampled_from(Plan._fields)))
def test_several_changes_are_named_in_order(names):
    """Each once, whichever way one looks at them."""
    other = Plan()._replace(**{name: OTHER[name][0] for name in names})
    expected = sorted(OTHER[name][1] for name in names)

    told = differences(Plan().to_map(), through_json(other.to_map()))

    assert told == expected
    assert len(differences(other.to_map(), Plan().to_map())) == len(names)


def test_one_limit_of_several_is_named_alone():
    """The others stand beside it unchanged."""
    before, now = Plan(limits=Limits(1, 2, 3, 4)), Plan(limits=Limits(1, 2, 33, 44))

    assert differences(before.to_map(), now.to_map()) == [
        "--game-ms was 3 and is now 33",
        "--memory-mb was 4 and is now 44",
    ]


@pytest.mark.parametrize(
    ("plan", "who", "sentence"),
    [
        (Plan(), [], r"needs 2 bots and no bot can play; add one, or copy a house bot"),
        (Plan(), bots("ada"), r"needs 2 bots and only 'ada' can play; add one"),
        (
            Plan(games=("the-game",)),
            [bot("ada", "the-game"), bot("bob", "six-nimmt"), bot("cy", "face-to-face")],
            r"the-game needs 2 bots and 1 of 3 play it by their bot\.toml; leave the game out",
        ),
        (
            Plan(games=("six-nimmt",), seats=(4,)),
            bots("ada", "bob", "cy"),
            r"six-nimmt: 4 seats needs 4 bots and 3 came; ask for fewer --seats",
        ),
        (
            Plan(games=("the-game",), seats=(3,), cross_play=5),
            bots("ada", "bob"),
            r"the-game: --cross-play with 3 seats needs 3 bots and 2 came; ask for fewer --seats",
        ),
        (
            Plan(games=("the-game",), format="swiss"),
            bots("ada", "bob"),
            r"--format swiss is for face-to-face, and this contest plays the-game; add --game",
        ),
        (
            Plan(format="knockout"),
            [bot("ada", "face-to-face", "six-nimmt"), bot("bob", "face-to-face", "six-nimmt")],
            r"--format knockout is for face-to-face, and this contest plays six-nimmt;",
        ),
        (
            Plan(format="gauntlet"),
            bots("ada", "bob"),
            r"--format gauntlet needs --challenger BOT, one of ada, bob$",
        ),
        (
            Plan(format="gauntlet", challenger="eve"),
            bots("ada", "bob"),
            r"one of ada, bob; it is 'eve'",
        ),
    ],
)
def test_a_contest_that_cannot_be_played_is_refused(plan, who, sentence):
    """With one sentence that names the cause and the remedy."""
    with pytest.raises(BadPlan, match=sentence) as refused:
        fields_of(plan, who)

    assert isinstance(refused.value, OrganiserError)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (
            Plan(options={"hnad": 7}),
            r"face-to-face has no option 'hnad'; it has hand, min_cards, single_last_card",
        ),
        (
            Plan(games=("the-game", "six-nimmt"), options={"hand": 7}),
            r"the-game has no option 'hand'; it has expert, expert_minus, league",
        ),
        (Plan(options={"hand": 99}), r"face-to-face: hand is a number from 1 to 10, not 99"),
        (Plan(games=("the-game",), seats=(6,)), r"the-game is for 1 to 5 bots"),
        (Plan(games=("six-nimmt",), seats=(1,)), r"six-nimmt is for 2 to 10 bots"),
        (Plan(seats=(2, 3)), r"face-to-face is for 2 bots, not for 3"),
    ],
)
def test_an_option_that_nobody_knows_is_refused(plan, sentence):
    """With what there is."""
    with pytest.raises(BadOption, match=sentence):
        fields_of(plan, bots("ada", "bob"))


def test_the_games_are_those_that_two_or_more_bots_name():
    """Each with the bots that name it, in the order of names; what one alone plays is left out."""
    who = [
        bot("cy", "the-game", "six-nimmt"),
        bot("ada", "six-nimmt", "the-game"),
        bot("bob", "the-game", "face-to-face"),
    ]

    assert described(fields_of(Plan(), who)) == {
        "the-game/2": ("ada", "bob", "cy"),
        "six-nimmt/2": ("ada", "cy"),
    }


def test_who_names_nothing_plays_face_to_face():
    """Beside those who name it too, and never a game that only others named."""
    assert described(fields_of(Plan(), bots("bob", "ada"))) == {"face-to-face/2": ("ada", "bob")}

    who = [bot("ada"), bot("bob", "face-to-face"), bot("cy", "face-to-face", "the-game")]
    assert described(fields_of(Plan(), who)) == {"face-to-face/2": ("ada", "bob", "cy")}

    who = [bot("ada"), bot("bob", "the-game"), bot("cy", "the-game")]
    assert described(fields_of(Plan(), who)) == {"the-game/2": ("bob", "cy")}


def test_a_game_that_was_asked_for_is_played_by_all_who_do_not_say_otherwise():
    """Who names other games stays out of it."""
    who = [bot("ada"), bot("bob"), bot("cy", "six-nimmt")]

    assert described(fields_of(Plan(games=("the-game",)), who)) == {"the-game/2": ("ada", "bob")}


def test_pools_come_in_one_order():
    """Whatever the order of the flags: games as they are listed, seats from small to large."""
    one = fields_of(Plan(games=("six-nimmt", "the-game"), seats=(3, 2, 3)), bots(*"abc"))
    other = fields_of(Plan(games=("the-game", "six-nimmt"), seats=(2, 3)), bots(*"cba"))

    assert one == other
    assert [*described(one)] == ["the-game/2", "the-game/3", "six-nimmt/2", "six-nimmt/3"]


@pytest.mark.parametrize(
    ("game", "count", "seats"),
    [
        ("face-to-face", 2, 2),
        ("face-to-face", 30, 2),
        ("the-game", 2, 2),
        ("the-game", 30, 2),
        ("six-nimmt", 2, 2),
        ("six-nimmt", 4, 4),
        ("six-nimmt", 5, 5),
        ("six-nimmt", 30, 5),
    ],
)
def test_how_many_sit_down_if_nobody_says(game, count, seats):
    """Two; at 6 nimmt! five, or all if there are fewer."""
    who = bots(*(f"bot{number}" for number in range(count)))

    (field,) = fields_of(Plan(games=(game,)), who)

    assert field.pool.seats == usual_seats(GAMES[game], count) == seats


def test_seats_are_for_games_that_leave_a_choice():
    """Face to Face is for two whatever is asked for; a team may be larger than the field."""
    plan = Plan(games=("face-to-face", "the-game"), seats=(4,))

    assert [*described(fields_of(plan, bots("ada", "bob")))] == ["face-to-face/2", "the-game/4"]


def test_an_option_goes_to_the_games_that_have_it():
    """The others play as usual."""
    plan = Plan(games=("face-to-face", "the-game"), options={"hand": 7, "league": "silent"})

    assert [*described(fields_of(plan, bots("ada", "bob")))] == [
        "face-to-face/hand=7/2",
        "the-game/league=silent/2",
    ]


def test_who_is_suspended_leaves_the_game():
    """That game alone, with all its numbers of seats; a game with too few left is not played."""
    plan = Plan(games=("face-to-face", "the-game"), seats=(2, 3))

    one = fields_of(plan, bots(*"abc"), {("the-game", "b")})
    two = fields_of(plan, bots(*"abc"), {("the-game", "b"), ("the-game", "c")})

    assert described(one) == {
        "face-to-face/2": ("a", "b", "c"),
        "the-game/2": ("a", "c"),
        "the-game/3": ("a", "c"),
    }
    assert described(two) == {"face-to-face/2": ("a", "b", "c")}


def test_a_contest_of_suspended_bots_is_refused():
    """There is nobody to play against."""
    with pytest.raises(BadPlan, match="too few bots are left that are not suspended; mend one"):
        fields_of(Plan(), bots("ada", "bob"), {("face-to-face", "ada")})


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_is_for_face_to_face(format_):
    """A challenger, where one is needed, is one of the bots."""
    (field,) = fields_of(Plan(format=format_, challenger="bob"), bots("cy", "bob", "ada"))

    assert field == Field(pool_of(), ("ada", "bob", "cy"))
