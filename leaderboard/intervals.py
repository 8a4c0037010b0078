"""Intervals as bars on a common scale: the drawing in a row, and the axis above it.

Places are shares of the width, so that a drawing fits whatever room its cell has.
"""

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from leaderboard.markup import Html, tag
from leaderboard.wording import number

_MARGIN = 0.03  # of the width, on both sides
_TICKS = 6  # about so many
_NICE = (1, 2, 2.5, 5, 10)


class Scale(NamedTuple):
    """From values to places between 0 and 100."""

    low: float
    high: float
    ticks: Sequence[float]

    def at(self, value: float) -> float:
        """The place in percent."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * (_MARGIN + share * (1 - 2 * _MARGIN)), 2)

    @property
    def grid(self) -> str:
        """The lines of the ticks as a style: once for a table, not once for a row."""
        stops = ", ".join(
            f"transparent {at}%, var(--line) {at}% calc({at}% + 1px), transparent calc({at}% + 1px)"
            for at in map(self.at, self.ticks)
        )
        return f"--grid: linear-gradient(90deg, {stops})"


class Interval(NamedTuple):
    """A number, and how sure it is."""

    value: float | None
    low: float | None
    high: float | None
    provisional: bool = False


def scale_over(intervals: Iterable[Interval]) -> Scale:
    """With room for all of them, from tick to tick."""
    ends = [end for each in intervals for end in each[:3] if end is not None] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    if high == low:
        low, high = low - 1, high + 1
    step = _step((high - low) / _TICKS)
    first, last = floor(low / step), ceil(high / step)
    ticks = [round(at * step, 9) for at in range(first, last + 1)]
    inner = [tick for tick in ticks if low <= tick <= high]
    return Scale(low, high, inner or ticks)


def bar(each: Interval, scale: Scale) -> Html:
    """The interval as a band, the number as a mark on it."""
    parts: list[Html] = []
    if each.low is not None and each.high is not None:
        parts.append(_band(scale.at(each.low), scale.at(each.high)))
    if each.value is not None:
        parts.append(_mark(scale.at(each.value)))
    shade = "interval provisional" if each.provisional else "interval"
    return tag("svg", *parts, class_=shade, aria_hidden="true", focusable="false")


def axis(scale: Scale, places: int = 0) -> Html:
    """The numbers of the ticks."""
    texts = (
        tag("text", number(tick, places), x=f"{scale.at(tick)}%", y="10", class_="tick")
        for tick in scale.ticks
    )
    return tag("svg", *texts, class_="axis", aria_hidden="true", focusable="false")


def _mark(x: float) -> Html:
    return tag("line", x1=f"{x}%", x2=f"{x}%", y1="24%", y2="76%")


def _band(low: float, high: float) -> Html:
    width = round(high - low, 2)
    return tag("rect", x=f"{low}%", width=f"{width}%", y="50%", height="10", rx="3")


def _step(about: float) -> float:
    power: float = 10.0 ** floor(log10(about))
    return next(nice * power for nice in _NICE if nice * power >= about * 0.999)
