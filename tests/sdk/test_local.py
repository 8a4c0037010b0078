"""arena_sdk.local plays the real games in this process, deal by deal as `arena play` does."""

from pathlib import Path
from typing import Any

import pytest

from arena_sdk.errors import IllegalMove
from arena_sdk.face_to_face import OWN_DOWN, OWN_UP, Play, Turn
from arena_sdk.local import play
from arena_sdk.messages import Map, Over, Start
from arena_sdk.six_nimmt import Choose
from tests.house.bots import greedy_bot, random_bot
from tests.sdk.arena_play import arena_play

pytestmark = pytest.mark.slow  # a process or more for every test

TABLES: list[tuple[str, int, Map]] = [
    ("face-to-face", 2, {}),
    ("face-to-face", 2, {"hand": 7, "min_cards": 3}),
    ("the-game", 1, {"league": "silent"}),
    ("the-game", 3, {}),
    ("the-game", 5, {"expert": True}),
    ("six-nimmt", 2, {}),
    ("six-nimmt", 5, {"deck": "full", "deals": 2}),
    ("six-nimmt", 3, {"specials": True}),
    ("six-nimmt", 4, {"logic": True, "deals": 2}),
    ("six-nimmt", 3, {"tournament": True}),
]
NAMES = [f"{game}-{seats}-{'-'.join(options)}" for game, seats, options in TABLES]
REASONS = {
    "face-to-face": {"all_laid", "stuck"},
    "the-game": {"all_laid", "stuck"},
    "six-nimmt": {"target", "deals"},
}
tables = pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=NAMES)


class Recorded:
    """A bot whose every decision is written down."""

    def __init__(self, bot: Any, moves: list[Any]) -> None:
        self._bot = bot
        self._moves = moves

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._bot, name)
        if name in ("start", "over"):
            return method

        def decide(view: Any) -> Any:
            move = method(view)
            self._moves.append((view.seat, view.asks, move.to_map()))
            return move

        return decide


@tables
def test_every_game_is_played_to_its_end(game: str, seats: int, options: Map) -> None:
    """Bots in this process finish every game and variant, and the outcome is returned."""
    outcome = play(*[random_bot() for _ in range(seats)], game=game, seed=3, options=options)

    assert outcome["reason"] in REASONS[game]
    assert len(outcome["scores"]) == len(outcome["places"]) == seats
    assert min(outcome["places"]) == 1


@tables
def test_the_same_seed_plays_the_same_game(game: str, seats: int, options: Map) -> None:
    """A seed decides deal and dice, so the moves come again; other seeds give other games."""

    def moves_of(seed: int) -> list[Any]:
        moves: list[Any] = []
        bots = [Recorded(random_bot(), moves) for _ in range(seats)]
        play(*bots, game=game, seed=seed, options=options)
        return moves

    assert moves_of(1) == moves_of(1)
    assert moves_of(1) != moves_of(2)


@tables
def test_a_seed_deals_the_cards_of_arena_play(
    game: str, seats: int, options: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """greedy makes the same moves to the same outcome here and under the referee."""
    matches = arena_play(
        tmp_path, *["greedy"] * seats, game=game, seed=41, games=2, options=options
    )
    for match in matches:
        moves: list[Any] = []
        bots = [Recorded(greedy_bot(monkeypatch), moves) for _ in range(seats)]
        outcome = play(*bots, game=game, seed=match["seed"], options=options)

        assert match["faults"] == []
        assert match["outcome"] == outcome
        # The bot leaves wish and signal to the SDK, which does not write them down.
        asked = [made for made in match["moves"] if made["asks"] not in ("wish", "signal")]
        assert [(made["seat"], made["asks"], made["move"]) for made in asked] == moves


def test_a_bot_is_told_what_it_is_told_by_the_referee() -> None:
    """Start and over, events once each, a clock that never runs out: as on the wire."""
    told: list[Any] = []

    class Curious:
        def start(self, start: Start) -> None:
            told.append(start)

        def over(self, over: Over) -> None:
            told.append(over)

        def choose(self, view: Any) -> Choose:
            told.append(view)
            return Choose(view.hand[0])

        def take(self, view: Any) -> Any:
            told.append(view)
            return random_bot().take(view)

    outcome = play(Curious(), random_bot(), game="six-nimmt", seed=5, options={"deals": 1})

    start, *views, over = told
    assert (start.rules, start.seat, start.seats, start.options["deals"]) == ("six-nimmt", 0, 2, 1)
    assert over.outcome == outcome
    assert all(view.clock.move_ms > 1_000_000 for view in views)
    events = [event for heard in (*views, over) for event in heard.events]
    kinds = [event["kind"] for event in events]
    assert (kinds.count("dealt"), kinds.count("revealed")) == (1, 10)
    assert kinds.count("placed") + kinds.count("took") == 20


def test_an_illegal_move_is_raised_at_its_call() -> None:
    """The third turn is illegal: IllegalMove says why, and nobody was asked after it."""
    calls = []

    def lays_what_it_has_not(view: Any) -> Turn:
        calls.append(view.seat)
        if len(calls) < 3:
            return Turn((Play(view.hand[0], OWN_UP), Play(view.hand[-1], OWN_DOWN)))
        return Turn((Play(1, OWN_UP), Play(view.hand[0], OWN_UP)))

    with pytest.raises(IllegalMove, match="laid 1, which is not in the hand"):
        play(lays_what_it_has_not, lays_what_it_has_not, seed=1)

    assert calls == [0, 1, 0]


def test_a_simultaneous_move_is_checked_before_the_next_bot_is_asked() -> None:
    """Where all choose at once, the debugger still stops at the bot that chose wrongly."""
    asked = []

    def chooses_no_card(view: Any) -> Choose:
        asked.append(view.seat)
        return Choose(0)

    with pytest.raises(IllegalMove, match="chose 0, which is not in the hand"):
        play(chooses_no_card, chooses_no_card, chooses_no_card, game="six-nimmt")

    assert asked == [0]


def test_an_exception_of_the_bot_comes_through() -> None:
    """What a bot raises is not dressed up, so that its own line is on top of the traceback."""

    def fails(view: Any) -> Any:
        raise ZeroDivisionError("in the bot")

    with pytest.raises(ZeroDivisionError, match="in the bot"):
        play(fails, fails)


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    """LookupError tells which games can be played."""
    with pytest.raises(LookupError, match="no game 'chess' here; the games are") as refusal:
        play(random_bot(), random_bot(), game="chess")

    for game in ("face-to-face", "the-game", "six-nimmt"):
        assert game in str(refusal.value)
