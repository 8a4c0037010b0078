"""Checks all that is recorded, from the secret to the ratings, and names what does not follow.

Digests first, then every deal from the secret, every move by the rules, every outcome, the
schedule, the suspensions, the counts, and how all stood after every round. Recorded faults
are facts: nobody can say again whether a bot was late that day.
"""

from arena.verifying.report import ENOUGH, Report, verify
from arena.verifying.site import verify_site

__all__ = ["ENOUGH", "Report", "verify", "verify_site"]
