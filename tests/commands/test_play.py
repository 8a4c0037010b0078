"""`arena play` with real bots: results, JSON, mirrors, records, limits."""

import json
from pathlib import Path

import pytest

from arena.records import from_map, states_of
from tests.commands.shell import arena, matches, wait_until

pytestmark = pytest.mark.slow  # a process or more for every test

KEYS = {
    *("id", "game", "seed", "options", "seats", "outcome", "faults", "turns", "moves", "times"),
}


@pytest.mark.parametrize(("game", "bots"), [("face-to-face", 2), ("the-game", 3), ("six-nimmt", 4)])
def test_json_has_the_keys_of_the_contract(game, bots, tmp_path):
    """One document with the fixed keys; turns, moves and times belong together."""
    (match,) = matches(*["greedy"] * bots, "--game", game, "--seed", 7, cwd=tmp_path)

    assert set(match) >= KEYS
    assert match["game"] == game
    assert match["seed"] == 7
    assert match["seats"] == [{"seat": i, "bot": "greedy"} for i in range(bots)]
    assert set(match["outcome"]) == {"scores", "places", "reason"}
    assert len(match["outcome"]["scores"]) == len(match["outcome"]["places"]) == bots
    assert match["turns"] == len(match["moves"]) == len(match["times"])
    assert match["faults"] == []


def test_the_same_seed_plays_the_same_match(tmp_path):
    """Seeded bots on one seed: the same moves, every time; another seed, others."""
    one, again, other = (
        matches("random", "random", "--seed", seed, cwd=tmp_path)[0] for seed in (3, 3, 4)
    )

    assert one["moves"] == again["moves"]
    assert one["moves"] != other["moves"]


def test_games_follow_the_seed_and_bots_keep_their_seats(tmp_path):
    """--games N plays seeds S, S+1, …; seats in the order of the command line."""
    played = matches("greedy", "random", "--seed", 10, "--games", 3, cwd=tmp_path)

    assert [match["seed"] for match in played] == [10, 11, 12]
    assert all([s["bot"] for s in match["seats"]] == ["greedy", "random"] for match in played)
    assert len({match["id"] for match in played}) == 3


def test_mirror_plays_every_rotation_on_the_same_cards(tmp_path):
    """--mirror plays each seed once in every rotation; the deal stays, the bots move on."""
    played = matches(
        *("greedy", "random", "random", "--game", "six-nimmt", "--option", "deals=1"),
        *("--seed", 5, "--games", 2, "--mirror"),
        cwd=tmp_path,
    )

    assert [match["seed"] for match in played] == [5, 5, 5, 6, 6, 6]
    seats = [[seat["bot"] for seat in match["seats"]].index("greedy") for match in played]
    assert seats == [0, 1, 2, 0, 1, 2]
    assert len({match["deal_seed"] for match in played[:3]}) == 1


def test_a_tournament_of_6_nimmt_is_not_rotated_again(tmp_path):
    """With option tournament the hands rotate inside the one game: --mirror adds none."""
    played = matches(
        *("greedy", "greedy", "--game", "six-nimmt", "--option", "tournament=true", "--mirror"),
        cwd=tmp_path,
    )

    assert len(played) == 1


def test_no_process_plays_two_rotations_of_a_seed(tmp_path):
    """A process that remembers its deals never sees the same cards again."""
    (tmp_path / "spy.py").write_text(
        "import os\nfrom arena_sdk import run\nfrom arena_sdk.face_to_face import legal_moves\n"
        "def bot(view):\n"
        "    if view.own.up == 1 and view.own.down == 60 and view.own.deck == 52:\n"
        f"        with open({str(tmp_path / 'log')!r}, 'a') as log:\n"
        "            print(os.getpid(), view.seat, *view.hand, file=log)\n"
        "    return next(legal_moves(view))\n"
        "run(bot)\n"
    )

    games = ("--seed", 1, "--games", 3, "--mirror", "--sandbox", "unsafe")
    matches("spy.py", "greedy", *games, cwd=tmp_path)

    deals = [line.split() for line in (tmp_path / "log").read_text().splitlines()]
    seats_by_process = {}
    for pid, seat, *_ in deals:
        seats_by_process.setdefault(pid, set()).add(seat)
    assert len(deals) == 6
    assert all(len(seats) == 1 for seats in seats_by_process.values())
    assert len(seats_by_process) == 2  # one process for the three games of each rotation


