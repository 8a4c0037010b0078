"""The options of 6 nimmt!, which depend on one another and on the number of seats."""

from arena.errors import BadOption
from arena.games.base import (
    settle_options,
    want_boolean,
    want_integer,
    want_seats,
    want_word,
)
from arena.model import Map

NAME = "six-nimmt"
SEATS = range(2, 11)
_SEATS_WITH_SPECIALS = range(2, 9)
_SEATS_IN_TOURNAMENT = range(2, 6)
_MOST = 10_000  # deals, or heads to play to: enough for anybody

DEFAULTS: Map = {
    "deck": "tactical",
    "target": 66,
    "deals": None,
    "specials": False,
    "insert_anywhere": False,
    "logic": False,
    "tournament": False,
}


def settle(options: Map, seats: int) -> Map:
    """All options, with the defaults that go with the variant; raises BadOption."""
    settled = settle_options(NAME, _defaults_for(options, seats), options)
    want_boolean(NAME, settled, "specials", "insert_anywhere", "logic", "tournament")
    want_word(NAME, settled, "deck", ("tactical", "full"))
    _check_seats(settled, seats)
    _check_length(settled, seats)
    if settled["logic"] or settled["tournament"]:
        if settled["specials"]:
            raise BadOption(f"{NAME}: specials and the draft do not go together; choose one")
        if settled["deck"] == "full":
            raise BadOption(f"{NAME}: the draft needs the tactical deck; leave out deck=full")
    return settled


def _defaults_for(given: Map, seats: int) -> Map:
    defaults = DEFAULTS
    if given.get("specials") is True:
        defaults = {**defaults, "deck": "full", "target": None, "deals": 2}
    if given.get("tournament") is True:
        # Every player plays every hand once: the length is the number of seats.
        defaults = {**defaults, "target": None, "deals": seats}
    # `deals = k` means exactly k deals instead of a target, and the other way round.
    if given.get("deals") is not None:
        return {**defaults, "target": None}
    if given.get("target") is not None:
        return {**defaults, "deals": None}
    return defaults


def _check_seats(options: Map, seats: int) -> None:
    want_seats(NAME, SEATS, seats)
    if options["specials"]:
        want_seats(NAME, _SEATS_WITH_SPECIALS, seats, " with specials")
    if options["tournament"]:
        want_seats(NAME, _SEATS_IN_TOURNAMENT, seats, " as a tournament")


def _check_length(options: Map, seats: int) -> None:
    for name in ("target", "deals"):
        if options[name] is not None:
            want_integer(NAME, options, name, 1, _MOST)
    if (options["target"] is None) == (options["deals"] is None):
        raise BadOption(f"{NAME} ends at a target or after a number of deals: give one of them")
    if options["tournament"] and options["deals"] != seats:
        raise BadOption(
            f"{NAME}: a tournament of {seats} bots has {seats} deals; leave out deals and target"
        )
