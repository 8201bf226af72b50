"""Calls of the grammar's callbacks: each thing that a rule is made of is an argument."""

from types import FunctionType
from typing import Final, TypeVar

from lark import v_args

_INLINE: Final = v_args(inline=True)(lambda: None).visit_wrapper  # type: ignore[attr-defined]  # a wrapper of it
_Words = TypeVar("_Words")


def inline(words: type[_Words]) -> type[_Words]:
    """Have a class of callbacks called so: Lark asks the callback itself how.

    ``v_args`` itself would look through all that each class inherits, again for each of them, at every start, and wrap
    each callback anew whenever one calls another.
    """
    for name, callback in tuple(vars(words).items()):
        if isinstance(callback, FunctionType) and not name.startswith("_"):
            callback.visit_wrapper = _INLINE  # type: ignore[attr-defined]  # Lark's name
    return words
