"""Ratings: pure arithmetic on counts. The same counts give the same numbers, in any order."""
