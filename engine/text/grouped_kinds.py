"""Generic words that mean any of several kinds: told apart as they are read, and put together as they are written."""

from __future__ import annotations

from collections.abc import Mapping

Kinds = tuple[tuple[str, ...], ...]


def told_apart(kinds: Kinds, groups: Mapping[str, tuple[str, ...]]) -> Kinds:
    """The kinds with each word of a group as any of its members; what is none of a group is none of these."""
    for word, members in groups.items():
        if any(word in kind or f"!{word}" in kind for kind in kinds):
            each = tuple(one for kind in kinds for one in _members_of(kind, word, members))
            kinds = tuple(dict.fromkeys(each))
    return kinds


def _members_of(kind: tuple[str, ...], word: str, members: tuple[str, ...]) -> Kinds:
    if word in kind:
        at = kind.index(word)
        return tuple((*kind[:at], member, *kind[at + 1 :]) for member in members)
    if f"!{word}" in kind:
        at = kind.index(f"!{word}")
        return ((*kind[:at], *(f"!{member}" for member in members), *kind[at + 1 :]),)
    return (kind,)


def put_together(kinds: Kinds, groups: Mapping[str, tuple[str, ...]]) -> Kinds:
    """The kinds with the word of a group where all of its members are."""
    for word, members in groups.items():
        for kind in kinds:
            if members[0] in kind:
                at = kind.index(members[0])
                all_of_them = [(*kind[:at], member, *kind[at + 1 :]) for member in members]
                if all(one in kinds for one in all_of_them):
                    named = (*kind[:at], word, *kind[at + 1 :])
                    kinds = tuple(named if one == kind else one for one in kinds if one not in all_of_them[1:])
            elif all(f"!{member}" in kind for member in members):
                others = tuple(part for part in kind if part[1:] not in members)
                kinds = tuple((*others, f"!{word}") if one == kind else one for one in kinds)
    return kinds
