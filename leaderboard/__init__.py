"""A leaf package: a season document in, a folder of finished pages out.

It imports nothing of `arena`.
"""

from leaderboard.folder import NotASite, must_be_free
from leaderboard.publishing import Published, publish

__all__ = ["NotASite", "Published", "must_be_free", "publish"]
