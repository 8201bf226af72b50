"""Marvel Champions' phrases: what reads and writes its texts.

They stand by topic, each module building on the one before: ``timing_phrases``, ``cost_phrases``, ``event_phrases``,
``noun_phrases``, ``set_phrases``, ``counter_phrases``, ``card_phrases``, ``action_phrases``, ``lasting_phrases``,
``standing_phrases``, ``stage_phrases``, ``player_phrases``, ``case_phrases``,
``tough_phrases``, ``scenario_phrases``, ``past_phrases``, ``battle_phrases``, ``more_phrases``,
``spend_phrases``, ``outcome_phrases``, ``variant_phrases``, ``team_phrases``, ``deed_phrases``,
``encounter_phrases``, ``encounter_attacks``, ``encounter_cards``,
``prohibition_phrases``, ``done_phrases``, ``reference_phrases``, ``tally_phrases``, ``form_phrases``,
``turned_phrases``, ``acting_phrases``, ``emptied_phrases``,
``wider_phrases``.
"""

from __future__ import annotations

from typing import Final

from engine.games.marvel_champions.language.wider_phrases import WiderCompiler, WiderRenderer


class MarvelChampionsCompiler(WiderCompiler):
    """The phrases of all grammars of this folder."""


class MarvelChampionsRenderer(WiderRenderer):
    """Writes all phrases of Marvel Champions."""

    def played(self, action: str) -> str:
        return ""


COMPILER: Final = MarvelChampionsCompiler
RENDERER: Final = MarvelChampionsRenderer
