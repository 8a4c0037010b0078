"""The season document with what pages ask of it again and again."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

FORMAT = "arena-season/1"
_UNSAFE = re.compile(r"[^a-z0-9]+")

Map = Mapping[str, Any]


@dataclass(frozen=True)
class Season:
    """A contest as it was handed over."""

    document: Map
    replays: frozenset[str]  # ids of the matches whose replays are part of the site

    @property
    def contest(self) -> str:
        """Its name."""
        return str(self.document["contest"])

    @property
    def bots(self) -> Sequence[Map]:
        """In the order of the document."""
        return self.document["bots"]  # type: ignore[no-any-return]

    @property
    def games(self) -> Mapping[str, Map]:
        """The list of every game, by key."""
        return self.document["standings"]["games"]  # type: ignore[no-any-return]

    @cached_property
    def slugs(self) -> dict[str, str]:
        """By bot: the name of its page, without the ending."""
        return {bot["name"]: bot["slug"] for bot in self.bots}

    @cached_property
    def game_slugs(self) -> dict[str, str]:
        """By key: the name of its page, without the ending."""
        slugs: dict[str, str] = {}
        for key in self.games:
            slug = _UNSAFE.sub("-", key.lower()).strip("-") or "game"
            same = sum(other == slug or other.startswith(f"{slug}--") for other in slugs.values())
            slugs[key] = f"{slug}--{same + 1}" if same else slug
        return slugs

    @cached_property
    def has_ended(self) -> bool:
        """Whether nothing is being played."""
        return all(stage["ended_at"] is not None for stage in self.document["stages"])

    def row(self, key: str, bot: str) -> Map | None:
        """Of a bot in a list."""
        return self._rows[key].get(bot)

    @cached_property
    def history(self) -> dict[str, dict[str, list[list[Any]]]]:
        """By bot and list: stage, round, value, low and high at the end of every round."""
        found: dict[str, dict[str, list[list[Any]]]] = {bot: {} for bot in self.slugs}
        for key, moments in self.document["history"].items():
            for moment in moments:
                for row in moment["rows"]:
                    if row["value"] is not None and row["bot"] in found:
                        point = [moment["stage"], moment["round"]]
                        point += [row["value"], row["low"], row["high"]]
                        found[row["bot"]].setdefault(key, []).append(point)
        return found

    @cached_property
    def _rows(self) -> dict[str, dict[str, Map]]:
        return {
            key: {row["bot"]: row for row in table["rows"]} for key, table in self.games.items()
        }


def value_of(row: Map) -> float | None:
    """What a list goes by: Elo, or mean cards left."""
    value: float | None = row["elo"] if "elo" in row else row["mean_left"]
    return value


def is_elo(table: Map) -> bool:
    """Whether a list goes by Elo, where more is better."""
    return "self_play" not in table
