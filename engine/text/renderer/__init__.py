"""From ability records back to text that means the same: ``parse(render(ability)) == ability``.

Instructions become sentences of their own; only what a condition, a choice or a payment governs is joined, with
", then". A target is named at its first mention and is a pronoun after that. The classes build on each other in the
order nouns, costs, modifications, actions, bodies, statics, abilities; a game's renderer builds on the last.
"""
