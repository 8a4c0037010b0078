"""Tasks beside a context: what is raised inside comes out, whatever is cancelled around."""

import pytest
import trio

from arena.sandbox.alongside import alongside


async def test_what_is_raised_inside_comes_out_as_it_is():
    """No group around it, and the task has ended."""
    with pytest.raises(KeyError):
        async with alongside(trio.sleep_forever):
            raise KeyError


async def test_a_cancelled_scope_around_does_not_swallow_it():
    """A Ctrl-C while everything is being cancelled is still a Ctrl-C."""

    async def interrupted():
        with trio.CancelScope() as scope:
            async with alongside(trio.sleep_forever):
                scope.cancel()
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await interrupted()


async def test_a_task_that_fails_is_heard():
    """Its error ends the context."""

    async def fail():
        raise ValueError

    with pytest.raises(ExceptionGroup) as raised:
        async with alongside(fail):
            await trio.sleep_forever()
    assert [type(error) for error in raised.value.exceptions] == [ValueError]
