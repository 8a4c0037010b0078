"""Write a bot for Arena.

`run(bot)` plays over stdin and stdout. The games are modules of their own
(`arena_sdk.face_to_face`, `arena_sdk.the_game`, `arena_sdk.six_nimmt`), each with
`View`, the moves, `check(view, move)` and `legal_moves(view)`.
"""

from arena_sdk.bot import run
from arena_sdk.errors import IllegalMove

__all__ = ["IllegalMove", "run"]
