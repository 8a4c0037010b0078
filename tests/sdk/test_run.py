"""`run(bot)` on real pipes: a bot's life from ready to bye."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.sdk.raw import NIMMT_VIEW, TEAM_VIEW, Ended, frame, hello, talking_to
from tests.sdk.sources import (
    DICE,
    LOWEST,
    failed_at_an_ask,
    play_one_ask,
    said_after_one_ask,
    source,
)


def test_a_bot_says_that_it_is_ready(tmp_path: Path) -> None:
    """The answer to hello is ready, of protocol 1, and names the SDK."""
    with talking_to(tmp_path, LOWEST) as bot:
        ready = bot.greet()

    assert ready.pop("sdk").startswith("arena_sdk ")
    assert ready == {"type": "ready", "protocol": 1}


def test_a_function_is_given_every_view(tmp_path: Path) -> None:
    """A function is called for every decision and tells them apart by view.asks."""
    every = """
        from arena_sdk import run
        from arena_sdk.the_game import EAGER, KEEP_OFF, NONE, UP_1, Play, Signal, Turn, Wish

        def bot(view):
            if view.asks == "wish":
                return Wish(EAGER)
            if view.asks == "signal":
                return Signal((KEEP_OFF, NONE, NONE, NONE))
            return Turn((Play(view.hand[0], UP_1), Play(view.hand[1], UP_1)))

        run(bot)
    """
    with talking_to(tmp_path, dedent(every)) as bot:
        bot.greet()
        bot.start("the-game")

        assert bot.ask("wish", TEAM_VIEW | {"to_play": None}) == {"wish": "eager"}
        assert bot.ask("signal", TEAM_VIEW | {"to_play": 1}) == {
            "signals": ["keep_off", "none", "none", "none"]
        }
        assert bot.ask("play") == {"plays": [[5, "up_1"], [12, "up_1"]]}


def test_an_object_has_one_method_a_decision(tmp_path: Path) -> None:
    """Of an object the method named like the ask is called."""
    methods = """
        from arena_sdk import run
        from arena_sdk.six_nimmt import Choose, Draft, Special, Swap, Take

        class Bot:
            def draft(self, view):
                return Draft(view.pool[-1])

            def choose(self, view):
                return Choose(view.hand[-1])

            def take(self, view):
                return Take(2)

            def special(self, view):
                return Special("stop", row=1)

            def swap(self, view):
                return Swap("flip")

        run(Bot())
    """
    with talking_to(tmp_path, dedent(methods)) as bot:
        bot.greet()
        bot.start("six-nimmt")

        assert bot.ask("draft", NIMMT_VIEW | {"pool": [6, 8], "hands": [[], []]}) == {"card": 8}
        assert bot.ask("choose") == {"card": 23}
        assert bot.ask("take") == {"row": 2}
        assert bot.ask("special") == {"special": "stop", "row": 1}
        assert bot.ask("swap") == {"give": "flip"}


def test_an_object_that_leaves_methods_out_keeps_silent(tmp_path: Path) -> None:
    """Without wish, signal, special and swap a bot says neutral, nothing, none and none."""
    with talking_to(tmp_path, "from arena_sdk import run\nrun(object())\n") as bot:
        bot.greet()
        bot.start("the-game")
        assert bot.ask("wish") == {"wish": "neutral"}
        assert bot.ask("signal") == {"signals": ["none"] * 4}
        bot.over()
        bot.start("six-nimmt")
        assert bot.ask("special") == {"special": None}
        assert bot.ask("swap") == {"give": None}
        bot.over()
        assert bot.bye() == Ended(0, "", b"")


def test_a_decision_nobody_can_make_is_named(tmp_path: Path) -> None:
    """An object without a method that it needs ends with that method's name."""
    ended = failed_at_an_ask(
        tmp_path, "from arena_sdk import run\nrun(object())\n", "six-nimmt", "choose"
    )

    assert ended.code != 0
    assert "TypeError: the bot has no method 'choose'" in ended.stderr


def test_a_view_brings_its_seat_options_events_and_clock(tmp_path: Path) -> None:
    """What comes with the start and with the ask can be read from the view."""
    looks = source("print(view.seat, view.options['deck'], view.events, view.clock.move_ms)")
    event = {"kind": "placed", "seat": 1, "card": 8, "row": 0}
    with talking_to(tmp_path, looks) as bot:
        bot.greet()
        bot.start("six-nimmt", seat=1)
        bot.ask("choose", events=[event], clock={"move_ms": 321, "game_ms": 4321})
        bot.over()
        ended = bot.bye()

    assert ended.stderr == f"1 tactical ({event!r},) 321\n"


def test_hooks_get_the_message(tmp_path: Path) -> None:
    """`start` and `over` of an object are called with what the referee said."""
    hooks = """
        from arena_sdk import run
        from arena_sdk.six_nimmt import Choose

        class Bot:
            def start(self, start):
                print(start.rules, start.seat, start.seats, start.seed, start.options["target"])

            def choose(self, view):
                print("choose")
                return Choose(view.hand[0])

            def over(self, over):
                print(over.outcome["scores"], over.outcome["reason"], over.events)

        run(Bot())
    """
    with talking_to(tmp_path, dedent(hooks)) as bot:
        bot.greet()
        bot.start("six-nimmt", seat=2, seats=4, seed=99)
        bot.ask("choose")
        outcome = {"scores": [70, 3, 4, 5], "places": [4, 1, 2, 3], "reason": "target"}
        bot.over(outcome=outcome, events=[{"kind": "revealed", "cards": []}])
        ended = bot.bye()

    assert ended.stderr.splitlines() == [
        "six-nimmt 2 4 99 66",
        "choose",
        "[70, 3, 4, 5] target [{'kind': 'revealed', 'cards': []}]",
    ]


