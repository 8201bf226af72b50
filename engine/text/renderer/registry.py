"""The method that writes each record: tables by record type, filled where the methods are defined.

A renderer registers a method for the records of one type, and a game's renderer does the same for records of its own::

    @ACTIONS.writer(Draw)
    def draw(self, effect: Draw) -> str:
        return self.says(effect.who, "draw", self.cards(effect.amount))

A method is found by its name: a derived class that says it in other words overrides it, and asks ``super()`` for the
rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeVar

from engine.text.renderer.writing import Unwritable

Writer = TypeVar("Writer")
Record = TypeVar("Record")
More = ParamSpec("More")
Method = Callable[Concatenate[Writer, Record, More], str]


class Registry:
    """The methods that write one family of records, such as the parts of costs."""

    __slots__ = ("_names", "_types")

    def __init__(self) -> None:
        self._types: dict[object, type] = {}
        self._names: dict[tuple[type, type], str] = {}

    def writer(
        self, record_type: type[Record]
    ) -> Callable[[Method[Writer, Record, More]], Method[Writer, Record, More]]:
        """Register the method that follows for records of a type, and of types derived from it."""

        def register(method: Method[Writer, Record, More]) -> Method[Writer, Record, More]:
            self._types[method] = record_type
            return method

        return register

    def write(self, renderer: object, record: object, *more: object) -> str:
        """Have a renderer write a record.

        Args:
            more: handed on to the method.

        Raises:
            Unwritable: no method of the renderer does, or the one that does has no words for it.
        """
        name = self._name_for(type(renderer), type(record))
        if not name:
            raise Unwritable(record)
        text: str = getattr(renderer, name)(record, *more)
        return text

    def has_writer(self, renderer: object, record: object) -> bool:
        """Whether a renderer has a method for records of this type."""
        return bool(self._name_for(type(renderer), type(record)))

    def _name_for(self, renderer: type, record: type) -> str:
        """The method of a class of renderers that writes records of a type; "" if there is none."""
        name = self._names.get((renderer, record))
        if name is None:
            found = (
                name
                for of in renderer.__mro__
                for name, method in vars(of).items()
                if callable(method) and method in self._types and issubclass(record, self._types[method])
            )
            name = self._names[renderer, record] = next(found, "")
        return name


ACTIONS: Final = Registry()
"""Instructions, as clauses: "draw two cards"."""
COST_PARTS: Final = Registry()
STATICS: Final = Registry()
"""Static abilities, without their conditions."""
ABILITIES: Final = Registry()
"""Whole abilities; a static one only where it is written otherwise than others."""
VALUES: Final = Registry()
"""Numbers that are worked out: "the number of artifacts you control"."""
CONDITIONS: Final = Registry()
"""Comparisons, by the number on their left: the method is given that number and the comparison."""
