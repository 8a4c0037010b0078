"""What is written down when a round is closed: whether it was the last, and how all stood."""

from collections.abc import Sequence

from arena.comparing import compared
from arena.counts import digest_of
from arena.gathering import Book, gathered
from arena.ratings.bradley_terry import METHOD
from arena.ratings.ranks import is_settled
from arena.stages import Stage
from arena.standings import Checkpoint, Pooled, list_of, lists_of, ratings_of


def checkpoint(book: Book, stages: Sequence[Stage]) -> Checkpoint:
    """After what is in the book; the last of the stages is being played."""
    stage = stages[-1]
    pools = gathered(book, stages)
    texts = [field.pool.text for field in stage.terms.fields]
    counts = digest_of({text: book.counts(stage, text) for text in texts})
    return Checkpoint(_is_over(pools, stage), METHOD, counts, ratings_of(pools))


def _is_over(pools: Sequence[Pooled], stage: Stage) -> bool:
    plan = stage.plan
    if plan.compare is not None:
        assert plan.challenger is not None, "a comparison has one"
        (pooled,) = pools
        return compared(pooled, plan.challenger, plan.compare).decision != "undecided"
    places = plan.until_settled
    return places is not None and all(_is_clear(some, places) for some in lists_of(pools))


def _is_clear(pools: Sequence[Pooled], places: int) -> bool:
    """Every one of so many first places is surely apart from the next."""
    table, listed = list_of(pools)
    if listed is None or any(row["provisional"] for row in table["rows"]):
        return False
    return is_settled(listed.strength, listed.covariance, places)
