"""What a bot is sent, frame by frame: the public contract to the letter."""

import pytest

from tests.play.memory import honest, referee

OPTIONS = {
    "face-to-face": ({}, {"min_cards": 2, "hand": 6, "single_last_card": "loses"}),
    "the-game": (
        {"expert": True},
        {"league": "signals", "expert": True, "expert_minus": False},
    ),
    "six-nimmt": (
        {},
        {
            "deck": "tactical",
            "target": 66,
            "deals": None,
            "specials": False,
            "insert_anywhere": False,
            "logic": False,
            "tournament": False,
        },
    ),
}


async def test_hello_tells_the_limits_that_are_kept(autojump_clock):
    """hello carries protocol 1 and all six limits, by the names of the contract."""
    _, (bot, _) = await referee("face-to-face", [honest(), honest()])

    assert bot.frames[0] == {
        "type": "hello",
        "protocol": 1,
        "limits": {
            "clock": "wall",
            "start_ms": 10000,
            "move_ms": 500,
            "game_ms": 10000,
            "memory_mb": 512,
            "frame_bytes": 65536,
        },
    }


@pytest.mark.parametrize("game", OPTIONS)
async def test_start_carries_every_option(game, autojump_clock):
    """start.options holds all options of the game, given or not."""
    given, expected = OPTIONS[game]

    _, bots = await referee(game, [honest(), honest()], options=given)

    for seat, bot in enumerate(bots):
        start = bot.frames[1]
        assert start["options"] == expected
        assert (start["type"], start["rules"], start["seat"], start["seats"]) == (
            "start",
            game,
            seat,
            2,
        )
        assert 0 <= start["seed"] < 2**53


async def test_specials_change_the_defaults(autojump_clock):
    """With specials the defaults are the full deck and two deals instead of a target."""
    _, (bot, _) = await referee("six-nimmt", [honest(), honest()], options={"specials": True})

    options = bot.frames[1]["options"]
    assert (options["deck"], options["target"], options["deals"]) == ("full", None, 2)


@pytest.mark.parametrize("game", OPTIONS)
async def test_turns_count_from_one_for_each_bot_and_game(game, autojump_clock):
    """`turn` is 1, 2, 3 … within a game and `game` 1, 2 … within a process."""
    _, bots = await referee(game, [honest(), honest()], games=2)

    for bot in bots:
        starts = [message["game"] for message in bot.frames if message["type"] == "start"]
        assert starts == [1, 2]
        for game_id in starts:
            turns = [ask["turn"] for ask in bot.asks if ask["game"] == game_id]
            assert turns == list(range(1, len(turns) + 1))


@pytest.mark.parametrize("game", OPTIONS)
async def test_every_public_event_reaches_every_seat_once(game, autojump_clock):
    """The events of a bot's asks and its over, put together, are the same for all seats."""
    _, bots = await referee(game, [honest(), honest(), honest()][: 2 if "face" in game else 3])

    heard = [
        [event for message in bot.frames for event in message.get("events", ())] for bot in bots
    ]
    assert heard[0]
    assert all(events == heard[0] for events in heard)


async def test_a_bot_hears_its_own_move_too(autojump_clock):
    """The events of an ask hold all since the bot's last ask, its own move included."""
    _, (first, second) = await referee("face-to-face", [honest(), honest()])

    assert first.asks[0]["events"] == []
    assert [event["seat"] for event in second.asks[0]["events"]] == [0]
    assert [event["seat"] for event in first.asks[1]["events"]] == [0, 1]


async def test_events_of_the_game_have_their_shape(autojump_clock):
    """wished, signalled and played carry the seat and the words of the contract."""
    _, bots = await referee("the-game", [honest(), honest()])

    events = [event for message in bots[0].frames for event in message.get("events", ())]
    by_kind = {event["kind"]: event for event in events}
    assert set(by_kind) == {"wished", "signalled", "played"}
    assert set(by_kind["wished"]) == {"kind", "seat", "wish"}
    assert set(by_kind["signalled"]) == {"kind", "seat", "signals"}
    assert set(by_kind["played"]) == {"kind", "seat", "plays", "drew"}


