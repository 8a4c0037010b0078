"""What a type checker knows from `typing`, without loading that in every process of a match.

`typing` takes 9 ms to load, more than all of the SDK with msgpack (6 ms). So a module that says
`from __future__ import annotations` imports these names from here: for a type checker they
are the real ones, at run time they are as much of them as is needed.
"""

from collections import namedtuple

TYPE_CHECKING = False  # a type checker knows the name, and takes it for true

if TYPE_CHECKING:
    from typing import Any, Literal, NamedTuple, NoReturn
else:
    Any = NoReturn = object

    class Literal:
        """`typing.get_args` finds the words of `Literal["a", "b"]`."""

        __class_getitem__ = classmethod(type(list[int]))

    class _Fields(type):
        """Makes a class with annotations a named tuple with its methods and defaults."""

        def __new__(cls, name, bases, body):  # noqa: ARG004 - there is one base
            fields = body["__annotations__"]
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for key, value in body.items():
                if key not in fields:
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Fields, "NamedTuple", (), {})

__all__ = ["TYPE_CHECKING", "Any", "Literal", "NamedTuple", "NoReturn"]
