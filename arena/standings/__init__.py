"""The standings as a document: who stands where, and how sure that is. Pure.

Its keys are those of `arena leaderboard --json`; a number that does not exist is None.
"""

from arena.standings.document import key_of, list_of, lists_of, standings
from arena.standings.history import Checkpoint, Rating, ratings_of
from arena.standings.pooled import Pooled
from arena.standings.rated import rated

__all__ = [
    "Checkpoint",
    "Pooled",
    "Rating",
    "key_of",
    "list_of",
    "lists_of",
    "rated",
    "ratings_of",
    "standings",
]