async def test_all_wish_first_and_every_other_seat_signals_before_each_turn(autojump_clock):
    """League signals: all wish, then before each turn all others who hold cards signal."""
    _, bots = await referee("the-game", [honest() for _ in range(3)])

    assert all(bot.asks[0]["asks"] == "wish" for bot in bots)
    assert all(bot.asks[0]["view"]["to_play"] is None for bot in bots)
    for bot in bots:
        seat = bot.frames[1]["seat"]
        for ask in bot.asks[1:]:
            mine = ask["view"]["to_play"] == seat
            assert ask["asks"] == ("play" if mine else "signal")


async def test_a_silent_league_never_talks(autojump_clock):
    """In league silent nobody is asked to wish or signal, and views have no signals."""
    _, bots = await referee("the-game", [honest(), honest()], options={"league": "silent"})

    asks = [ask for bot in bots for ask in bot.asks]
    assert {ask["asks"] for ask in asks} == {"play"}
    assert all("signals" not in ask["view"] for ask in asks)
    assert bots[0].asks[0]["view"]["to_play"] == 0


VIEWS = {
    ("face-to-face", ()): {"hand", "own", "opp", "need"},
    ("the-game", ()): {"hand", "piles", "deck", "hands", "need", "to_play", "signals"},
    ("six-nimmt", ()): {"hand", "rows", "revealed", "heads", "totals", "deal", "trick"},
    ("six-nimmt", (("specials", True),)): {
        *("hand", "rows", "revealed", "heads", "totals", "deal", "trick"),
        *("specials", "special_counts", "special_deck", "special_discards", "markers"),
    },
    ("six-nimmt", (("logic", True), ("deals", 1))): {
        *("hand", "rows", "revealed", "heads", "totals", "deal", "trick"),
        *("pool", "hands"),
    },
}


@pytest.mark.parametrize(("game", "options"), VIEWS)
async def test_views_hold_exactly_the_keys_of_the_contract(game, options, autojump_clock):
    """A view has the keys of its game and variant, no more and no fewer."""
    _, bots = await referee(game, [honest(), honest()], options=dict(options))

    for bot in bots:
        for ask in bot.asks:
            assert set(ask) == {"type", "game", "turn", "asks", "view", "events", "clock"}
            assert set(ask["view"]) == VIEWS[game, options]


@pytest.mark.parametrize("game", OPTIONS)
async def test_over_tells_the_outcome_and_bye_ends(game, autojump_clock):
    """over carries scores, places and reason; no frame but those of the contract is sent."""
    record, bots = await referee(game, [honest(), honest()])

    for bot in bots:
        over = bot.frames[-1]
        assert set(over) == {"type", "game", "outcome", "events"}
        assert over["outcome"] == record.outcome.to_map()
        assert set(over["outcome"]) == {"scores", "places", "reason"}


async def test_no_ask_depends_on_a_simultaneous_answer(autojump_clock):
    """Until the reveal, seat 1 is sent the same bytes whatever seat 0 has chosen."""

    def lowest(view, ask):
        return {"card": min(view.hand)} if ask["asks"] == "choose" else None

    def highest(view, ask):
        return {"card": max(view.hand)} if ask["asks"] == "choose" else None

    _, (_, one) = await referee("six-nimmt", [honest(lowest), honest()])
    _, (_, other) = await referee("six-nimmt", [honest(highest), honest()])

    first_ask = one.frames.index(one.asks[0])
    assert one.raw[: first_ask + 1] == other.raw[: first_ask + 1]
    assert one.raw != other.raw


async def test_specials_are_asked_before_the_take_and_the_swap_after_it(autojump_clock):
    """For each card of a trick: special, then take if it is too low, then swap."""
    orders = set()
    for seed in range(1, 6):
        _, bots = await referee(
            "six-nimmt", [honest() for _ in range(4)], seed=seed, options={"specials": True}
        )
        for bot in bots:
            asks = [ask["asks"] for ask in bot.asks]
            for trick in " ".join(asks).split("choose"):
                orders.add(tuple(trick.split()))
    expected = [("special", "take", "swap"), ("special",), ("special", "take"), ("special", "swap")]
    assert orders <= {(), ("take",), ("swap",), ("take", "swap"), *expected}
    assert ("special", "take", "swap") in orders
