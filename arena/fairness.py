"""Deals that nobody can choose: secret, commitment, stage, and the seeds that follow.

The organiser fixes the secret, and publishes its hash, before the bots are known; the stage
takes in the hashes of all bots, which nobody can choose who does not know the secret. So
neither side decides which cards are dealt. docs/reference/deals.md has the same in words.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any


def new_secret() -> bytes:
    """32 bytes that nobody knows."""
    return secrets.token_bytes(32)


def experiment_secret(number: int) -> bytes:
    """The secret of `--seed NUMBER`: for trying things out, since it can be guessed."""
    return hashlib.sha256(str(number).encode()).digest()


def commitment(secret: bytes) -> str:
    """What is published before: SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def canonical(value: Any) -> bytes:
    """The one way to write a value down: JSON in ASCII, keys in order, nothing between.

    A tuple is a list, whatever the names of its fields.
    """
    return _CANONICAL.encode(value).encode()


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def digest(value: Any) -> str:
    """SHA-256 of the canonical form, as hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def stage_id(commitment: str, plan: Mapping[str, Any], versions: Mapping[str, str]) -> str:
    """What a stage is: the commitment, the plan, and the version of every bot by name."""
    return digest({"commitment": commitment, "plan": plan, "versions": versions})


def deal_seed(secret: bytes, stage: str, pool: str, shuffle: str) -> bytes:
    """The 32 bytes from which all cards of a shuffle come."""
    return _derived(secret, "deal", stage, pool, shuffle)


def bot_seed(secret: bytes, stage: str, block: str, game: int, seat: int) -> int:
    """A number below 2^53 for a bot's own dice; it says nothing of the cards."""
    drawn = _derived(secret, "bot", stage, block, str(game), str(seat))
    return int.from_bytes(drawn[:8], "big") >> 11


def order_seed(secret: bytes, stage: str, pool: str) -> bytes:
    """The 32 bytes from which a schedule draws what it leaves to chance."""
    return _derived(secret, "order", stage, pool)


def _derived(secret: bytes, *words: str) -> bytes:
    """HMAC-SHA256 over the words, each with its length before it."""
    message = b"".join(f"{len(word.encode())}:{word}".encode() for word in words)
    return hmac.digest(secret, message, hashlib.sha256)
