"""How the command behaves: help, speed of loading, interruption, terminals."""

import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from tests.commands.shell import ARENA, arena, processes_with, wait_until

pytestmark = pytest.mark.slow  # a process for every case


def modules_after(words):
    """The top-level modules that are loaded once these words were run."""
    code = (
        "import sys\nfrom arena.cli import main\n"
        f"sys.argv = ['arena', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [[], ["--help"], ["--version"]])
def test_help_loads_no_engine(words):
    """`arena --help` loads none of trio, sqlmodel and docker."""
    assert not modules_after(words) & {"trio", "sqlmodel", "sqlalchemy", "docker", "msgpack"}


@pytest.mark.parametrize("words", [["--help"], ["new", "--help"], ["play", "--help"]])
def test_help_fits_a_terminal(words, tmp_path):
    """Help goes to stdout, in 80 columns, and says what the command does."""
    done = arena(*words, cwd=tmp_path, COLUMNS="80")

    assert done.returncode == 0
    assert done.stderr == ""
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_results_go_to_stdout_and_talk_to_stderr(tmp_path):
    """Without a terminal: plain lines, no colour, no live picture."""
    done = arena(
        *("play", "greedy", "random", "--seed", 7, "--watch", "--sandbox", "unsafe"), cwd=tmp_path
    )

    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "greedy" in done.stdout
    assert "sandbox" in done.stderr
    assert re.search(r"^ +1 +greedy +\d+ on \w+, \d+ on \w+", done.stdout, re.MULTILINE)


def test_json_is_alone_on_stdout_also_while_watching(tmp_path):
    """--json prints exactly one document, whatever else is asked for."""
    done = arena("play", "greedy", "random", "--watch", "--json", cwd=tmp_path)

    assert done.stdout.startswith('{"matches": [')
    assert done.stdout.count("\n") == 1


def test_a_reader_that_goes_away_is_no_bug(tmp_path):
    """`arena play … | head -1` ends without a traceback."""
    done = subprocess.run(
        ["sh", "-c", f"{ARENA} play greedy random --games 40 --watch | head -1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


@pytest.fixture(params=["unsafe", "bubblewrap"])
def playing(tmp_path, request):
    """`arena play` in the middle of something, and a word that only its bot's processes have."""
    word = f"sleeper-{tmp_path}"
    (tmp_path / "bot.py").write_text("import time\ntime.sleep(1000)\n")
    (tmp_path / "bot.toml").write_text(f'command = ["python", "bot.py", "{word}"]\n')
    running = subprocess.Popen(
        [ARENA, "play", ".", "greedy", "--start-ms", "600000", "--sandbox", request.param],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: processes_with(word))
    return running, word


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_being_stopped_is_130_and_leaves_no_bot(number, playing):
    """Ctrl-C, or being asked to end, at any moment: exit 130, a sentence, no process left."""
    running, word = playing

    running.send_signal(number)
    _, said = running.communicate()

    assert running.returncode == 130
    assert "Traceback" not in said
    assert "stopped" in said
    assert processes_with(word) == []


def test_a_background_job_of_a_script_can_be_stopped(tmp_path):
    """A shell starts those with interrupts ignored; being asked to end works all the same."""
    word = f"sleeper-{tmp_path}"
    (tmp_path / "bot.py").write_text("import time\ntime.sleep(1000)\n")
    (tmp_path / "bot.toml").write_text(f'command = ["python", "bot.py", "{word}"]\n')
    script = f"{ARENA} play . greedy --start-ms 600000 --sandbox unsafe & echo $!; wait $!; echo $?"
    running = subprocess.Popen(
        ["sh", "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    wait_until(lambda: processes_with(word))

    os.kill(int(running.stdout.readline()), signal.SIGTERM)

    assert running.communicate()[0] == "130\n"
    assert processes_with(word) == []


def test_watching_in_a_terminal_draws_cards(tmp_path):
    """In a terminal --watch draws the table, the hand of the chosen seat and the clock."""
    read, write = pty.openpty()
    (tmp_path / "short.py").write_text("import sys\nsys.exit(1)\n")
    running = subprocess.Popen(
        [ARENA, "play", "short.py", "greedy", "--seat", "1", "--watch"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=write,
        stderr=write,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "40", "NO_COLOR": "1"},
    )
    os.close(write)
    seen = b""
    while True:
        try:
            data = os.read(read, 65536)
        except OSError:  # the terminal is closed
            break
        if not data:
            break
        seen += data
    running.wait()
    os.close(read)

    picture = seen.decode()
    assert "The Game: Face to Face" in picture
    assert "hand of greedy" in picture
    assert "╭────╮" in picture
    assert "clock" in picture


def test_our_own_bug_is_exit_3(tmp_path):
    """An exception of our own is no bot's loss: a traceback, a sentence, exit 3."""
    code = (
        "import sys, arena.referee\n"
        "def broken(*_): raise RuntimeError('planted')\n"
        "arena.referee.Match._finish_step = broken\n"
        "from arena.cli import main\n"
        "sys.argv = ['arena', 'play', 'greedy', 'random', '--json']\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 3
    assert done.stdout == ""
    assert "planted" in done.stderr
    assert "bug in Arena" in done.stderr


def test_a_closed_terminal_does_not_end_a_run(tmp_path):
    """SIGHUP: the run goes on, and what it would have shown is in a log file."""
    read, write = pty.openpty()
    running = subprocess.Popen(
        [ARENA, "play", "greedy", "random", "--games", "40", "--sandbox", "unsafe"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=write,
        stderr=write,
    )
    os.close(write)
    os.read(read, 1)  # it has begun to speak

    running.send_signal(signal.SIGHUP)
    wait_until((tmp_path / "arena.log").exists)
    os.close(read)

    assert running.wait() == 0
    assert "40 matches" in (tmp_path / "arena.log").read_text()
