"""The three ways a conversation or a move can be wrong, by who has to mend it."""

from __future__ import annotations

from arena_sdk.typed import Literal

# The closed list of what can become of a bot: the same words on the wire, in the record,
# in JSON and on every page.
Verdict = Literal[
    "did_not_start",
    "bad_handshake",
    "late",
    "gone",
    "unreadable",
    "out_of_turn",
    "illegal",
    "too_much_memory",
    "too_much_output",
]


class TheirMistake(Exception):
    """The other side broke the protocol; `verdict` is the word that goes into the record."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        super().__init__(f"{verdict}: {detail}")
        self.verdict = verdict
        self.detail = detail


class OurMistake(Exception):
    """We tried to say something that the protocol does not allow now: a bug on our side."""


class IllegalMove(Exception):
    """A move that can be read but that the rules refuse; the text is for the bot's author."""
