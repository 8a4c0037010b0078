"""Does the SDK read and write the frames of vectors.txt as they are explained there?

Run it with `python test_bot.py`. It is about the protocol, not about how well the bot plays.
"""

import json
import re
from pathlib import Path

from arena_sdk import face_to_face, six_nimmt, the_game
from arena_sdk.messages import MESSAGES, Answer, Ask, Ready
from arena_sdk.wire import decode, encode

VECTORS = Path(__file__).parent / "vectors.txt"
GAMES = {game.NAME: game for game in (face_to_face, the_game, six_nimmt)}


def main():
    vectors = read_vectors()
    assert vectors, f"{VECTORS} holds no vector"
    for heading, frame, lines in vectors:
        speaker, what, *about = heading.split()
        if speaker == "referee":
            found, expected = sorted(understood(frame, what, about)), sorted(lines)
        else:
            found, expected = [spoken(what, about, lines)], [frame]
        missing = [line for line in expected if line not in found]
        unexpected = [line for line in found if line not in expected]
        assert found == expected, f"{heading}: {missing=} {unexpected=}"
    print(f"{len(vectors)} vectors passed")


def read_vectors():
    blocks = VECTORS.read_text("utf-8").strip().split("\n\n")
    vectors = [block.split("\n") for block in blocks if not block.startswith("#")]
    return [(heading, frame, lines) for heading, frame, *lines in vectors]


def understood(frame, what, about):
    """What the referee said, as `path = value` lines."""
    head, payload = bytes.fromhex(frame)[:4], bytes.fromhex(frame)[4:]
    assert int.from_bytes(head, "big") == len(payload)
    message = MESSAGES[what].from_map(decode(payload))
    values = message.to_map()
    assert values.pop("type") == what
    if isinstance(message, Ask):
        rules, _ = about
        # 6 nimmt! has further keys with these options.
        options = {
            "specials": "specials" in message.view,
            "logic": "pool" in message.view,
            "tournament": False,
        }
        view = GAMES[rules].read_view(message.view, asks=message.asks, seat=0, options=options)
        values["view"] = view.to_map()
    return lines_of(values)


def lines_of(values, prefix=""):
    for key, value in values.items():
        if isinstance(value, dict):
            yield from lines_of(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key} = {written(value)}"


def written(value):
    if isinstance(value, list):
        return f"[{' '.join(map(written, value))}]"
    if isinstance(value, dict):
        return "{" + " ".join(f"{key} {written(value[key])}" for key in sorted(value)) + "}"
    return value if isinstance(value, str) else json.dumps(value)


def spoken(what, about, lines):
    """The frame of what the bot says, as hex."""
    if what == "ready":
        return encode(Ready().to_map()).hex()
    values = dict(line.removeprefix("move.").split(" = ") for line in lines)
    values = {key: parsed(text) for key, text in values.items()}
    game, turn = values.pop("game"), values.pop("turn")
    rules, asks = about
    move = GAMES[rules].read_move(asks, values)
    return encode(Answer(game, turn, move.to_map()).to_map()).hex()


def parsed(text):
    """The value of a text such as 5, null, keep_off or [[21 own_up] [17 own_down]]."""
    quoted = re.sub(r"\b(?!null\b)[a-z]\w*", r'"\g<0>"', text)
    return json.loads(quoted.replace(" ", ","))


if __name__ == "__main__":
    main()
