"""A bot without the SDK and without any library, written from the protocol alone.

It plays all three games legally and not well: the nearest card that fits, the lowest
card, the first row. On the way it checks what the protocol promises it; a promise that
is broken ends it with an AssertionError, which the referee calls `gone`.
"""

import struct
import sys

# msgpack, as much of it as messages hold


def unpack(data):
    value, end = read(data, 0)
    assert end == len(data), "bytes behind the map"
    return value


def read(data, at):
    """The value that begins at this place, and where the next one begins."""
    tag = data[at]
    at += 1
    if tag <= 0x7F:
        return tag, at
    if tag >= 0xE0:
        return tag - 0x100, at
    if tag <= 0x8F:
        return read_map(data, at, tag & 0x0F)
    if tag <= 0x9F:
        return read_list(data, at, tag & 0x0F)
    if tag <= 0xBF:
        return read_text(data, at, tag & 0x1F)
    if tag in WORDS:
        return WORDS[tag], at
    form, make = FORMS[tag]
    (number,) = struct.unpack_from(form, data, at)
    at += struct.calcsize(form)
    return (number, at) if make is None else make(data, at, number)


def read_map(data, at, size):
    made = {}
    for _ in range(size):
        key, at = read(data, at)
        made[key], at = read(data, at)
    return made, at


def read_list(data, at, size):
    made = []
    for _ in range(size):
        item, at = read(data, at)
        made.append(item)
    return made, at


def read_text(data, at, size):
    return data[at : at + size].decode("utf-8"), at + size


WORDS = {0xC0: None, 0xC2: False, 0xC3: True}
FORMS = {
    0xCA: (">f", None),
    0xCB: (">d", None),
    0xCC: (">B", None),
    0xCD: (">H", None),
    0xCE: (">I", None),
    0xCF: (">Q", None),
    0xD0: (">b", None),
    0xD1: (">h", None),
    0xD2: (">i", None),
    0xD3: (">q", None),
    0xD9: (">B", read_text),
    0xDA: (">H", read_text),
    0xDB: (">I", read_text),
    0xDC: (">H", read_list),
    0xDD: (">I", read_list),
    0xDE: (">H", read_map),
    0xDF: (">I", read_map),
}


def pack(value):
    """In the longest forms there are: shorter ones are allowed, not required."""
    if value is None or value is True or value is False:
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return struct.pack(">Bq", 0xD3, value)
    if isinstance(value, str):
        text = value.encode("utf-8")
        return struct.pack(">BI", 0xDB, len(text)) + text
    if isinstance(value, list):
        return struct.pack(">BI", 0xDD, len(value)) + b"".join(map(pack, value))
    pairs = [pack(key) + pack(item) for key, item in value.items()]
    return struct.pack(">BI", 0xDF, len(pairs)) + b"".join(pairs)


# The wire


def hear():
    header = sys.stdin.buffer.read(4)
    assert len(header) == 4, "the referee went without a bye"
    (size,) = struct.unpack(">I", header)
    assert 1 <= size <= 65536
    return unpack(sys.stdin.buffer.read(size))


def say(message):
    payload = pack(message)
    sys.stdout.buffer.write(struct.pack(">I", len(payload)) + payload)
    sys.stdout.buffer.flush()


# The games

FITS = {
    "up": lambda top, card: card > top or card == top - 10,
    "down": lambda top, card: card < top or card == top + 10,
    "opp_up": lambda top, card: card < top,
    "opp_down": lambda top, card: card > top,
}
TEAM = {"up_1": "up", "up_2": "up", "down_1": "down", "down_2": "down"}
DUEL = {"own_up": "up", "own_down": "down", "opp_up": "opp_up", "opp_down": "opp_down"}


def lay(hand, tops, kinds, need):
    """Some turn of so many cards, the nearest first; None if there is none."""
    if need == 0:
        return []
    near = sorted((abs(card - tops[pile]), card, pile) for card in hand for pile in kinds)
    for _, card, pile in near:
        if not FITS[kinds[pile]](tops[pile], card):
            continue
        left = [other for other in hand if other != card]
        open_piles = kinds
        if pile.startswith("opp"):  # one card a turn, and never the only one
            open_piles = {name: kind for name, kind in kinds.items() if name.startswith("own")}
        rest = lay(left, {**tops, pile: card}, open_piles, need - 1)
        if rest is not None:
            return [[card, pile], *rest]
    return None


