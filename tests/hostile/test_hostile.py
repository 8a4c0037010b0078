"""Every attack of this folder, played against an honest bot in every sandbox there is.

Whatever the attack is: the referee lives, the opponent pays for nothing, the next game is
played, and nothing is left on the machine. What becomes of the attacker itself is in its
`expect.toml`; README.md says how to write one.
"""

import pytest

from arena.errors import VERDICTS
from tests.hostile import traces
from tests.hostile.backends import NAMES, marks, open_for
from tests.hostile.expectation import HERE, Expectation, attacks, check
from tests.hostile.surroundings import Surroundings, surroundings
from tests.hostile.table import check_opponent, play

ATTACKS = attacks()


def cases():
    for folder, expected in ATTACKS.items():
        for variant in expected.variants:
            for backend in NAMES:
                yield pytest.param(
                    folder,
                    variant,
                    backend,
                    id="-".join(filter(None, (folder, variant, backend))),
                    marks=marks(backend, slow=backend not in expected.quick),
                )


@pytest.fixture
def around(tmp_path, monkeypatch):
    traces.adopt_orphans()
    with surroundings(tmp_path) as found:
        monkeypatch.setenv("ARENA_DB", f"/srv/{found.mark}/arena.db")
        yield found


@pytest.mark.parametrize(("folder", "variant", "backend"), list(cases()))
async def test_hostile(folder, variant, backend, around, request):
    """The attack ends as its file says, and nobody but the attacker is touched by it."""
    expected, sandbox = ATTACKS[folder], open_for(request, backend)
    hostile = around.bot("team", HERE / folder / "bot.py", around.facts(variant))
    for name, target in expected.links.items():
        (hostile.folder / name).symlink_to(getattr(around, target))
    limits = expected.limits_with(sandbox.guarantees)
    known = traces.processes(set())

    bots = (hostile, around.opponent(expected.opponent))
    records = await play(bots, sandbox, limits, expected.games)
    left = what_is_left(expected, around, {*known}, bool(sandbox.guarantees.kill_tree))

    check_opponent(records, limits, sandbox.guarantees)
    check(expected, sandbox.guarantees, records)
    assert left == (set() if sandbox.guarantees.fs else {*expected.leaves})
    if sandbox.guarantees.pid_ns:
        assert around.victim.poll() is None
    assert traces.none_left(traces.groups) == []
    assert traces.half_made() == []
    if backend == "docker":
        assert traces.containers() == []


def what_is_left(
    expected: Expectation, around: Surroundings, known: set[int], kill_tree: bool
) -> set[str]:
    """The kinds of things that the bot left; taken away, so that the next test is alone."""
    waits = kill_tree or "process" not in expected.leaves
    pids = traces.none_left(lambda: traces.processes(known)) if waits else traces.processes(known)
    paths = traces.files(around.mark)
    segments = traces.shared_memory(around.key, around.mark)
    traces.clean(pids, paths, segments)
    kinds = {"process": pids, "file": paths, "segment": segments}
    return {kind for kind, found in kinds.items() if found}


def test_every_verdict_is_tried():
    """Each verdict of the closed set has an attack here that gets it."""
    assert {v for e in ATTACKS.values() for v in e.verdict} == {"none", *VERDICTS}
