"""The table at the end of `arena play`: means, wins and what is known of their errors."""

import io

from rich.console import Console

from arena.console.results import show_match, show_summary
from arena.games import rules_named
from arena.model import Fault, MatchRecord, Outcome, places_by
from arena.pairings import numbered_fixture


def record(game, bots, seed, rotation, scores, places=None):
    options = rules_named(game).settle({}, len(bots))
    fixture = numbered_fixture(game, options, bots, seed, rotation)
    outcome = Outcome(tuple(scores), tuple(places or places_by(list(scores))), "stuck")
    return MatchRecord(fixture, (), (), (), outcome)


def shown(records):
    out = io.StringIO()
    show_summary(Console(file=out, width=80), records)
    return out.getvalue()


def cells(text, bot):
    (line,) = (line for line in text.splitlines() if line.startswith(f"│ {bot} "))
    return [cell.strip() for cell in line.strip("│").split("│")]


def mirrored(*wins):
    """Pairs of Face to Face in which ada wins so many games."""
    records = []
    for seed, won in enumerate(wins):
        for rotation in range(2):
            ada = int(rotation < won)
            scores = [ada, 1 - ada] if rotation == 0 else [1 - ada, ada]
            places = [2 - score for score in scores]
            records.append(record("face-to-face", ["ada", "bob"], seed, rotation, scores, places))
    return records


def test_errors_are_those_of_pairs():
    """Games on the same cards count as one: six pairs split and six won are 75 % +- 17 %."""
    text = shown(mirrored(*[2, 1, 1, 2] * 3))

    assert cells(text, "ada") == ["ada", "24", "0.75 ± 0.17", "75.0% ± 16.6%", "0"]


def test_mirrored_pairs_get_elo():
    """The same number that `arena compare --pairs 1,0,12,0,11` prints."""
    assert "ada against bob: +154.1 ± 100.2 Elo (95 %)" in shown(mirrored(0, *[1] * 12, *[2] * 11))


def test_seats_that_were_not_exchanged_get_no_elo():
    """Without --mirror the cards of the first seat may have been the better ones."""
    games = [match for match in mirrored(2, 1, 0, 1) if match.fixture.bots[0] == "ada"]

    assert "Elo" not in shown(games)


def test_a_shared_first_place_counts_as_its_share():
    """Two of three share the first place: half a win for each."""
    text = shown([record("six-nimmt", ["ada", "bob", "cleo"], 1, 0, [5, 5, 9])] * 2)

    assert cells(text, "ada")[3] == cells(text, "bob")[3] == "50.0%"
    assert cells(text, "cleo")[3] == "0.0%"


def test_a_team_wins_when_nothing_is_left():
    """Copies of one bot in a team are one result."""
    left = [0, 3, 0, 6] * 3
    records = [record("the-game", ["ada"] * 2, i, 0, [x] * 2, [1, 1]) for i, x in enumerate(left)]

    assert cells(shown(records), "ada")[:4] == ["ada", "12", "2.25 ± 1.65", "50.0% ± 33.2%"]


def test_a_bot_that_failed_at_6_nimmt_is_not_taken_for_the_winner():
    """Its seat may end with the fewest heads: the line below says who played there."""
    played = record("six-nimmt", ["ada", "bob"], 1, 0, [40, 66], [2, 1])
    fault = Fault(0, "gone", 3, "it ended with exit code 1", 5)
    out = io.StringIO()

    show_match(
        Console(file=out, width=80),
        played._replace(
            faults=(fault,),
            forfeits=(0,),
            stderr=("", ""),
            outcome=played.outcome._replace(reason="target"),
        ),
    )

    assert "a stand-in played on for it, and it is placed last" in out.getvalue()
