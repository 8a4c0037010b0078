"""No honest match comes near the largest frame that the wire takes."""

import pytest

from arena.games import GAMES
from arena_sdk.wire import MAX_FRAME
from tests.games.conformance.kit import Kit, Variant, kits_of
from tests.games.conformance.playing import play_whole
from tests.games.conformance.worlds import frames

KITS = kits_of(GAMES)


def largest_tables(kit: Kit) -> list[Variant]:
    """Of every set of options the variant with the most seats."""
    largest: dict[str, Variant] = {}
    for variant in sorted(kit.variants, key=lambda variant: variant.seats):
        largest[str(variant.given)] = variant
    return list(largest.values())


@pytest.mark.parametrize(
    ("kit", "variant"),
    [
        pytest.param(kit, variant, id=f"{name}-{variant.label}")
        for name, kit in KITS.items()
        for variant in largest_tables(kit)
    ],
)
def test_every_frame_of_a_game_is_under_a_tenth_of_the_limit(kit, variant):
    """Every ask and every over, with all events since the last one, at the largest tables."""
    for number in range(3):
        game = play_whole(kit, variant, number)
        assert max(map(len, frames(kit.rules, game))) < MAX_FRAME / 10


def test_the_largest_tables_are_among_them():
    """Ten seats of 6 nimmt!, and eight with special cards."""
    tables = largest_tables(KITS["six-nimmt"])

    assert max(variant.seats for variant in tables) == 10
    assert max(variant.seats for variant in tables if variant.given.get("specials")) == 8
