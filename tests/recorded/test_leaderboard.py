"""`arena leaderboard`: the table, the two machine forms, and counting anew."""

import csv
import io
import json
import shutil
import subprocess
import sys

import pytest
from rich.console import Console

from arena.console.standings import show_standings
from tests.commands.shell import wait_until
from tests.recorded.contest import SIX
from tests.verify.contest import CUP, DUELS, changing
from tests.verify.contest import hold as hold_in_memory

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recorded")]  # the contest is held once

_WORD, _NUMBER, _COUNT, _FLAG = (str,), (int, float, type(None)), (int,), (bool,)
_ROW = {"bot": _WORD, "rank": _COUNT, "low": _NUMBER, "high": _NUMBER}
_PLACED = {**_ROW, "rank_low": _NUMBER, "rank_high": _NUMBER, "provisional": _FLAG}
_FORFEITS = {"forfeits": _COUNT}
ROWS = {
    "face-to-face": {
        **_PLACED,
        **_FORFEITS,
        "elo": _NUMBER,
        **dict.fromkeys(("blocks", "games", "wins", "losses"), _COUNT),
    },
    "the-game": {**_PLACED, **_FORFEITS, "mean_left": _NUMBER, "games": _COUNT},
    SIX: {
        **_PLACED,
        **_FORFEITS,
        "rank": (int, type(None)),  # one of three rests at a table of two
        **dict.fromkeys(("elo", "mean_heads", "win_share"), _NUMBER),
        "tables": _COUNT,
    },
}
_SELF_PLAY = {
    "bot": _WORD,
    "seats": _COUNT,
    "games": _COUNT,
    **dict.fromkeys(("mean_left", "low", "high", "zero_rate"), _NUMBER),
}
_CROSS_PLAY = {"bots": (list,), "mean_left": _NUMBER, "games": _COUNT}


def has_keys(rows, kinds):
    """Whether every row has these keys, each with a value of its kind."""
    return bool(rows) and all(type(row[key]) in kinds[key] for row in rows for key in kinds)


@pytest.fixture
def document(held, said):
    done = said("leaderboard", "--json", cwd=held.folder)
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_json_has_the_keys_of_the_contract(document):
    """Each game by its id, or by its pool where the options are not the usual ones."""
    games = document["games"]

    assert list(games) == ["face-to-face", "the-game", SIX]
    for game, kinds in ROWS.items():
        assert has_keys(games[game]["rows"], kinds)
    assert type(games["face-to-face"]["first_move_elo"]) in _NUMBER
    assert has_keys(games["the-game"]["self_play"], _SELF_PLAY)
    assert has_keys(games["the-game"]["cross_play"], _CROSS_PLAY)
    assert isinstance(games["the-game"]["contributions"], list)
    assert isinstance(document["combined"]["rule"], str)
    assert has_keys(document["combined"]["rows"], {**_ROW, "score": _NUMBER})


def test_the_numbers_are_those_of_the_matches(held, document, said):
    """Games, wins, losses and forfeits can be counted in the list of matches."""
    listed = json.loads(said("matches", "--json", cwd=held.folder).out)["matches"]
    pairs = [match for match in listed if match["pool"] == "face-to-face/2"]

    for row in document["games"]["face-to-face"]["rows"]:
        scores = [
            (match["outcome"]["scores"][seat["seat"]], len(match["faults"]))
            for match in pairs
            for seat in match["seats"]
            if seat["bot"] == row["bot"]
        ]
        assert row["games"] == len(scores) == 4
        assert row["wins"] == sum(score == 1 for score, _ in scores)
        assert row["losses"] == sum(score == 0 for score, _ in scores)
    forfeits = {row["bot"]: row["forfeits"] for row in document["games"]["face-to-face"]["rows"]}
    # A short game may end before it cheats, once at most.
    cheated = sum(len(match["faults"]) for match in pairs)
    assert forfeits == {"steady": 0, "dicey": 0, "cheat": cheated}
    assert cheated > 0


def test_the_table_fits_80_columns(held, said):
    """Every line of it, with all bots and all games."""
    done = said("leaderboard", cwd=held.folder)

    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    for words in ("face-to-face", "the-game", SIX, "all games", "steady", "dicey", "cheat"):
        assert words in done.out


