"""The strong house bots: legal whatever the options, and as strong as their pages say.

Deals are fixed; the long measurements with intervals stand in the README of each bot.
"""

import random
import sys
from statistics import fmean

import pytest

from arena_sdk.local import play
from tests.house.bots import greedy_bot, load, random_bot

pytestmark = pytest.mark.slow

FILES = {
    "planner": ("Planner", ()),
    "team-player": ("TeamPlayer", ("planning",)),
    "sampler": ("Sampler", ("table", "opponent")),
}


@pytest.fixture
def new(monkeypatch):
    """A new bot by its name; it finds the files beside it as if it were run in its folder."""

    def made(name):
        if name == "random":
            return random_bot()
        if name == "greedy":
            return greedy_bot(monkeypatch)
        main, files = FILES[name]
        for file in files:
            monkeypatch.setitem(sys.modules, file, load(name, file))
        return getattr(load(name, "bot"), main)()

    return made


def test_planner_wins_three_games_of_five_or_more(new):
    """Against greedy, on fifteen deals of which each side plays both seats."""
    won = 0
    for seed in range(1, 16):
        won += play(new("planner"), new("greedy"), seed=seed)["scores"][0]
        won += play(new("greedy"), new("planner"), seed=seed)["scores"][1]

    assert won >= 18


@pytest.mark.parametrize("number", range(12))
def test_planner_is_legal_with_any_options(number, new):
    """Hands of one to eight cards, any number that must be laid."""
    dice = random.Random(number)
    hand = dice.randint(1, 8)
    options = {
        "hand": hand,
        "min_cards": dice.randint(1, hand),
        "single_last_card": dice.choice(("loses", "win_if_playable")),
    }

    play(new("planner"), new("random"), seed=number, options=options)


@pytest.mark.parametrize(("league", "most"), [("silent", 9.0), ("signals", 6.0)])
def test_a_team_of_team_players_leaves_few_cards(league, most, new):
    """Two of them on 25 deals; greedy leaves about twenty."""
    left = [
        play(
            *(new("team-player") for _ in range(2)),
            game="the-game",
            seed=seed,
            options={"league": league},
        )["scores"][0]
        for seed in range(16, 41)
    ]

    assert fmean(left) <= most


@pytest.mark.parametrize("number", range(12))
def test_a_team_player_is_legal_in_any_team(number, new):
    """Alone or with others who play at random, in both leagues and with harder rules."""
    dice = random.Random(number)
    seats = dice.randint(1, 5)
    team = [dice.choice(("team-player", "greedy", "random")) for _ in range(seats)]
    team[dice.randrange(seats)] = "team-player"
    options = {"league": dice.choice(("silent", "signals"))}
    options["expert_minus" if dice.random() < 0.3 else "expert"] = dice.random() < 0.4

    play(*map(new, team), game="the-game", seed=number, options=options)


@pytest.mark.parametrize("number", range(8))
def test_a_sampler_is_legal_at_any_table(number, new, monkeypatch):
    """Both decks, with drafts and specials, two to ten seats."""
    bot = new("sampler")
    monkeypatch.setattr(load("sampler", "bot"), "THINK_S", 0.005)
    dice = random.Random(number)
    options = dice.choice(
        [
            {"deals": 1},
            {"deals": 1, "deck": "full"},
            {"specials": True, "deals": 1},
            {"logic": True},
        ]
    )
    seats = dice.randint(2, 6 if "logic" in options or "specials" in options else 10)
    if "logic" in options:
        options = {**options, "deals": 1}
    others = [new(dice.choice(("greedy", "random"))) for _ in range(seats - 1)]

    play(*others, bot, game="six-nimmt", seed=number, options=options)


def test_a_sampler_takes_fewer_heads_than_those_around_it(new):
    """At a table with four that play at random, over three games of the full deck."""
    own, others = 0, 0
    for seed in range(1, 4):
        table = [new("sampler"), *(new("random") for _ in range(4))]
        first, *rest = play(*table, game="six-nimmt", seed=seed, options={"deck": "full"})["scores"]
        own, others = own + first, others + fmean(rest)

    assert own < others / 1.5
