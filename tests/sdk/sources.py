"""Bots as text, and what becomes of them in a game of one decision."""

from pathlib import Path
from textwrap import dedent

from tests.sdk.raw import Ended, Map, RawBot, talking_to

LOWEST = dedent(
    """
    from arena_sdk import run
    from arena_sdk.six_nimmt import Choose

    def bot(view):
        return Choose(min(view.hand))

    run(bot)
    """
)
DICE = dedent(
    """
    import random

    from arena_sdk import run
    from arena_sdk.six_nimmt import Choose

    run(lambda view: Choose(random.choice(view.hand)))
    """
)


def source(body: str, before: str = "") -> str:
    """A bot that takes the lowest card of its hand after doing something else."""
    return LOWEST.replace("def bot(view):\n", "def bot(view):\n" + _indented(body) + "\n").replace(
        "\nrun(bot)", "\n" + dedent(before) + "\nrun(bot)"
    )


def _indented(body: str) -> str:
    return "\n".join(f"    {line}" for line in dedent(body).strip().splitlines())


def play_one_ask(bot: RawBot) -> Map:
    """A game of 6 nimmt! with one decision, from hello to over."""
    assert bot.greet()["type"] == "ready"
    bot.start("six-nimmt")
    move = bot.ask("choose")
    bot.over()
    return move


def said_after_one_ask(folder: Path, bot_source: str) -> str:
    """What the bot wrote on stderr, once the wire was found to be clean."""
    with talking_to(folder, bot_source) as bot:
        assert play_one_ask(bot) == {"card": 3}
        ended = bot.bye()
    assert (ended.code, ended.unread) == (0, b"")
    return ended.stderr


def failed_at_an_ask(folder: Path, bot_source: str, rules: str, asks: str) -> Ended:
    """How the bot ended when it was asked, its stdin still open."""
    with talking_to(folder, bot_source) as bot:
        bot.greet()
        bot.start(rules)
        bot.write(bot.ask_frame(asks))
        return bot.wait()
