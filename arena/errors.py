"""Blame is a type: the organiser's mistakes and the bots' faults. Anything else is our bug."""

from typing import get_args

from arena_sdk.errors import Verdict

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


class HostTrouble(ArenaError):
    """The machine failed, not a bot: the match is void and played again from the same seed.

    `seat` is the bot that would have lost by it, if there is one.
    """

    def __init__(self, cause: str, seat: int | None = None) -> None:
        super().__init__(cause)
        self.seat = seat


class BotFault(ArenaError):
    """A bot broke the contract. The referee turns it into data; it never leaves the match."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        if len(detail) > _LONGEST_DETAIL:
            detail = detail[:_LONGEST_DETAIL] + "…"
        super().__init__(f"{verdict}: {detail}")
        self.verdict = verdict
        self.detail = detail
