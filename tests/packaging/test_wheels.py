"""The two distributions as a user gets them: built, installed elsewhere, and played."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run(*words, cwd):
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={"PATH": "/usr/bin:/bin", "HOME": str(cwd), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        | _network_settings(),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _network_settings():
    """How this machine reaches the package index is not ours to know, only to pass on."""
    import os

    names = ("pip_", "http_proxy", "https_proxy", "no_proxy", "ssl_cert", "requests_ca")
    return {key: value for key, value in os.environ.items() if key.lower().startswith(names)}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    for source in (ROOT / "sdk", ROOT):
        run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, source, cwd=folder)
    return sorted(folder.glob("*.whl"))


# One worker builds the wheels for all three.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheels")]


def test_wheels_play_a_match_outside_the_checkout(wheels, tmp_path):
    """Installed in a clean environment, `arena` makes a bot and plays it against a house bot."""
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    binaries = tmp_path / "venv" / "bin"
    run(binaries / "pip", "install", "-c", ROOT / "constraints.txt", *wheels, cwd=tmp_path)

    run(binaries / "arena", "new", "mybot", "--game", "six-nimmt", cwd=tmp_path)
    said = run(binaries / "arena", "play", "mybot", "greedy", "random", "--json", cwd=tmp_path)

    (match,) = json.loads(said)["matches"]
    assert match["faults"] == []
    assert match["outcome"]["reason"] == "target"


def test_the_sdk_needs_msgpack_alone(wheels, tmp_path):
    """The SDK's wheel brings msgpack and nothing else, and says what local play needs."""
    (sdk,) = (wheel for wheel in wheels if "sdk" in wheel.name)
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    binaries = tmp_path / "venv" / "bin"
    run(binaries / "pip", "install", "-c", ROOT / "constraints.txt", sdk, cwd=tmp_path)

    listed = json.loads(run(binaries / "pip", "list", "--format=json", cwd=tmp_path))
    said = run(
        binaries / "python",
        "-c",
        "from arena_sdk.local import play\n"
        "try: play(None, None)\nexcept LookupError as error: print(error)",
        cwd=tmp_path,
    )

    assert {item["name"] for item in listed} - {"pip", "setuptools"} == {"botarena-sdk", "msgpack"}
    assert "install botarena" in said


def test_the_wheel_holds_what_is_needed_and_no_more(wheels):
    """House bots and starters are inside; tests, docs and caches are not."""
    (arena,) = (wheel for wheel in wheels if "sdk" not in wheel.name)
    names = zipfile.ZipFile(arena).namelist()

    assert "arena/house_bots/greedy/bot.py" in names
    starters = [path for path in (ROOT / "arena" / "starters").rglob("*") if path.is_file()]
    wanted = {str(path.relative_to(ROOT)) for path in starters if path.suffix != ".pyc"}
    assert len(wanted) > 36
    assert wanted <= {*names}
    assert "leaderboard/static/replay/viewer.js" in names
    assert {name.split("/")[0] for name in names} == {
        "arena",
        "leaderboard",
        "botarena-0.1.0.dist-info",
    }
    assert not [name for name in names if "__pycache__" in name]
