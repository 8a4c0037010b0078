"""docs/reference/fairness.md: its program checks a real database, and notices what was changed."""

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from arena import fairness
from arena.games.face_to_face import RULES
from arena.model import Decision
from arena.pairings.blocks import Pool, block_of, fixtures_of
from arena.replays import digest_of
from arena.stages import block_digest, stage_digest
from arena.store import reading
from arena.versions import content_hash
from tests.commands.shell import arena
from tests.docs.pages import PATIENT, ROOT, blocks

PAGE = "docs/reference/fairness.md"
TEXT = (ROOT / PAGE).read_text("utf-8")
(PROGRAM,) = (block.text for block in blocks(PAGE) if block.language == "python")
ROWS = dict(re.findall(r"^\| ([\w` ,]+) \| (.*) \|$", TEXT, re.MULTILINE))

Change = Callable[[sqlite3.Connection], object]

pytestmark = pytest.mark.xdist_group("fairness page")  # the contest is played once


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A contest of two stages in all three games, and the digests that were printed.

    One bot has a name that is not ASCII, and one is left out.
    """
    folder = tmp_path_factory.mktemp("contest")
    for house in ("greedy", "random"):
        shutil.copytree(ROOT / "examples" / house, folder / "bots" / house)
    other = folder / "bots" / "other"
    shutil.copytree(ROOT / "examples" / "random", other)
    toml = (other / "bot.toml").read_text("utf-8")
    (other / "bot.toml").write_text(toml.replace('"random"', '"Zoë 🎲"'), "utf-8")
    (folder / "bots" / "fails.py").write_text("raise SystemExit('not today')\n")
    digests = []
    for number in (1, 2):
        words = ("bots", "--contest", "Übung", "--blocks", number, "--cross-play", 1)
        done = arena("tournament", *words, "--sandbox", "unsafe", cwd=folder, **PATIENT)
        assert done.returncode == 0, done.stderr
        digests += re.findall("digest ([0-9a-f]{64})", done.stderr)
    return folder / "arena.db", digests


def run(database: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """The program of the page, with nothing of Arena in reach."""
    (folder / "check.py").write_text(PROGRAM, "utf-8")
    return subprocess.run(
        [sys.executable, "-I", "-S", "check.py", str(database)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_program_needs_the_standard_library_alone() -> None:
    """An outsider has no reason to trust what we would let them install."""
    imported = re.findall("^import (.*)", PROGRAM, re.MULTILINE)

    assert imported == ["hashlib", "hmac", "json", "sqlite3", "sys", "zlib"]
    assert not re.findall("^from ", PROGRAM, re.MULTILINE)


def test_it_deals_by_the_program_of_the_other_page() -> None:
    """The lines that deal are those of docs/reference/deals.md, letter by letter."""
    dealing = next(b.text for b in blocks("docs/reference/deals.md") if b.language == "python")

    assert dealing.partition("\n\n\n")[2] in PROGRAM


@pytest.mark.slow
def test_a_contest_as_it_was_played_passes(played: tuple[Path, list[str]], tmp_path: Path) -> None:
    """Every stage is confirmed with the digest that `arena tournament` printed at its end."""
    database, digests = played

    done = run(database, tmp_path)

    assert done.returncode == 0, done.stderr
    assert re.findall("digest (.*)", done.stdout) == digests
    assert re.findall(r"^(\w+), stage (\d)", done.stdout, re.M) == [("Übung", "1"), ("Übung", "2")]


def flipped(table: str, column: str) -> Change:
    """One bit of one byte of the first row is another."""

    def change(db: sqlite3.Connection) -> None:
        (data,) = db.execute(f"SELECT {column} FROM {table} ORDER BY rowid").fetchone()
        other = bytes([data[0] ^ 1, *data[1:]])
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", [other, data])

    return change


def said(statement: str) -> Change:
    return lambda db: db.execute(statement)


def another_move(db: sqlite3.Connection) -> None:
    """The last move of a match is made by the other seat."""
    key, replay = db.execute("SELECT key, replay FROM match WHERE turns > 0").fetchone()
    moves, times = json.loads(zlib.decompress(replay))
    moves[-1][1] = 1 - moves[-1][1]
    again = zlib.compress(json.dumps([moves, times]).encode())
    db.execute("UPDATE match SET replay = ? WHERE key = ?", [again, key])


CHANGES: dict[str, tuple[Change, str]] = {
    "a byte of the secret": (flipped("commitment", "secret"), "commitment"),
    "the plan": (said("UPDATE stage SET terms = replace(terms, ': 8,', ': 9,')"), "stage id"),
    "a version": (said("UPDATE entry SET version = hex(zeroblob(32))"), "stage id"),
    "who was left out": (said("UPDATE entry SET left_out = NULL"), "stage id"),
    "a byte of a deal": (flipped("match", "deal_seed"), "deal seed"),
    "the shuffle of a block": (said("UPDATE block SET shuffle = 'nicer'"), "deal seed"),
    "a move": (another_move, "digest of match"),
    "a result": (said("UPDATE seat SET score = score + 1 WHERE seat = 1"), "digest of match"),
    "how it ended": (said("UPDATE match SET reason = 'fault'"), "digest of match"),
    "a fault": (
        said("INSERT INTO fault SELECT min(id), 0, 0, 'late', 1, 1, '' FROM match"),
        "digest of match",
    ),
    "names": (said("UPDATE seat SET bot = 'random'"), "bots of match"),
    "the game of a block": (said("UPDATE match SET game = 7 WHERE game = 1"), "id of match"),
    "a match that is gone": (said("DELETE FROM match WHERE game = 1"), "digest of ["),
    "a block that is gone": (
        said("DELETE FROM block WHERE id = (SELECT max(id) FROM block)"),
        "stage digest",
    ),
    "the order of blocks": (said("UPDATE block SET place = -place"), "stage digest"),
    "the end": (said("UPDATE stage SET digest = upper(digest)"), "stage digest"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_named(
    what: str, played: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """The control: the same database with one thing changed is refused, with the place."""
    change, place = CHANGES[what]
    copy = tmp_path / "changed.db"
    shutil.copy(played[0], copy)
    with sqlite3.connect(copy) as db:
        change(db)
    db.close()

    done = run(copy, tmp_path)

    assert done.returncode == 1
    assert done.stderr.startswith(place), done.stderr


@pytest.mark.slow
def test_a_card_that_was_not_dealt_is_noticed(
    played: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """Not even with all digests made anew: the opening hand follows from the secret."""
    copy = tmp_path / "forged.db"
    shutil.copy(played[0], copy)
    with reading(str(copy)) as store, sqlite3.connect(copy) as db:
        stage = store.stages("Übung")[0]
        block, match, replay = db.execute(
            "SELECT block.id, match.key, replay FROM match JOIN block ON block.id = block_id"
            " WHERE pool = 'face-to-face/2' AND stage_id = ?",
            [stage.row],
        ).fetchone()
        _, record = store.match(match)
        moves, times = json.loads(zlib.decompress(replay))
        deck = sorted({*range(2, 60)} - opening_hand(record.fixture.deal_seed))
        moves[0][3]["plays"][0][0] = deck[0]
        forged = record._replace(decisions=tuple(Decision(*move) for move in moves))
        again = zlib.compress(json.dumps([moves, times]).encode())
        db.execute(
            "UPDATE match SET replay = ?, digest = ? WHERE key = ?",
            [again, digest_of(forged), match],
        )
        games = db.execute("SELECT digest FROM match WHERE block_id = ? ORDER BY game", [block])
        whole = block_digest([digest for (digest,) in games])
        db.execute("UPDATE block SET digest = ? WHERE id = ?", [whole, block])
        every = db.execute(
            "SELECT key, digest FROM block WHERE stage_id = ? ORDER BY round, place", [stage.row]
        )
        end = stage_digest(every.fetchall())
        db.execute("UPDATE stage SET digest = ? WHERE id = ?", [end, stage.row])
    db.close()

    done = run(copy, tmp_path)

    assert done.returncode == 1
    assert "not in its hand" in done.stderr
    assert f"[{deck[0]}] is recorded" in done.stderr


def opening_hand(seed: bytes) -> set[int]:
    return {*RULES.deal(RULES.settle({}, 2), 2, seed).sides[0].hand}


def test_the_numbers_to_compare_with_are_those_of_the_code() -> None:
    """Secret, commitment, stage id, message, seeds and the id of a match."""
    told = {name: value.strip("`") for name, value in ROWS.items()}
    secret = bytes.fromhex(told["secret"])
    plan, stage = {"contest": "autumn", "stage": 1}, told["stage id"]
    versions = {"ada": "0" * 64, "Zoë": "1" * 64}
    pool = Pool("face-to-face", RULES.settle({}, 2), 2)
    block = block_of(pool, ["Zoë", "ada"], round_=0, number=0)
    match = fixtures_of(block, secret, stage)[1]
    words = ("deal", stage, pool.text, block.shuffle)

    assert json.dumps(plan) in ROWS["`plan`, `versions`"]
    assert told["commitment"] == fairness.commitment(secret)
    assert stage == fairness.stage_id(told["commitment"], plan, versions)
    assert told["block id and shuffle"] == block.id == block.shuffle
    assert told["message"] == "".join(f"{len(word.encode())}:{word}" for word in words)
    assert told["deal seed"] == match.deal_seed.hex()
    assert int(told["bot seed of game 1, seat 0"]) == match.bot_seeds[0]
    assert told["order seed"] == fairness.order_seed(secret, stage, pool.text).hex()
    assert told["id of match 1"] == match.id


def test_a_version_is_what_the_page_says() -> None:
    """Paths with their length, contents with theirs."""
    files = [("bot.py", b"run()\n"), ("data/öl.txt", b"\0\1")]
    text = b"6 bot.py 6\nrun()\n" + "11 data/öl.txt 2\n".encode() + b"\0\1"

    assert content_hash(files) == hashlib.sha256(text).hexdigest()
    assert "`<characters of the path> <path> <bytes of the content>`" in " ".join(TEXT.split())
