"""What a sandbox is tried with before a bot is: a file of the host, and a canary that looks."""

from pathlib import Path

from arena.cache import cache_folder

CANARY_S = 60.0  # on a busy machine, with a cold disk


def canary(python: str) -> list[str]:
    """The command that looks around inside and prints what it sees, as JSON."""
    host_file = cache_folder() / "host-file"
    host_file.write_text("a bot that can read this sees the host\n")
    host_file.chmod(0o644)
    source = Path(__file__).with_name("canary.py").read_text()
    return [python, "-c", source, str(host_file)]
