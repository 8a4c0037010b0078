"""The viewer's reducers against the referee: every state of every variant is the same."""

import json
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from arena.errors import VERDICTS
from arena.games import rules_named
from arena.records import states_of
from arena.showing import replay_of, shown_states
from tests.games.conformance.kit import kit_of
from tests.games.conformance.playing import play_with_faults

pytestmark = pytest.mark.slow  # hundreds of matches

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = ROOT / "leaderboard" / "static" / "replay"
GAMES = ("face-to-face", "the-game", "six-nimmt")


@cache
def matches_of(game):
    """A random legal match of every variant; in some of them bots fail."""
    kit = kit_of(game)
    return tuple(
        (f"{game} {variant.label}", play_with_faults(kit, variant, number)[0])
        for number, variant in enumerate(kit.variants)
    )


def folded(golden, matches):
    """What node says of these matches."""
    with golden.open("w") as file:
        json.dump(
            [
                {"label": label, "replay": replay_of(record), "expected": shown_states(record)}
                for label, record in matches
            ],
            file,
        )
    return node("fold.js", SCRIPTS / "reducers.js", golden) | node("look.js", SCRIPTS, golden)


def node(script, *words):
    """What a script of this folder prints."""
    done = subprocess.run(
        ["node", Path(__file__).parent / script, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_state_is_the_referees_and_can_be_drawn(game, tmp_path):
    """In every variant, with faults and without, from the deal to the end; so can every ask."""
    matches = matches_of(game)
    done = folded(tmp_path / "golden.json", matches)

    assert done["matches"] == len(matches)
    assert done["scenes"] == done["states"] > 3 * len(matches)


@pytest.mark.slow
def test_every_verdict_is_among_them(tmp_path):
    """Each verdict at the beginning and in the middle of a game; each way to end."""
    verdicts, reasons, matches = Counter(), Counter(), []
    for game in GAMES:
        kit = kit_of(game)
        for number in range(100, 160):
            record, _ = play_with_faults(kit, kit.variants[number % len(kit.variants)], number)
            new = {(game, fault.verdict) for fault in record.faults} - {*verdicts}
            if new or (game, record.outcome.reason) not in reasons:
                matches.append((f"{game} {number}", record))
                verdicts.update((game, fault.verdict) for fault in record.faults)
                reasons[game, record.outcome.reason] += 1
    folded(tmp_path / "golden.json", matches)

    assert {verdict for _, verdict in verdicts} == {*VERDICTS}
    assert {reason for _, reason in reasons} >= {"stuck", "fault", "target", "deals"}


@pytest.mark.parametrize("game", GAMES)
def test_the_document_tells_what_the_referee_knows(game):
    """Hands, tops, rows and penalties of the last state are those of the rules' own state."""
    for _, record in matches_of(game):
        shown, state = shown_states(record)[-1], list(states_of(record))[-1]

        assert shown["reason"] == state.reason == record.outcome.reason
        assert shown["out"] == list(record.forfeits)
        if game == "face-to-face":
            for side, base in zip(shown["sides"], state.sides, strict=True):
                assert (side["hand"], side["deck"]) == (list(base.hand), list(base.deck))
                tops = [pile[-1][0] if pile else None for pile in (side["up"], side["down"])]
                assert [tops[0] or 1, tops[1] or 60] == [base.up, base.down]
        elif game == "the-game":
            tops = [pile[-1][0] if pile else None for pile in shown["piles"].values()]
            bases = (1, 1, 100, 100)
            assert [t or b for t, b in zip(tops, bases, strict=True)] == list(state.tops)
        else:
            assert shown["totals"] == list(state.totals)


@pytest.mark.parametrize("game", GAMES)
def test_asks_are_as_they_were_sent(game):
    """One ask for every move of a bot, with the view that the rules make for it."""
    for _, record in matches_of(game):
        replay = replay_of(record, "a list")
        rules = rules_named(game)
        state = rules.deal(
            record.fixture.options, len(record.fixture.bots), record.fixture.deal_seed
        )

        assert replay["list"] == "a list"
        for seat, asks in enumerate(replay["asks"]):
            own = [made for made in record.decisions if made.seat == seat and not made.stand_in]
            steps = [ask["step"] for ask in asks]
            assert {made.step for made in own} <= {*steps}
            if steps and steps[0] == 1:
                assert asks[0]["view"] == rules.view(state, seat).to_map()


def test_the_document_is_plain():
    """It survives JSON, and holds the record without anybody's stderr."""
    kit = kit_of("six-nimmt")
    record, _ = play_with_faults(kit, kit.variants[0], 1)
    record = record._replace(stderr=("a secret",) * len(record.fixture.bots))
    replay = replay_of(record)

    assert json.loads(json.dumps(replay)) == replay
    assert replay["format"] == "arena-replay/1"
    assert "a secret" not in json.dumps(replay)