def test_long_names_and_large_numbers_fit_80_columns(document):
    """A name is cut before a number is; two bots can be told apart."""
    for table in document["games"].values():
        for number, row in enumerate(table["rows"]):
            row["bot"] = f"{number} is the bot of somebody with quite a lot to say of it all"
            for key in ("games", "blocks", "wins", "losses", "forfeits", "tables"):
                row[key] = 123_456
    text = io.StringIO()
    show_standings(Console(file=text, width=80), document)

    lines = text.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert any("1 is the bot" in line and "123456" in line for line in lines)


def test_names_cannot_write_on_the_terminal(document):
    """Neither in the table nor as markup."""
    document["games"]["face-to-face"]["rows"][0]["bot"] = "\x1b]0;mine\x07 [bold red]x[/]"
    text = io.StringIO()
    show_standings(Console(file=text, width=80, force_terminal=True), document)

    assert "\x1b]" not in text.getvalue()
    assert "[bold" in text.getvalue()


def test_csv_has_all_rows(held, document, said):
    """One header, one line for each bot of each game, the same values as in JSON."""
    done = said("leaderboard", "--csv", cwd=held.folder)
    rows = list(csv.DictReader(io.StringIO(done.out)))

    assert done.code == 0
    assert [(row["game"], row["bot"], row["rank"]) for row in rows] == [
        (game, row["bot"], str(row["rank"] or ""))
        for game, table in document["games"].items()
        for row in table["rows"]
    ]
    assert set(rows[0]) >= {"game", "bot", "rank", "elo", "low", "high", "mean_left", "forfeits"}


