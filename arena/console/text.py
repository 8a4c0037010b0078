"""Words for people: names, moves and faults as text. Hostile text stays text."""

from arena.games import rules_named
from arena.model import Decision, Fault, Map, MatchRecord
from arena.plain_text import harmless
from arena_sdk.the_game import PILES

REASONS = {
    "all_laid": "all cards laid",
    "stuck": "no legal turn left",
    "target": "the target was reached",
    "deals": "all deals played",
    "fault": "a bot failed",
}
_MINUTE, _HOUR = 60, 3600


def seat_labels(bots: tuple[str, ...]) -> tuple[str, ...]:
    """A name for each seat; bots of the same name are told apart by their seat."""
    return tuple(
        harmless(f"{bot} ({seat})" if bots.count(bot) > 1 else bot) for seat, bot in enumerate(bots)
    )


def move_words(decision: Decision) -> str:
    """A decision in a few words."""
    move = decision.move
    match decision.asks:
        case "play":
            words = ", ".join(f"{card} on {pile}" for card, pile in move["plays"])
        case "wish":
            words = f"would start: {move['wish']}"
        case "signal":
            words = _signal_words(move["signals"])
        case "choose" | "draft":
            words = f"{decision.asks}s {move['card']}"
        case "take":
            words = f"takes row {move['row']}"
        case "special":
            words = _special_words(move)
        case "swap":
            words = f"swaps {move['give']}" if move["give"] else "swaps nothing"
        case _:
            words = f"{decision.asks}: {move}"
    return words + (" (stand-in)" if decision.stand_in else "")


def _signal_words(signals: list[str]) -> str:
    said = [f"{pile} {word}" for pile, word in zip(PILES, signals, strict=True) if word != "none"]
    return "signals " + (", ".join(said) or "nothing")


def _special_words(move: Map) -> str:
    if move["special"] is None:
        return "plays no special"
    arguments = ", ".join(f"{name} {value}" for name, value in move.items() if name != "special")
    return f"plays {move['special']}" + (f" ({arguments})" if arguments else "")


def fault_words(fault: Fault, bots: tuple[str, ...]) -> str:
    """Who failed, where, and what its author should know."""
    where = f"at its ask {fault.turn}" if fault.turn else "before the game began"
    return f"{bots[fault.seat]} (seat {fault.seat}): {fault.verdict} {where}: {fault.detail}"


def tail(text: str, lines: int = 30) -> list[str]:
    """The last lines of what a bot wrote on stderr.

    So many, since in some languages the error stands above its stack trace.
    """
    return harmless(text).rstrip().splitlines()[-lines:]


def counted(number: int, noun: str) -> str:
    """`1 match`, `2 matches`."""
    plural = noun + ("es" if noun.endswith("ch") else "s")
    return f"{number} {noun if number == 1 else plural}"


def lasting(seconds: float) -> str:
    """How long, about."""
    if seconds < _MINUTE:
        return counted(max(1, round(seconds)), "second")
    if seconds < _HOUR:
        return counted(round(seconds / _MINUTE), "minute")
    return f"{seconds / _HOUR:.1f} hours"


def outcome_words(record: MatchRecord) -> str:
    """The result of a match in one phrase."""
    rules = rules_named(record.fixture.rules)
    bots, scores = record.fixture.bots, record.outcome.scores
    if rules.is_team:
        return f"{', '.join(bots)}: {scores[0]} {rules.scores}"
    return ", ".join(f"{bot} {score}" for bot, score in zip(bots, scores, strict=True))
