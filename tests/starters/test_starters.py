"""What `arena new` makes in each language: its own test, its README, and `arena check`."""

import pytest

from arena.checking import check
from arena.games import GAMES
from arena.model import Limits
from arena.sandbox import open_sandbox
from arena.submissions import find
from tests.docs.pages import typed
from tests.starters.kit import NEEDS, made, want

pytestmark = pytest.mark.slow

PATIENT = Limits(start_ms=60_000, move_ms=60_000, game_ms=600_000)
# Each language with one game here; its README is the same for all three.
PAIRS = list(zip(NEEDS, [*GAMES, *GAMES], strict=True))


def typed_lines(readme):
    """The lines of a README that a reader types: those above the folder, and those inside."""
    text = readme.replace("\\\n", "")
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    above = [line for line in lines if line.startswith("arena ")]
    inside = [line for line in lines if not line.startswith(("arena ", "apt "))]
    return above, inside


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_the_readme_tells_the_truth(language, game, tmp_path):
    """Every line to type works as written. The last one is the starter's own test of the vectors:
    it fails when a frame means something else than the file says.
    """
    want(language)
    folder = made(language, game, tmp_path)
    readme = (folder / "README.md").read_text("utf-8")
    above, inside = typed_lines(readme)

    for line in above:
        done = typed(line.partition("#")[0], tmp_path)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    done = typed("set -e\n" + "\n".join(inside), folder)
    assert done.returncode == 0, (inside, done.stdout, done.stderr)
    # What was built by hand is not in the way.
    done = typed(f"arena play {folder.name} random --game {game}", tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(readme.splitlines()) <= 45
    vectors = folder / "vectors.txt"
    text = vectors.read_text("utf-8")
    assert text.count("view.opp.deck = 46") == 1
    vectors.write_text(text.replace("view.opp.deck = 46", "view.opp.deck = 47"), "utf-8")
    variables = [line for line in inside if line.startswith("export ")]
    done = typed("\n".join([*variables, inside[-1]]), folder)
    assert done.returncode != 0
    assert "view.opp.deck" in done.stdout + done.stderr


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", NEEDS)
async def test_a_starter_passes_the_check(language, game, tmp_path):
    """Unedited, in the sandbox: every line of `arena check` is a pass."""
    want(language)
    (bot,) = find([str(made(language, game, tmp_path))])

    findings = await check(bot, bot.name, game, open_sandbox("bubblewrap"), PATIENT)

    assert [finding for finding in findings if finding.result != "pass"] == []


@pytest.mark.parametrize("language", NEEDS)
def test_only_the_strategy_differs_between_games(language, tmp_path):
    """For each game the same files, so what was learned with one is good for the next."""
    folders = [made(language, game, tmp_path) for game in GAMES]

    names = [{path.relative_to(top) for path in top.rglob("*")} for top in folders]

    assert names[0] == names[1] == names[2]
    for top in folders:
        for path in top.rglob("*"):
            if path.is_file():
                text = path.read_text("utf-8")
                assert "{name}" not in text
                assert "{game}" not in text
