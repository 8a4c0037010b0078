"""`arena rate`: results that were played elsewhere, and files that hold none."""

import json

import pytest

HEAD = "block,first,second,score"
ROW_KEYS = {"bot", "elo", "low", "high", "se", "se_model"}


@pytest.fixture
def file(tmp_path):
    """Writes a file of results."""

    def write(*lines, encoding="utf-8"):
        (tmp_path / "results.csv").write_text("".join(f"{line}\n" for line in lines), encoding)
        return "results.csv"

    return write


@pytest.fixture
def rated(said, tmp_path):
    def rate(name, *words):
        done = said("rate", name, "--json", *words, cwd=tmp_path)
        assert (done.code, done.err) == (0, "")
        return json.loads(done.out)

    return rate


def mirrored(one, other, count, score="1"):
    """So many pairs that the one won twice, or drew."""
    lost = {"1": "0", "0.5": "0.5"}[score]
    return [
        line
        for at in range(count)
        for line in (
            f"{one}{other}{at},{one},{other},{score}",
            f"{one}{other}{at},{other},{one},{lost}",
        )
    ]


def test_ratings_have_the_keys_of_the_contract(file, rated):
    """Best first, with both errors, and the groups that can be compared."""
    document = rated(file(HEAD, *mirrored("ann", "bob", 3), *mirrored("bob", "cat", 3)))

    assert [row["bot"] for row in document["rows"]] == ["ann", "bob", "cat"]
    assert all(row.keys() >= ROW_KEYS for row in document["rows"])
    assert document["first_move_elo"] == pytest.approx(0, abs=1e-6)
    assert document["components"] == [["ann", "bob", "cat"]]


def test_the_order_of_lines_columns_and_marks_changes_nothing(file, rated):
    """A spreadsheet may write its columns in any order, and a mark at the beginning."""
    lines = [*mirrored("ann", "bob", 3), *mirrored("bob", "cat", 3, "0.5")]
    plain = rated(file(HEAD, *lines))

    assert rated(file(HEAD, *lines[::-1])) == plain
    assert rated(file(HEAD, *lines, encoding="utf-8-sig")) == plain
    turned = [",".join(reversed(line.split(","))) for line in (HEAD, *lines)]
    assert rated(file(*turned)) == plain


def test_two_groups_are_rated_apart(file, rated, said, tmp_path):
    """Each about its own mean, and a person is told that they cannot be compared."""
    name = file(HEAD, *mirrored("ann", "bob", 3), *mirrored("cat", "dan", 9))
    document = rated(name)

    assert document["components"] == [["ann", "bob"], ["cat", "dan"]]
    assert document["first_move_elo"] is None
    elo = {row["bot"]: row["elo"] for row in document["rows"]}
    assert elo["ann"] + elo["bob"] == elo["cat"] + elo["dan"] == pytest.approx(3000)
    shown = said("rate", name, cwd=tmp_path).out
    assert "group 1 of 2" in shown
    assert "cannot be compared" in shown


def test_one_pair_is_enough_for_numbers(file, rated):
    """Nothing is infinite, whoever won everything."""
    first, last = rated(file(HEAD, *mirrored("ann", "bob", 1)))["rows"]

    assert first["elo"] > last["elo"]
    assert first["low"] < first["elo"] < first["high"]


def test_one_game_may_have_been_won_by_the_first_move(file, rated):
    """Nobody can say whether the bot was better or the seat."""
    document = rated(file(HEAD, "1,ann,bob,1"))

    assert [row["elo"] for row in document["rows"]] == [1500, 1500]
    assert document["first_move_elo"] is None


def test_a_stronger_prior_draws_to_the_mean(file, rated):
    """And a weak one lets them go."""
    name = file(HEAD, *mirrored("ann", "bob", 9))
    weak, usual, strong = (rated(name, "--prior", prior) for prior in (0.01, 0.25, 10))

    assert weak["rows"][0]["elo"] > usual["rows"][0]["elo"] > strong["rows"][0]["elo"] > 1500


def test_a_name_cannot_write_on_the_terminal(file, said, tmp_path):
    """Neither escapes nor markup."""
    shown = said("rate", file(HEAD, "1,\x1b]0;mine\x07,[bold]bob,1"), cwd=tmp_path).out

    assert "\x1b]" not in shown
    assert "[bold]bob" in shown


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "first line"),
        ([HEAD], "no games"),
        ([HEAD, "", ""], "no games"),
        ([f"{HEAD},elo", "1,ann,bob,1,1500"], "first line"),
        (["block,first,second,points", "1,ann,bob,1"], "first line"),
        (["block,first,score", "1,ann,1"], "first line"),
        ([HEAD, "1,ann,bob,2"], "line 2"),
        ([HEAD, "1,ann,bob,1", "2,ann,bob,-1"], "line 3"),
        ([HEAD, "1,ann,bob,nan"], "line 2"),
        ([HEAD, "1,ann,bob,"], "line 2"),
        ([HEAD, "1,ann,ann,1"], "line 2"),
        ([HEAD, "1,ann,,1"], "line 2"),
        ([HEAD, ",ann,bob,1"], "line 2"),
        ([HEAD, "1,ann,bob"], "line 2"),
        ([HEAD, "1,ann,bob,1,1"], "line 2"),
    ],
)
def test_a_file_that_holds_no_results_is_refused(lines, words, file, refused, tmp_path):
    """The sentence names the file and the line."""
    told = refused("rate", file(*lines), cwd=tmp_path)

    assert "results.csv" in told
    assert words in told


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"block,first,second,score\n1,a\x00b,c,1\n"])
def test_bytes_that_are_no_text_are_no_bug(content, said, tmp_path):
    """A sentence, or ratings of whatever it is."""
    (tmp_path / "results.csv").write_bytes(content)

    assert said("rate", "results.csv", cwd=tmp_path).code in (0, 2)


@pytest.mark.parametrize("name", ["nothing.csv", "."])
def test_no_file_is_refused(name, refused, tmp_path):
    """Neither a missing file nor a folder has results."""
    refused("rate", name, cwd=tmp_path)


@pytest.mark.parametrize("prior", ["0", "-1", "nan", "inf", "much"])
def test_a_prior_that_is_none_is_refused(prior, file, refused, tmp_path):
    """It has to draw ratings together, or a bot that won everything has none."""
    refused("rate", file(HEAD, "1,ann,bob,1"), "--prior", prior, cwd=tmp_path)
