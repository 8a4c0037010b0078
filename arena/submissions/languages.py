"""How a bot is built and run that names its `language` and gives no `build` or `command`.

What each needs of the machine is packages of Debian: see docs/reference/languages.md.
"""

from typing import NamedTuple


class Language(NamedTuple):
    """What `build` and `command` of bot.toml are for this language, unless it says otherwise."""

    build: tuple[str, ...]
    command: tuple[str, ...]


def _shell(line: str) -> tuple[str, ...]:
    return ("sh", "-ec", line)


LANGUAGES = {
    "python": Language((), ("python", "bot.py")),
    "javascript": Language((), ("node", "bot.js")),
    "cpp": Language(
        _shell("g++ -std=c++17 -O2 -static -D_GLIBCXX_ASSERTIONS -DMSGPACK_NO_BOOST -o bot *.cpp"),
        ("./bot",),
    ),
    "rust": Language(
        _shell(
            "export PATH=/usr/bin:/bin; rm -rf target Cargo.lock; cargo build --release --offline"
            " --config 'source.crates-io.replace-with=\"debian\"'"
            " --config 'source.debian.directory=\"/usr/share/cargo/registry\"';"
            " mv target/release/bot bot; rm -rf target"
        ),
        ("./bot",),
    ),
    "go": Language(
        _shell(
            'GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$HOME/.cache/go-build"'
            ' go build -ldflags="-s -w" -o bot'
        ),
        ("./bot",),
    ),
    "java": Language(
        _shell("javac -cp /usr/share/java/msgpack-core.jar -d classes *.java"),
        (
            "java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-Xlog:disable",  # or Java's own warnings go to stdout
            "-Xlog:all=warning:stderr",
            "-cp",
            "classes:/usr/share/java/msgpack-core.jar",
            "Bot",
        ),
    ),
}