def test_a_record_replays_exactly(tmp_path):
    """--replay FILE writes what `--json` prints, and it folds to the same outcome."""
    (match,) = matches(
        *("greedy", "random", "--game", "six-nimmt", "--option", "specials=true"),
        *("--seed", 3, "--replay", "match.json"),
        cwd=tmp_path,
    )

    document = json.loads((tmp_path / "match.json").read_text())
    record = from_map(document)
    states = list(states_of(record))
    assert document["moves"] == match["moves"]
    assert record.outcome.to_map() == match["outcome"]
    assert len(states) == 1 + max(move["step"] for move in match["moves"])
    assert document["stderr"] == match["stderr"]


def test_several_records_get_numbers(tmp_path):
    """With several games --replay numbers its files."""
    matches("greedy", "random", "--games", 2, "--replay", "m.json", cwd=tmp_path)

    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["m-1.json", "m-2.json"]


def test_a_bot_that_misbehaves_is_told_in_words(tmp_path):
    """A fault is data: exit 0, the verdict, the ask, and the bot's own stderr."""
    (tmp_path / "bad.py").write_text(
        "from arena_sdk import run\ndef bot(view):\n    return view.hand[99]\nrun(bot)\n"
    )

    done = arena("play", "bad.py", "greedy", "--seed", 1, cwd=tmp_path)

    assert done.returncode == 0
    assert "bad (seat 0): gone at its ask 1: it ended with exit code 1" in done.stdout
    assert "IndexError: tuple index out of range" in done.stdout


def test_a_command_that_cannot_be_executed(tmp_path):
    """A command that is not there is the bot's fault, told with the reason."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text('command = ["no-such-program"]\n')

    done = arena("play", "bot", "greedy", cwd=tmp_path)

    assert done.returncode == 0
    assert "did_not_start before the game began" in done.stdout
    assert "no-such-program" in done.stdout


def test_hostile_stderr_stays_text(tmp_path):
    """Escape sequences and markup in a bot's stderr are shown, not obeyed."""
    (tmp_path / "bad.py").write_text(
        "import sys\nsys.stderr.write('\\x1b[2J[bold]boo[/bold]\\x07\\n')\nsys.exit(1)\n"
    )

    done = arena("play", "bad.py", "greedy", cwd=tmp_path)

    assert "\x1b" not in done.stdout
    assert "\\x1b[2J[bold]boo[/bold]\\x07" in done.stdout


def test_limits_come_from_the_event_file_the_environment_and_flags(tmp_path):
    """arena.toml < ARENA_* < flags, and the bot is told what is enforced."""
    (tmp_path / "arena.toml").write_text(
        "[limits]\nmove_ms = 111\ngame_ms = 222\nstart_ms = 9999\n"
    )
    (tmp_path / "told.py").write_text(
        "import os, struct, sys, msgpack\n"
        "size = struct.unpack('>I', os.read(0, 4))[0]\n"
        "print(msgpack.unpackb(os.read(0, size))['limits'], file=sys.stderr)\n"
    )

    (match,) = matches(
        "told.py", "greedy", "--game-ms", 444, cwd=tmp_path, ARENA_GAME_MS="333", ARENA_MOVE_MS="50"
    )

    said = match["stderr"][0]
    assert "'move_ms': 50" in said
    assert "'game_ms': 444" in said
    assert "'start_ms': 9999" in said
    assert "'memory_mb': 512" in said


def test_no_clock_gives_a_day(tmp_path):
    """--no-clock lets a bot think as long as a person with a debugger likes."""
    (tmp_path / "slow.py").write_text(
        "import time\nfrom arena_sdk import run\nfrom arena_sdk.face_to_face import legal_moves\n"
        "def bot(view):\n    time.sleep(0.05)\n    return next(legal_moves(view))\nrun(bot)\n"
    )

    bots = ("slow.py", "greedy", "--sandbox", "unsafe")
    (late,) = matches(*bots, "--move-ms", 20, cwd=tmp_path)
    (fine,) = matches(*bots, "--no-clock", cwd=tmp_path, ARENA_MOVE_MS="20")

    assert [fault["verdict"] for fault in late["faults"] if fault["seat"] == 0] == ["late"]
    assert fine["faults"] == []


def test_the_environment_of_a_bot_tells_nothing(tmp_path):
    """A bot gets a bare environment: no secret of the caller, no name of a match."""
    (tmp_path / "env.py").write_text("import os, sys\nprint(sorted(os.environ), file=sys.stderr)\n")

    bots = ("env.py", "greedy", "--sandbox", "unsafe")
    (match,) = matches(*bots, cwd=tmp_path, ARENA_SECRET="hunter2")

    assert "ARENA_SECRET" not in match["stderr"][0]
    assert set(eval(match["stderr"][0])) <= {"HOME", "LANG", "PATH", "PWD", "LC_CTYPE"}


