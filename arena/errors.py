"""Blame is a type: the organiser's mistakes and the bots' faults. Anything else is our bug."""

from typing import Literal, get_args

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
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

# A detail quotes the bot's own move, which may be a whole frame long.
_LONGEST_DETAIL = 400


class ArenaError(Exception):
    """The root of what Arena raises on purpose."""


class OrganiserError(ArenaError):
    """The person at the keyboard can mend this; the text says how. Exit 2."""


class BadOption(OrganiserError):
    """A game, an option, a seed or a number of seats that cannot be had."""


class BadSubmission(OrganiserError):
    """A bot that is not there, or whose files do not make a bot."""


class BadRecord(OrganiserError):
    """A record file that is none, or whose moves do not lead to its outcome."""


class SandboxUnavailable(OrganiserError):
    """The sandbox that was asked for does not run here."""


class BotFault(ArenaError):
    """A bot broke the contract. Caught in one place in the referee, where it becomes data."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        if len(detail) > _LONGEST_DETAIL:
            detail = detail[:_LONGEST_DETAIL] + "…"
        super().__init__(f"{verdict}: {detail}")
        self.verdict = verdict
        self.detail = detail
