"""Ways to tamper with a database: each is a script of SQL, or a function of its rows."""

import json
import sqlite3
import zlib

from tests.verify.contest import changing

_LISTS = ("announced", "since", "bots", "command", "build", "games", "team", "points", "culprits")


def tamper(db, change):
    """Do it."""
    with changing(db) as rows:
        if isinstance(change, str):
            rows.executescript(change)
        else:
            change(rows)


def flipped(data, dice):
    """One bit turned over."""
    at, bit = dice.randrange(len(data)), dice.randrange(8)
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def changed(value, column, dice):
    """Another value of the same kind."""
    if isinstance(value, bytes):
        return flipped(value, dice)
    if column in ("forfeited", "settled"):
        return 1 - value
    if isinstance(value, int | float):
        return value + dice.choice((1, 2, 40))
    if value is None or value == "":
        return "something"
    if column in _LISTS:
        items = json.loads(value) or [""]
        at = 0 if column == "games" else dice.randrange(len(items))
        items[at] += 1 if isinstance(items[at], int) else "x"
        return json.dumps(items)
    if column.endswith("at"):  # a moment of the year after
        return str(int(value[:4]) + 1) + value[4:]
    at = dice.randrange(len(value))
    return value[:at] + dice.choice("abcdef".replace(value[at], "")) + value[at + 1 :]


def change_one(table, column, dice, where="TRUE"):
    """Another value in a row that is chosen by lot."""

    def change(rows):
        found = rows.execute(f'SELECT rowid AS at, * FROM "{table}" WHERE {where}').fetchall()
        dice.shuffle(found)
        put = f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?'
        for row in found:
            try:
                rows.execute(put, (changed(row[column], column, dice), row["at"]))
            except sqlite3.IntegrityError:
                continue  # there is such a row already
            return
        raise AssertionError("no row can be changed like that")

    return change


def copied(table, where, **other):
    """A row like another one, but for these values."""

    def change(rows):
        columns = [row["name"] for row in rows.execute(f'PRAGMA table_info("{table}")')]
        names = ", ".join(f'"{name}"' for name in columns)
        values = ", ".join("?" if name in other else f'"{name}"' for name in columns)
        given = [other[name] for name in columns if name in other]
        done = rows.execute(
            f'INSERT INTO "{table}" ({names}) SELECT {values} FROM "{table}" {where}', given
        )
        assert done.rowcount > 0, "there is nothing to copy"

    return change


def exchanged(table, column, one, other):
    """Each of two rows gets the value that the other had."""

    def change(rows):
        ask = f'SELECT rowid, "{column}" FROM "{table}" WHERE '
        (here, mine), (there, theirs) = (rows.execute(ask + row).fetchone() for row in (one, other))
        assert mine != theirs
        put = f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?'
        # In between neither has it: the column may be one of unique names.
        for value, row in ((-1, here), (mine, there), (theirs, here)):
            rows.execute(put, (value, row))

    return change


def exchanged_rows(table, column, one, other):
    """All rows that belong to the one now belong to the other."""
    return (
        f"UPDATE {table} SET {column} = -1 WHERE {column} = {one};"
        f"UPDATE {table} SET {column} = {one} WHERE {column} = {other};"
        f"UPDATE {table} SET {column} = {other} WHERE {column} = -1;"
    )


def all_of(*changes):
    """One after another."""

    def change(rows):
        for each in changes:
            each(rows)

    return change


def repacked(replay, change):
    """The replay, its moves and times changed in place."""
    moves, times = json.loads(zlib.decompress(replay))
    change(moves, times)
    return zlib.compress(json.dumps([moves, times]).encode())


def change_replay(match, change):
    """Other moves or times in this match, by the number of its row."""

    def tamper(rows):
        (replay,) = rows.execute("SELECT replay FROM match WHERE id = ?", (match,)).fetchone()
        rows.execute("UPDATE match SET replay = ? WHERE id = ?", (repacked(replay, change), match))

    return tamper


def other_card(moves, dice):
    """Another number in one of the moves."""
    parent, key = dice.choice([place for made in moves for place in _numbers(made[3])])
    parent[key] = dice.choice([card for card in range(1, 105) if card != parent[key]])


def _numbers(tree):
    """(parent, key) of all numbers in a move."""
    for key in tree if isinstance(tree, dict) else range(len(tree)):
        if type(tree[key]) is int:
            yield tree, key
        elif isinstance(tree[key], dict | list):
            yield from _numbers(tree[key])


def leaves(tree, path=()):
    """The paths to all values of a document."""
    if isinstance(tree, dict | list) and tree:
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield from leaves(tree[key], (*path, key))
    else:
        yield path


def with_another_leaf(tree, path):
    """The document with another value at the end of this path."""
    *way, last = path
    parent = tree
    for key in way:
        parent = parent[key]
    match parent[last]:
        case bool(value):
            parent[last] = not value
        case int(value):
            parent[last] = value + 1
        case "round-robin":
            parent[last] = "gauntlet"  # without a challenger
        case str(value):
            parent[last] = value + "x"
        case _:
            parent[last] = 1
    return tree