def test_no_child_outlives_the_match(tmp_path):
    """A helper that a bot started is gone when the match is over."""
    (tmp_path / "parent.py").write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        "print(child.pid, file=sys.stderr)\n"
        "from arena_sdk import run\nfrom arena_sdk.face_to_face import legal_moves\n"
        "run(lambda view: next(legal_moves(view)))\n"
    )

    (match,) = matches("parent.py", "greedy", "--sandbox", "unsafe", cwd=tmp_path)

    pid = int(match["stderr"][0])
    assert match["faults"] == []
    # Killed by then, but init may take its time to take its exit code.
    wait_until(lambda: not is_running(pid))


def is_running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_equal_names_of_different_bots_get_their_folder(tmp_path):
    """Two different bots of one name are told apart by their folders."""
    for folder in ("ann", "bob"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.toml").write_text('name = "champ"\ncommand = ["true"]\n')

    (match,) = matches("ann", "bob", cwd=tmp_path)

    assert [seat["bot"] for seat in match["seats"]] == ["champ-ann", "champ-bob"]


def test_without_game_the_first_bot_decides(tmp_path):
    """Without --game the first of the first bot's `games` is played."""
    arena("new", "team", "--game", "the-game", cwd=tmp_path)

    (match,) = matches("team", "team", cwd=tmp_path)

    assert match["game"] == "the-game"
    assert match["faults"] == []


def test_a_name_with_markup_stays_a_name(tmp_path):
    """Whatever a bot is called, the tables show it as it is."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text('name = "[/b][red]x"\ncommand = ["true"]\n')

    done = arena("play", "bot", "greedy", "--games", 2, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "[/b][red]x" in done.stdout.splitlines()[-3]


def test_files_of_one_name_in_folders_of_one_name_are_numbered(tmp_path):
    """Bots that are different never share a row."""
    for folder in ("x/bots", "y/bots"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "mine.py").write_text("")

    (match,) = matches("x/bots/mine.py", "y/bots/mine.py", cwd=tmp_path)

    assert [seat["bot"] for seat in match["seats"]] == ["mine-bots", "mine-bots-2"]


def test_last_words_after_the_game_are_kept(tmp_path):
    """A bot that fails in its `over` hook broke no rule, and its author still sees why."""
    (tmp_path / "sore.py").write_text(
        "from arena_sdk import run\nfrom arena_sdk.face_to_face import legal_moves\n"
        "class Bot:\n"
        "    def play(self, view):\n        return next(legal_moves(view))\n"
        "    def over(self, over):\n        raise RuntimeError('unfair')\n"
        "run(Bot())\n"
    )

    (match,) = matches("sore.py", "greedy", cwd=tmp_path)

    assert match["faults"] == []
    assert "RuntimeError: unfair" in match["stderr"][0]


@pytest.mark.parametrize("sandbox", ["unsafe", "bubblewrap"])
def test_two_bots_that_end_before_any_move_get_nothing(sandbox, tmp_path):
    """Face to Face: both end as soon as the game begins: 0-0, both recorded."""
    (tmp_path / "shy.py").write_text(
        "import sys\nfrom arena_sdk import run\n"
        "class Bot:\n    def start(self, start):\n        sys.exit(4)\nrun(Bot())\n"
    )

    (match,) = matches("shy.py", "shy.py", "--sandbox", sandbox, cwd=tmp_path)

    assert match["outcome"] == {"scores": [0, 0], "places": [1, 1], "reason": "fault"}
    assert [fault["verdict"] for fault in match["faults"]] == ["gone", "gone"]


def test_a_folder_around_a_folder_is_looked_through(tmp_path):
    """Levels that hold just one folder are looked through; what archivers leave is ignored."""
    inner = tmp_path / "upload" / "v1" / "bot"
    inner.mkdir(parents=True)
    (inner / "bot.toml").write_text('command = ["true"]\n')
    (tmp_path / "upload" / "__MACOSX").mkdir()

    (match,) = matches("upload", "greedy", cwd=tmp_path)

    assert match["seats"][0]["bot"] == "upload"


def test_the_output_on_a_full_disk_is_the_organisers(tmp_path):
    """No room for the result: a sentence and exit 2, not a bug of ours."""
    import subprocess

    from tests.commands.shell import ARENA

    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [ARENA, "play", "greedy", "random", "--json"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
