"""From a number that a person types to the seeds of a game.

The deal's seed is SHA-256 of the number in decimal. A bot's own seed is the first 53
bits of HMAC-SHA256(deal's seed, "bot/<rotation>/<seat>"). Numbers are for trying things
out: whoever can guess the number knows the deal.
"""

import hashlib
import hmac


def deal_seed(number: int) -> bytes:
    """The 32 bytes from which all chance of a game comes."""
    return hashlib.sha256(str(number).encode()).digest()


def bot_seed(seed: bytes, rotation: int, seat: int) -> int:
    """The number below 2^53 that a bot is given for its own dice."""
    label = f"bot/{rotation}/{seat}".encode()
    return int.from_bytes(hmac.digest(seed, label, hashlib.sha256)[:8], "big") >> 11
