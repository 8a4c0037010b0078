"""{name}: a bot for 6 nimmt!.

One method for each thing it can be asked. `special` and `swap` are only asked in the
variant with special cards; leave them out and the bot plays none.
"""

from arena_sdk import run
from arena_sdk.six_nimmt import Choose, Draft, Take, cheapest_row, forced_row, heads_of, is_full


class Bot:
    def choose(self, view):
        """Which card to lay face down: the one that should cost the fewest heads."""
        return Choose(min(view.hand, key=lambda card: (risk(view, card), -card)))

    def take(self, view):
        """My card fits no row: which row do I take?"""
        return Take(cheapest_row(view))

    def draft(self, view):
        """Only in the logic variant: which card do I want from the pool?"""
        return Draft(min(view.pool))


def risk(view, card):
    """Heads that this card may cost: surely if it is too low or the row is full."""
    row = forced_row(view.rows, view.markers, card)
    if row is None:
        return heads_of(view.rows[cheapest_row(view)])
    if is_full(view.rows, view.markers, row):
        return heads_of(view.rows[row])
    # The fuller the row and the wider the gap, the more others may come in between.
    gap = card - view.rows[row][-1]
    return heads_of(view.rows[row]) * len(view.rows[row]) * gap / 250


bot = Bot()

if __name__ == "__main__":
    run(bot)