def play(view, start):
    if start["rules"] == "the-game":
        assert view["to_play"] == start["seat"]
        assert view["hands"][start["seat"]] == len(view["hand"])
        assert set(view["piles"]) == set(TEAM)
        return {"plays": lay(view["hand"], view["piles"], TEAM, view["need"])}
    own, opp = view["own"], view["opp"]
    tops = {"own_up": own["up"], "own_down": own["down"]}
    tops |= {"opp_up": opp["up"], "opp_down": opp["down"]}
    kinds = DUEL
    if view["need"] == 1:
        kinds = {"own_up": "up", "own_down": "down"}
    return {"plays": lay(view["hand"], tops, kinds, view["need"])}


def wish(view, start):
    assert view["to_play"] is None
    return {"wish": ["eager", "neutral", "reluctant"][start["seat"] % 3]}


def signal(view, start):
    assert view["to_play"] not in (None, start["seat"])
    assert len(view["signals"]) == start["seats"]
    piles = [view["piles"][name] for name in TEAM]
    return {"signals": [["none", "small_steps", "keep_off"][top % 3] for top in piles]}


def choose(view, start):
    assert view["revealed"] == []
    return {"card": view["hand"][0], "row": "ignored: it is no key of this move"}


def take(view, start):
    markers = view.get("markers", [[]] * len(view["rows"]))
    own = [card for seat, card in view["revealed"] if seat == start["seat"]]
    open_rows = [i for i, marks in enumerate(markers) if "stop" not in marks]
    assert all(view["rows"][i][-1] > own[0] for i in open_rows)
    return {"row": open_rows[0]}


def special(view, start):
    assert view["specials"]
    return {"special": None}


def swap(view, start):
    assert view["specials"]
    assert view["special_deck"] > 0
    return {"give": None}


def draft(view, start):
    assert view["pool"] == sorted(view["pool"])
    return {"card": view["pool"][len(view["pool"]) // 2]}


DECISIONS = {
    "play": play,
    "wish": wish,
    "signal": signal,
    "choose": choose,
    "take": take,
    "special": special,
    "swap": swap,
    "draft": draft,
}
OPTIONS = {
    "face-to-face": {"min_cards", "hand", "single_last_card"},
    "the-game": {"league", "expert", "expert_minus"},
    "six-nimmt": {
        "deck",
        "target",
        "deals",
        "specials",
        "insert_anywhere",
        "logic",
        "tournament",
    },
}
EVENTS = {"played", "signalled", "wished", "dealt", "drafted", "revealed", "placed", "took"}
EVENTS |= {"special", "swapped", "fault"}


def main():
    hello = hear()
    assert (hello["type"], hello["protocol"]) == ("hello", 1)
    limits = {"clock", "start_ms", "move_ms", "game_ms", "memory_mb", "frame_bytes"}
    assert set(hello["limits"]) >= limits
    say({"type": "ready", "protocol": 1, "name": "plain"})
    games, turn, start = 0, 0, None
    while (message := hear())["type"] != "bye":
        if message["type"] == "start":
            games, turn, start = games + 1, 0, message
            assert message["game"] == games
            assert set(message["options"]) == OPTIONS[message["rules"]]
            assert 0 <= message["seat"] < message["seats"]
            assert 0 <= message["seed"] < 2**53
        else:
            assert message["game"] == games
            assert all(event["kind"] in EVENTS for event in message["events"])
        if message["type"] == "over":
            assert len(message["outcome"]["scores"]) == start["seats"]
            assert set(message["outcome"]) == {"scores", "places", "reason"}
        if message["type"] == "ask":
            turn += 1
            assert message["turn"] == turn
            assert 0 < message["clock"]["move_ms"] <= message["clock"]["game_ms"]
            assert message["view"]["hand"] == sorted(message["view"]["hand"])
            move = DECISIONS[message["asks"]](message["view"], start)
            say({"type": "answer", "game": games, "turn": turn, "move": move})
    assert sys.stdin.buffer.read() == b"", "the referee closes stdin after bye"


if __name__ == "__main__":
    main()
