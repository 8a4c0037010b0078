"""Plays like the plain bot beside it, after five milliseconds of work for every move."""

import time

import plain_bot


def after_thought(decide):
    def decided(view, start):
        until = time.process_time() + 0.005
        while time.process_time() < until:
            pass
        return decide(view, start)

    return decided


plain_bot.DECISIONS = {asks: after_thought(how) for asks, how in plain_bot.DECISIONS.items()}
plain_bot.main()
