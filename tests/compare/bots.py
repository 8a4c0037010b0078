"""Two bots of which everybody knows the better one, and how they are compared."""

import json

from tests.tournament.contest import FIRST, LAST, MIDDLE, PATIENT, Contest

# By game: short games, and what the bad bot does in them.
SHORT = {
    "face-to-face": (),
    "the-game": ("--seats", 1),
    "six-nimmt": ("--seats", 3, "--option", "deals=1"),
}
BAD = {
    "face-to-face": LAST,
    "the-game": MIDDLE,
    # Thrown out of every game but in seat 0, where admission tries it; and so placed last.
    "six-nimmt": """if self.begun.seat and view.asks == "choose":
            return self.game.Choose(0)
        return moves[0]""",
}


def contest_in(folder, game, word=None, first=""):
    contest = Contest(folder, word=word)
    contest.add("good", FIRST, first=first)
    contest.add("bad", BAD[game], first=first)
    return contest


def compare(game, new="good", old="bad"):
    """The words of an experiment with patient limits."""
    limits = [part for flag, value in PATIENT.items() for part in (flag, value)]
    bots = (f"bots/{new}", f"bots/{old}")
    return ("compare", *bots, "--game", game, "--seed", 5, "--json", *limits, *SHORT[game])


def found(done):
    """The only line on stdout."""
    (line,) = done.stdout.splitlines()
    return json.loads(line)