def test_csv_has_no_formulas(tmp_path, said):
    """A spreadsheet would run what begins like one."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=1)
    with changing(tmp_path / "arena.db") as rows:
        for table, column in (("pair_count", "first"), ("bot_sum", "bot"), ("entry", "bot")):
            rows.execute(f"UPDATE {table} SET {column} = '=1+1' WHERE {column} = 'ada'")
        rows.execute("UPDATE stage SET terms = replace(terms, '\"ada\"', '\"=1+1\"')")

    rows = csv.DictReader(io.StringIO(said("leaderboard", "--csv", cwd=tmp_path).out))

    assert {row["bot"] for row in rows} == {"'=1+1", "bob"}


@pytest.mark.parametrize("game", ["face-to-face", "the-game", SIX])
def test_one_game_alone(game, held, document, said):
    """The others are left out."""
    alone = json.loads(said("leaderboard", "--game", game, "--json", cwd=held.folder).out)

    assert alone["games"] == {game: document["games"][game]}


def test_a_game_by_its_name_alone(held, document, said):
    """Also if it was played with other options than the usual ones."""
    done = said("leaderboard", "--game", "six-nimmt", "--json", cwd=held.folder)

    assert done.code == 0
    assert json.loads(done.out)["games"] == {SIX: document["games"][SIX]}


def test_an_unknown_game_is_refused(held, refused):
    """The sentence names those that there are."""
    words = refused("leaderboard", "--game", "chess", cwd=held.folder)

    assert "chess" in words
    assert "face-to-face, the-game" in words


@pytest.fixture
def copy(held, tmp_path):
    """The database in a folder of its own, to be spoilt."""
    shutil.copy(held.folder / "arena.db", tmp_path)
    return tmp_path


def test_counting_anew_changes_nothing(copy, document, said):
    """The counts of an honest contest are those of its matches, to the last digit."""
    done = said("leaderboard", "--rebuild", "--json", cwd=copy)

    assert done.code == 0
    assert json.loads(done.out) == document


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE pair_count SET count = count + 3",
        "DELETE FROM pair_count; DELETE FROM team_sum; DELETE FROM bot_sum",
        "UPDATE team_sum SET left = left * 2; UPDATE bot_sum SET scores = 0",
        "UPDATE bot_sum SET bot = 'eve' WHERE bot = 'steady'",
    ],
)
def test_counting_anew_repairs_spoilt_counts(spoil, copy, document, said):
    """Then the standings are as before, and verify finds nothing."""
    with changing(copy / "arena.db") as rows:
        rows.executescript(spoil)
    assert said("verify", cwd=copy).code == 1

    again = said("leaderboard", "--rebuild", "--json", cwd=copy)

    assert json.loads(again.out) == document
    assert said("verify", cwd=copy).code == 0


@pytest.mark.parametrize("spoil", ["DELETE FROM bot_sum", "DELETE FROM pair_count"])
def test_counts_that_are_gone_are_no_bug(spoil, copy, said):
    """Whoever lost them is shown what there is, or told to count anew."""
    with changing(copy / "arena.db") as rows:
        rows.executescript(spoil)

    assert said("leaderboard", cwd=copy).code in (0, 2)


_HOLDER = """
import sys
from arena.store import writing
with writing("arena.db") as store, store._writing() as rows:
    rows.exec_driver_sql("UPDATE pair_count SET count = 99")
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def being_played(copy):
    """A run holds the lock, in the middle of a transaction."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER],
        cwd=copy,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout.readline() == "held\n"
        yield copy
        run.kill()
    wait_until(lambda: run.poll() is not None)


def test_readers_are_free_while_a_run_is_in_progress(being_played, document, said):
    """They see what was recorded before."""
    assert json.loads(said("leaderboard", "--json", cwd=being_played).out) == document
    assert said("matches", cwd=being_played).code == 0
    assert said("verify", cwd=being_played).code == 0


@pytest.mark.parametrize("words", [("leaderboard", "--rebuild"), ("commit",)])
def test_a_writer_is_refused_while_a_run_is_in_progress(words, being_played, refused):
    """The sentence says who plays into it."""
    assert "arena.db is in use: process " in refused(*words, cwd=being_played)


def test_the_newest_contest_is_meant_unless_one_is_named(tmp_path, said, refused):
    """One database holds many."""
    db = tmp_path / "arena.db"
    hold_in_memory(db, "ada", "bob", plan=DUELS, blocks=1, contest="old")
    hold_in_memory(db, "bob", "cheat", plan=CUP._replace(seats=(2,)), blocks=1)

    def bots(*words):
        games = json.loads(said("leaderboard", "--json", *words, cwd=tmp_path).out)["games"]
        return {game: {row["bot"] for row in table["rows"]} for game, table in games.items()}

    newest = {"face-to-face": {"bob", "cheat"}, "the-game": {"bob", "cheat"}}
    assert bots() == bots("--contest", "cup") == newest
    assert bots("--contest", "old") == {"face-to-face": {"ada", "bob"}}
    assert "there are old, cup" in refused("leaderboard", "--contest", "new", cwd=tmp_path)


def test_a_suspended_bot_is_named_with_the_reason(tmp_path, said):
    """It has no row, and neither has what was played against it."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", "sleeper", plan=DUELS, blocks=3)

    shown = said("leaderboard", cwd=tmp_path).out
    (table,) = json.loads(said("leaderboard", "--json", cwd=tmp_path).out)["games"].values()

    assert "suspended: sleeper: its first 3 starts failed" in shown
    assert {row["bot"]: row["games"] for row in table["rows"]} == {"ada": 6, "bob": 6}


def test_a_comparison_is_shown_to_who_names_it_or_has_nothing_else(tmp_path, said):
    """Whoever compares two bots after a contest still means the contest."""
    compared = DUELS._replace(compare=(0.0, 5.0), challenger="ada")

    def games(*words):
        rows = json.loads(said("leaderboard", "--json", *words, cwd=tmp_path).out)["games"]
        return {row["bot"] for table in rows.values() for row in table["rows"]}

    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=compared, blocks=1, contest="better?")
    assert games() == {"ada", "bob"}
    hold_in_memory(tmp_path / "arena.db", "bob", "cheat", plan=DUELS, blocks=1, contest="cup")
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=compared, blocks=2, contest="better?")

    assert games() == games("--contest", "cup") == {"bob", "cheat"}
    assert games("--contest", "better?") == {"ada", "bob"}


@pytest.mark.parametrize("words", [("leaderboard", "--rebuild"), ("resume",)])
def test_a_database_that_was_mistyped_is_not_made(words, refused, tmp_path):
    """The sentence names it."""
    assert "there is no database typo.db" in refused(*words, "--db", "typo.db", cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_contest_that_was_mistyped_is_not_gone_on_with(copy, refused):
    """The sentence names those that there are."""
    words = refused("resume", "--contest", "typo", cwd=copy)

    assert "there is no contest 'typo'; there are bots" in words
