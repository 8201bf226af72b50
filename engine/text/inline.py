"""Calls of the grammar's callbacks: each thing that a rule is made of is an argument."""

from typing import Final, TypeVar

from lark import v_args

_INLINE: Final = v_args(inline=True)
_Words = TypeVar("_Words")


def inline(words: type[_Words]) -> type[_Words]:
    """Have a class of callbacks called so.

    ``v_args`` itself would look through all that each class inherits, again for each of them, at every start.
    """
    for name, callback in tuple(vars(words).items()):
        if callable(callback) and not name.startswith("_"):
            setattr(words, name, _INLINE(callback))
    return words
