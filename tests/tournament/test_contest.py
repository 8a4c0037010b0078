"""Whole contests: broken bots among healthy ones, suspension, the number of workers."""

import json
import time

import pytest

from tests.tournament.contest import ALL, DICE, FIRST, LAST, Contest, tournament, wait_for

pytestmark = pytest.mark.slow

# The seed of the game that admits a bot to a two-seat table or a solitaire: everybody knows it.
IS_TRIAL = "self.begun.seed == bot_seed(deal_seed(1), 0, 0)"
SEEDS = "from arena_sdk.seeds import bot_seed, deal_seed"
CHEATS_LATE = f"""if self.turn > 6 and view.asks in ("play", "choose") and not {IS_TRIAL}:
            return self.game.Turn(()) if view.asks == "play" else self.game.Choose(0)
        return moves[0]"""
THINKS_TOO_LONG = """stop = time.process_time() + 1.5
        while time.process_time() < stop:
            pass
        return moves[0]"""


@pytest.fixture
def contest(tmp_path):
    return Contest(tmp_path / "contest")


def test_twenty_bots_of_which_three_are_broken(contest):
    """The healthy ones are ranked; of every broken one it is said what is wrong with it."""
    for number in range(17):
        choice = (FIRST, LAST, DICE)[number % 3]
        games = ALL if number < 3 else (ALL[number % 3],)
        contest.add(f"plain{number:02}", f"{choice}  # {number}", games=games)
    contest.add("crasher", first="sys.exit('my file is missing')")
    contest.add("thinker", THINKS_TOO_LONG)
    contest.add("cheat", CHEATS_LATE, first=SEEDS)

    done = contest.hold("--blocks", 1, "--move-ms", 1000, "--option", "target=20")

    said = done.stderr
    assert "left out: crasher: face-to-face for 2: did_not_start before the game began" in said
    assert "| my file is missing" in said
    assert "left out: thinker: face-to-face for 2: late at its ask 1: used" in said
    assert "fault: " in said
    assert "cheat: illegal: laid 0 cards, but at least 2 must be laid" in said
    listed = contest.run("matches", "--faults", "--json")
    failed = json.loads(listed.stdout)["matches"]
    blamed = [
        (match["seats"][fault["seat"]]["bot"], fault["verdict"])
        for match in failed
        for fault in match["faults"]
    ]
    assert {*blamed} == {("cheat", "illegal")}
    tables = contest.standings()["games"]
    assert [key.split("/")[0] for key in tables] == list(ALL)
    for key, table in tables.items():
        healthy = {f"plain{n:02}" for n in range(17) if n < 3 or ALL[n % 3] in key}
        assert {row["bot"] for row in table["rows"]} == {*healthy, "cheat"}
        assert all(row["rank"] for row in table["rows"] if row["games"])  # some rest at tables
        assert {row["bot"] for row in table["rows"] if row["forfeits"]} <= {"cheat"}
    (cheat,) = [row for row in tables["face-to-face"]["rows"] if row["bot"] == "cheat"]
    assert cheat["forfeits"] > 0
    assert contest.verified() == contest.ask("SELECT count(*) FROM match")[0][0]


def test_the_number_of_workers_changes_nothing(contest):
    """One worker or two: the same standings and the same digest of the stage."""
    for name, choice in {"first": FIRST, "last": LAST, "dice": DICE}.items():
        contest.add(name, choice)
    words = ("--blocks", 3, "--cross-play", 2, "--option", "target=20", "--json")

    one = contest.hold(*words, "--workers", 1, "--db", "one.db")
    two = contest.hold(*words, "--workers", 2, "--db", "two.db")

    assert one.stdout == two.stdout
    assert digest_in(one) == digest_in(two)


def digest_in(done):
    (line,) = [line for line in done.stderr.splitlines() if ": digest " in line]
    return line


def test_a_bot_that_keeps_failing_is_suspended(contest):
    """After forty blocks: it is said why, later rounds leave it out, and so do later stages."""
    contest.add("first", FIRST)
    contest.add("last", LAST)
    contest.add("fragile", at_start=f"assert {IS_TRIAL}, 'a game that counts'", first=SEEDS)
    solitaire = ("--game", "the-game", "--seats", 1)

    done = contest.hold(*solitaire, "--blocks", 44)

    why = "it forfeited 42 of 42 blocks"
    assert f"suspended from the-game/1: fragile: {why}" in done.stderr
    assert blocks_of(contest, "fragile") == 42
    assert blocks_of(contest, "first") == 44
    table = contest.standings()["games"]["the-game"]
    assert [row["bot"] for row in table["rows"]] == ["first", "last"]
    assert table["suspended"] == {"fragile": why}

    contest.hold(*solitaire, "--blocks", 45)

    assert contest.ask("SELECT count(*) FROM stage") == [(2,)]
    assert blocks_of(contest, "fragile") == 42
    assert blocks_of(contest, "first") == 45
    table = contest.standings()["games"]["the-game"]
    assert [row["bot"] for row in table["rows"]] == ["first", "last"]
    contest.verified()


def blocks_of(contest, bot):
    ((count,),) = contest.ask("SELECT count(*) FROM block WHERE bots LIKE ?", f'%"{bot}"%')
    return count


def test_a_bot_that_does_not_start_any_more_is_suspended_at_once(contest):
    """It was admitted, and then failed its first three starts: the next round is without it."""
    contest.add("first", FIRST, games=("face-to-face",))
    contest.add("last", LAST, games=("face-to-face",))
    words = tournament("--blocks", 4)
    for patience_s in (6, 20, 60):
        works_until = time.time() + patience_s
        contest.add(
            "passing", games=("face-to-face",), first=f"assert time.time() < {works_until}, 'over'"
        )
        run = contest.begin(*words)
        wait_for(run, lambda: contest.is_open)
        run.kill()
        run.wait()
        if contest.ask("SELECT 1 FROM entry WHERE bot = 'passing' AND left_out IS NULL"):
            break
        contest.db.unlink()  # this machine was too slow
    assert contest.stored == 0
    while time.time() < works_until:
        time.sleep(0.1)

    done = contest.run("resume")

    assert done.returncode == 0, done.stderr
    why = "its first 3 starts failed"
    assert f"suspended from face-to-face/2: passing: {why}" in done.stderr
    rounds = contest.ask("SELECT DISTINCT round FROM block WHERE bots LIKE '%passing%'")
    assert rounds == [(0,)]
    assert contest.ask("SELECT max(round) FROM block") == [(1,)]
    assert contest.standings()["games"]["face-to-face"]["suspended"] == {"passing": why}
    contest.verified()


def test_two_contests_in_one_database(contest):
    """Each has its own stages and standings."""
    contest.add_plain(2)
    contest.hold("--contest", "spring", "--blocks", 1)
    contest.add("late comer")
    contest.hold("--contest", "autumn", "--blocks", 1, "--game", "face-to-face")

    spring = contest.standings("spring")["games"]["face-to-face"]
    autumn = contest.standings("autumn")["games"]["face-to-face"]

    assert len(spring["rows"]) == 2
    assert len(autumn["rows"]) == 3
    assert contest.ask("SELECT number FROM stage") == [(1,), (1,)]
    assert contest.verified() == 2 + 6