def cards_with_dice(folder: Path, *seeds: int) -> list[list[int]]:
    """What DICE chooses in games with these seeds, all in one process."""
    games = []
    with talking_to(folder, DICE) as bot:
        bot.greet()
        for seed in seeds:
            bot.start("six-nimmt", seed=seed)
            games.append([bot.ask("choose")["card"] for _ in range(12)])
            bot.over()
    return games


def test_dice_are_seeded_with_the_games_seed(tmp_path: Path) -> None:
    """The same seed gives a bot with random the same moves, in any process and any game."""
    first, second, again = cards_with_dice(tmp_path, 2**53 - 1, 5, 2**53 - 1)
    (elsewhere,) = cards_with_dice(tmp_path, 2**53 - 1)

    assert first == again == elsewhere
    assert first != second


def test_random_is_not_loaded_for_a_bot_without_dice(tmp_path: Path) -> None:
    """A bot that does not import random is not made to load it."""
    looks = source("import sys\nprint('random' in sys.modules)")

    assert said_after_one_ask(tmp_path, looks) == "False\n"


def test_one_process_plays_several_games(tmp_path: Path) -> None:
    """Game after game in one process, of different rules, each answered with its own number."""
    either = """
        from arena_sdk import run
        from arena_sdk import face_to_face, six_nimmt

        class Bot:
            games = 0

            def start(self, start):
                self.games += 1
                print(self.games, start.game, start.rules)

            def choose(self, view):
                return six_nimmt.Choose(view.hand[0])

            def play(self, view):
                low, high = view.hand[0], view.hand[-1]
                return face_to_face.Turn(
                    (face_to_face.Play(low, "own_up"), face_to_face.Play(high, "own_down"))
                )

        run(Bot())
    """
    with talking_to(tmp_path, dedent(either)) as bot:
        bot.greet()
        for _ in range(3):
            bot.start("six-nimmt")
            assert [bot.ask("choose")["card"] for _ in range(3)] == [3, 3, 3]
            bot.over()
            bot.start("face-to-face")
            assert bot.ask("play") == {"plays": [[5, "own_up"], [58, "own_down"]]}
            bot.over()
        ended = bot.bye()

    names = ("six-nimmt", "face-to-face") * 3
    assert ended.code == 0
    assert ended.stderr.splitlines() == [f"{i} {i} {name}" for i, name in enumerate(names, 1)]


def test_bye_ends_the_bot(tmp_path: Path) -> None:
    """After bye a bot ends with code 0 and without a word, though its stdin is still open."""
    with talking_to(tmp_path, LOWEST) as bot:
        play_one_ask(bot)
        bot.write(frame({"type": "bye"}))

        assert bot.wait() == Ended(0, "", b"")


@pytest.mark.parametrize("after", ["hello", "start", "ask", "half a frame"])
def test_the_end_of_stdin_ends_the_bot_quietly(tmp_path: Path, after: str) -> None:
    """A referee that is gone without bye is no error of the bot, whenever that happens."""
    with talking_to(tmp_path, LOWEST) as bot:
        bot.greet()
        if after in ("start", "ask"):
            bot.start("six-nimmt")
        if after == "ask":
            bot.ask("choose")
        if after == "half a frame":
            bot.write(bot.start_frame("six-nimmt")[:-5])

        assert bot.end() == Ended(0, "", b"")


def test_frames_may_come_byte_by_byte(tmp_path: Path) -> None:
    """How the referee's bytes are cut into pieces makes no difference."""
    with talking_to(tmp_path, LOWEST) as bot:

        def drip(data: bytes) -> None:
            for i in range(len(data)):
                bot.write(data[i : i + 1])

        drip(hello())
        assert bot.hear()["type"] == "ready"
        drip(bot.start_frame("six-nimmt") + bot.ask_frame("choose"))
        assert bot.hear_move() == {"card": 3}
        drip(bot.over_frame() + frame({"type": "bye"}))

        assert bot.wait() == Ended(0, "", b"")


def test_frames_may_come_all_at_once(tmp_path: Path) -> None:
    """over, start and ask in one piece, as a frozen bot finds them, are read one by one."""
    with talking_to(tmp_path, LOWEST) as bot:
        bot.greet()
        bot.start("six-nimmt")
        bot.ask("choose")
        for _ in range(3):
            bot.write(bot.over_frame() + bot.start_frame("six-nimmt") + bot.ask_frame("choose"))
            assert bot.hear_move() == {"card": 3}


def test_the_largest_frame_is_read(tmp_path: Path) -> None:
    """A frame of 65536 bytes, more than one read, is a frame like the others."""
    with talking_to(tmp_path, LOWEST) as bot:
        bot.greet()
        bot.start("six-nimmt")
        empty = len(bot.ask_frame("choose", more=""))
        bot.over()
        bot.start("six-nimmt")
        largest = bot.ask_frame("choose", more="x" * (65536 + 4 - empty - 2))
        assert len(largest) == 4 + 65536
        bot.write(largest)

        assert bot.hear_move() == {"card": 3}
