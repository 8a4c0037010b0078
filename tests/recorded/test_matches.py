"""`arena matches`: what was played, and which of it somebody asks for."""

import json

import pytest

from tests.recorded.contest import SIX
from tests.verify.contest import DUELS
from tests.verify.contest import hold as hold_in_memory

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recorded")]


@pytest.fixture
def listed(held, said):
    """The matches that are listed for these flags."""

    def ask(*words):
        done = said("matches", *words, "--json", cwd=held.folder)
        assert (done.code, done.err) == (0, "")
        return json.loads(done.out)["matches"]

    return ask


def bots(match):
    return [seat["bot"] for seat in match["seats"]]


def lost(match, bot=None):
    places = match["outcome"]["places"]
    return any(
        place > 1 and bot in (None, name) for name, place in zip(bots(match), places, strict=True)
    )


def failed(match, bot=None):
    return any(bot in (None, bots(match)[fault["seat"]]) for fault in match["faults"])


def test_all_matches_are_listed(listed):
    """Three couples with two games, three teams and their mixtures, tables of two."""
    pools = [match["pool"] for match in listed()]

    assert pools.count("face-to-face/2") == 6
    assert pools.count("the-game/2") == 3 + 3
    assert pools.count(SIX) >= 2
    assert len({match["id"] for match in listed()}) == len(pools)


def test_a_match_in_json(listed):
    """As `play --json` says it, with where it belongs."""
    for match in listed():
        seats = range(len(match["seats"]))
        assert [seat["seat"] for seat in match["seats"]] == [*seats]
        assert set(bots(match)) <= {"steady", "dicey", "cheat"}
        assert len(match["outcome"]["scores"]) == len(match["outcome"]["places"]) == len(seats)
        assert isinstance(match["outcome"]["reason"], str)
        assert type(match["turns"]) is int
        assert (type(match["stage"]), type(match["round"])) == (int, int)
        for fault in match["faults"]:
            assert fault["seat"] in seats
            assert isinstance(fault["verdict"], str)
            assert isinstance(fault["detail"], str)
            assert type(fault["turn"]) is int


@pytest.mark.parametrize("bot", [None, "steady", "dicey", "cheat"])
@pytest.mark.parametrize("is_lost", [False, True])
@pytest.mark.parametrize("has_fault", [False, True])
def test_flags_together_choose_what_fits_all_of_them(bot, is_lost, has_fault, listed):
    """--bot alone: it played; with --lost: it lost; with --faults: it failed."""
    words = [
        *(("--bot", bot) if bot else ()),
        *(("--lost",) if is_lost else ()),
        *(("--faults",) if has_fault else ()),
    ]

    assert listed(*words) == [
        match
        for match in listed()
        if (bot is None or bot in bots(match))
        and (not is_lost or lost(match, bot))
        and (not has_fault or failed(match, bot))
    ]


def test_a_line_for_each_match_and_one_for_each_fault(held, listed, said):
    """Id, pool, names and scores; below it what went wrong."""
    lines = said("matches", cwd=held.folder).out.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]

    assert len(heads) == len(listed())
    assert len(lines) - len(heads) == sum(len(match["faults"]) for match in listed())
    for line, match in zip(heads, listed(), strict=True):
        assert line.startswith(f"{match['id']}  {match['pool']}  ")
        assert all(bot in line for bot in bots(match))
    assert any("cheat (seat 1): illegal at its ask 3" in line for line in lines)


def test_a_bot_that_has_not_played_is_refused(held, refused):
    """The sentence names those that there are."""
    words = refused("matches", "--bot", "nobody", cwd=held.folder)

    assert "no bot 'nobody' has played here; there are cheat, dicey, steady" in words


def test_nothing_like_that(held, said):
    """A list may be empty; then it says so where no program reads it."""
    words = ("matches", "--bot", "steady", "--faults")  # it never fails
    done = said(*words, cwd=held.folder)
    document = said(*words, "--json", cwd=held.folder).out

    assert (done.code, done.out) == (0, "")
    assert "no match is like that" in done.err
    assert json.loads(document) == {"matches": []}


def test_a_contest_by_name(tmp_path, said, refused):
    """Else the newest."""
    db = tmp_path / "arena.db"
    hold_in_memory(db, "ada", "bob", plan=DUELS, blocks=1, contest="old")
    hold_in_memory(db, "bob", "cheat", plan=DUELS, blocks=1)

    def all_bots(*words):
        found = json.loads(said("matches", "--json", *words, cwd=tmp_path).out)["matches"]
        return {bot for match in found for bot in bots(match)}

    assert all_bots() == {"bob", "cheat"}
    assert all_bots("--contest", "old") == {"ada", "bob"}
    assert "there is no contest 'new'" in refused("matches", "--contest", "new", cwd=tmp_path)
