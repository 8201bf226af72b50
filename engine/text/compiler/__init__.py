"""From the grammar's phrases to ability records.

A method takes what its phrase consists of and returns the record, or a value of ``engine.text.phrases`` where the
rest of the text decides. It raises ``Reject`` for what the grammar allows and the language does not. The classes
build on each other in the order nouns, costs, modifications, actions, bodies, statics, abilities; a game's compiler
builds on the last.
"""

from __future__ import annotations

from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.bodies import finished

__all__ = ["Compiler", "finished", "is_third"]
