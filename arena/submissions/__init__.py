"""What somebody handed in becomes a bot: its name, its files, its command."""

from arena.submissions.finding import Entries, find, find_all, house_bots
from arena.submissions.submission import Submission

__all__ = ["Entries", "Submission", "find", "find_all", "house_bots"]
