"""`arena compare --pairs`: the report of counts, and what is refused."""

import json
import math

import pytest

from arena.comparing import compared
from tests.standings.counted import LOST, WON, couples, tables, teams

ELO = (0.0, 20.0)


def report(said, cwd, pairs, *words):
    done = said("compare", "--pairs", pairs, "--json", *words, cwd=cwd)
    assert done.err == ""
    return done.code, json.loads(done.out)


@pytest.mark.parametrize(
    ("pairs", "code", "decision"),
    [
        ("100,0,300,0,200", 0, "better"),
        ("200,0,300,0,100", 1, "not better"),
        ("10,0,52,1,20", 1, "undecided"),
        ("0,0,5000,0,0", 1, "undecided"),
        ("0,0,0,0,0", 1, "undecided"),
    ],
)
def test_the_decision_is_the_exit_code(pairs, code, decision, said, tmp_path):
    """Only `better` is 0; numbers that do not exist are null."""
    assert report(said, tmp_path, pairs)[0] == code
    assert report(said, tmp_path, pairs)[1]["decision"] == decision


def test_the_bounds_are_those_of_five_percent(said, tmp_path):
    """ln 19 on both sides."""
    _, found = report(said, tmp_path, "10,0,52,1,20")

    assert found["upper"] == -found["lower"] == pytest.approx(math.log(19))
    assert found["pairs"] == [10, 0, 52, 1, 20]
    assert found["score"] == pytest.approx((26 + 0.75 + 20) / 83)


def test_nothing_is_decided_before_twenty_decisive_pairs(said, tmp_path):
    """However clear they are."""
    assert report(said, tmp_path, "0,0,0,0,19")[1]["decision"] == "undecided"
    assert report(said, tmp_path, "0,0,0,0,400")[1]["decision"] == "better"


def test_all_split_is_level(said, tmp_path):
    """Elo 0, LOS a half, no error."""
    _, found = report(said, tmp_path, "0,0,70,0,0")

    assert (found["score"], found["elo"], found["los"], found["error"]) == (0.5, 0, 0.5, None)


def test_no_worse_is_another_question(said, tmp_path):
    """With -20 and 0 a bot that is level passes."""
    pairs = "500,0,2000,0,500"

    assert report(said, tmp_path, pairs)[1]["decision"] == "not better"
    assert report(said, tmp_path, pairs, "--elo0", "-20", "--elo1", "0")[0] == 0


def test_a_person_is_told_in_words(said, tmp_path):
    """Pairs, score, Elo, LLR and the decision, each on a line that fits."""
    shown = said("compare", "--pairs", "10,0,52,1,20", cwd=tmp_path).out

    for words in ("pairs", "score", "Elo", "LLR", "undecided"):
        assert words in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    "words",
    [
        ("--pairs", "1,2,3,4"),
        ("--pairs", "1,2,3,4,5,6"),
        ("--pairs", "1,2,x,4,5"),
        ("--pairs", "1,2,-3,4,5"),
        ("--pairs", "1.5,0,0,0,0"),
        ("--pairs", ""),
        ("--pairs", "1,2,3,4,5", "greedy", "random"),
        ("--pairs", "1,2,3,4,5", "--elo0", "20", "--elo1", "20"),
        ("--pairs", "1,2,3,4,5", "--elo0", "30"),
        ("--pairs", "1,2,3,4,5", "--elo1", "nan"),
        ("--pairs", "1,2,3,4,5", "--elo1", "inf"),
        ("greedy",),
        ("greedy", "random", "greedy"),
        (),
        ("greedy", "nobody-at-all"),
        ("greedy", "random", "--game", "chess"),
        ("greedy", "random", "--game", "face-to-face", "--option", "cards=7"),
        ("greedy", "random", "--game", "six-nimmt", "--seats", "1"),
        ("greedy", "random", "--game", "six-nimmt", "--seats", "11"),
        ("greedy", "random", "--workers", "0"),
    ],
)
def test_what_makes_no_sense_is_refused(words, refused, tmp_path):
    """One sentence, exit 2, and nothing is begun."""
    refused("compare", *words, cwd=tmp_path)

    assert not list(tmp_path.glob("arena.db*"))


def test_older_versions_do_not_count():
    """Neither their pairs nor their tables and teams: they are other bots."""
    field = ("new", "old")
    pairs = couples(("new", "old", WON, 7), ("gone", "old", LOST, 90), ("gone", "new", WON, 3))
    table = tables(*[(("new", "old", "old"),)] * 20, *[(("old", "gone", "old"),)] * 20, bots=field)
    alone = [
        (f"self/{at}", (bot, bot), left)
        for at in range(20)
        for bot, left in (("new", 3), ("old", 5), ("gone", 80))
    ]

    def of(pool):
        return compared(pool._replace(field=pool.field._replace(bots=field)), "new", ELO)

    assert of(pairs).pairs == (0, 0, 0, 0, 7)
    assert (of(table).blocks, of(table).score) == (20, 1.0)
    assert (of(teams(*alone)).blocks, of(teams(*alone)).score) == (20, 2.0)
