"""Bots in other languages, built and run in the sandbox. The tools of the languages are there."""

import shutil

import msgpack
import pytest

from arena.games import rules_named
from arena.model import Limits
from arena.pairings import numbered_fixture
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find

pytestmark = pytest.mark.slow

PATIENT = Limits(start_ms=60_000, move_ms=60_000, game_ms=600_000)


def frame(message):
    payload = msgpack.packb(message)
    return (len(payload).to_bytes(4, "big") + payload).hex()


# The first ask of The Game is always the same, and so is this answer.
READY = frame({"type": "ready", "protocol": 1})
ANSWER = frame({"type": "answer", "game": 1, "turn": 1, "move": {"wish": "neutral"}})

C = f"""
#include <stdio.h>
#include <stdlib.h>
static void skip(void) {{
    unsigned char h[4];
    if (fread(h, 1, 4, stdin) != 4) exit(1);
    for (unsigned n = h[0] << 24 | h[1] << 16 | h[2] << 8 | h[3]; n; n--) getchar();
}}
static void put(const char *hex) {{
    for (unsigned byte; *hex; hex += 2) {{ sscanf(hex, "%2x", &byte); putchar(byte); }}
    fflush(stdout);
}}
int main(void) {{
    skip(); put("{READY}"); skip(); skip(); put("{ANSWER}"); skip();
    fprintf(stderr, "asked again\\n");
    return 0;
}}
"""

NODE = f"""
let bytes = Buffer.alloc(0), frames = 0;
process.stdin.on("data", (data) => {{
  bytes = Buffer.concat([bytes, data]);
  while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE()) {{
    bytes = bytes.subarray(4 + bytes.readUInt32BE());
    frames++;
    if (frames === 1) process.stdout.write(Buffer.from("{READY}", "hex"));
    if (frames === 3) process.stdout.write(Buffer.from("{ANSWER}", "hex"));
    if (frames === 4) {{ console.error("asked again"); process.exit(0); }}
  }}
}});
"""

JAVA = f"""
import java.io.*;
public class Bot {{
    static DataInputStream in = new DataInputStream(System.in);
    static void skip() throws IOException {{ in.readFully(new byte[in.readInt()]); }}
    static void put(String hex) {{
        for (int i = 0; i < hex.length(); i += 2)
            System.out.write(Integer.parseInt(hex.substring(i, i + 2), 16));
        System.out.flush();
    }}
    public static void main(String[] words) throws IOException {{
        skip(); put("{READY}"); skip(); skip(); put("{ANSWER}"); skip();
        System.err.println("asked again");
    }}
}}
"""

BOTS = {
    "c": ("gcc", "bot.c", C, 'build = ["gcc", "-o", "bot", "bot.c"]\ncommand = ["./bot"]'),
    "node": ("node", "bot.js", NODE, 'command = ["node", "bot.js"]'),
    "java": ("javac", "Bot.java", JAVA, 'build = ["javac", "Bot.java"]\ncommand = ["java", "Bot"]'),
}


@pytest.mark.parametrize("sandbox", ["bubblewrap", "unsafe"])
@pytest.mark.parametrize("language", BOTS)
async def test_a_bot_of_this_language_is_built_and_plays(language, sandbox, tmp_path):
    """It starts within the memory of a bot, says ready, answers, and is asked again."""
    tool, file, source, toml = BOTS[language]
    assert shutil.which(tool), f"this test needs {tool}"
    (tmp_path / file).write_text(source)
    (tmp_path / "bot.toml").write_text(toml + "\n")
    bots = find([str(tmp_path), "greedy"])
    fixture = numbered_fixture(
        "the-game", rules_named("the-game").settle({}, 2), [bot.name for bot in bots], 1
    )
    records = []
    table = await prepared(Table(tuple(bots), open_sandbox(sandbox), PATIENT))

    await play_sitting(table, [fixture], finished=records.append)

    (record,) = records
    assert [(fault.seat, fault.verdict, fault.turn) for fault in record.faults] == [(0, "gone", 2)]
    assert "asked again" in record.stderr[0]
