"""The games that can be refereed, by the name used on the command line and on the wire."""

from arena.errors import BadOption
from arena.games.base import Rules
from arena.games.face_to_face import RULES as FACE_TO_FACE
from arena.games.six_nimmt import RULES as SIX_NIMMT
from arena.games.the_game import RULES as THE_GAME

__all__ = ["GAMES", "Rules", "rules_named"]

GAMES: dict[str, Rules] = {rules.name: rules for rules in (FACE_TO_FACE, THE_GAME, SIX_NIMMT)}


def rules_named(name: str) -> Rules:
    """The rules of a game; raises BadOption for a name that is none."""
    try:
        return GAMES[name]
    except KeyError:
        raise BadOption(f"there is no game {name!r}; the games are {', '.join(GAMES)}") from None
