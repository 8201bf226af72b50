"""From the grammar's phrases to ability records.

A method takes what its phrase consists of and returns the record, or a value of ``engine.text.phrases`` where the
rest of the text decides. It raises ``Reject`` for what the grammar allows and the language does not. The classes
build on each other in the order nouns, costs, modifications, actions, bodies, statics, abilities; a game's compiler
builds on the last.
"""
