"""Hand-made views for the house bots, and what they say to them."""

from typing import Any

from arena.games.six_nimmt_options import DEFAULTS
from arena_sdk import face_to_face, six_nimmt, the_game
from arena_sdk.bot import Seat
from arena_sdk.messages import Ask, Map, Start
from tests.house.bots import load

NIMMT_OPTIONS: Map = DEFAULTS | {"deck": "full"}


def start_of(rules: str, *, seats: int = 2, **options: Any) -> Start:
    base = NIMMT_OPTIONS if rules == "six-nimmt" else {}
    return Start(1, rules, base | options, 0, seats, seed=7)


def team_view(
    hand: list[int],
    tops: tuple[int, int, int, int] = (1, 1, 100, 100),
    *,
    need: int = 2,
    asks: str = "play",
) -> the_game.View:
    cards = tuple(sorted(hand))
    return the_game.View(asks, cards, tops, 20, (len(cards),) * 2, need, 0, None, 0, {})


def duel_view(
    hand: list[int],
    *,
    up: int = 1,
    down: int = 60,
    deck: int = 20,
    opponent_up: int = 1,
    opponent_down: int = 60,
) -> face_to_face.View:
    return face_to_face.View(
        hand=tuple(sorted(hand)),
        own=face_to_face.Own(up, down, deck),
        opp=face_to_face.Opponent(opponent_up, opponent_down, 20, 6),
        need=2,
        seat=0,
        options={},
    )


def nimmt_view(
    hand: list[int],
    rows: list[list[int]],
    *,
    asks: str = "choose",
    events: tuple[Map, ...] = (),
    options: Map = NIMMT_OPTIONS,
) -> six_nimmt.View:
    return six_nimmt.View(
        asks=asks,
        hand=tuple(sorted(hand)),
        rows=tuple(tuple(row) for row in rows),
        revealed=(),
        heads=(0, 0),
        totals=(0, 0),
        deal=1,
        trick=1,
        seat=0,
        options=options,
        markers=((),) * len(rows),
        events=events,
    )


def dealt(*rows: int) -> Map:
    return {"kind": "dealt", "deal": 1, "rows": [[card] for card in rows]}


def revealed(*cards: int) -> Map:
    return {"kind": "revealed", "cards": [[seat, card] for seat, card in enumerate(sorted(cards))]}


def laid(move: Any) -> list[tuple[int, str]]:
    """The cards of a turn and where they go."""
    return [(card, where) for card, where in move.plays]


def team_turn(*args: Any, **named: Any) -> list[tuple[int, str]]:
    """What greedy lays at The Game."""
    player = load("greedy", "the_game").Player(start_of("the-game"))
    return laid(player.play(team_view(*args, **named)))


def duel_turn(*args: Any, **named: Any) -> list[tuple[int, str]]:
    """What greedy lays at Face to Face."""
    player = load("greedy", "face_to_face").Player(start_of("face-to-face"))
    return laid(player.play(duel_view(*args, **named)))


def nimmt_player(seats: int = 2, **options: Any) -> Any:
    return load("greedy", "six_nimmt").Player(start_of("six-nimmt", seats=seats, **options))


def said(bot: Any, rules: str, asks: str, view: Map) -> Map:
    """The bot's answer as it goes over the wire."""
    seat = Seat(bot)
    seat.start(start_of(rules))
    return seat.decide(Ask(1, 1, asks, view, [], {"move_ms": 500, "game_ms": 10000}))
