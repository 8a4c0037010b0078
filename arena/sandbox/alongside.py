"""Tasks beside a context, without what a nursery does to exceptions."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio


@asynccontextmanager
async def alongside(*tasks: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Tasks for as long as the context lasts; what is raised inside comes out as it is.

    Also where a scope around is cancelled: the nursery's own Cancelled must not take the
    place of a Ctrl-C.
    """
    raised = None
    try:
        async with trio.open_nursery() as nursery:
            for task in tasks:
                nursery.start_soon(task)
            try:
                yield
            except BaseException as problem:  # a nursery would wrap it into a group
                raised = problem
            nursery.cancel_scope.cancel()
    except BaseException:
        if raised is None:
            raise
    if raised is not None:
        raise raised
