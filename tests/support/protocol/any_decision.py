"""Decisions of every kind, made up, and the answers that they allow."""

from hypothesis import strategies as st

from protocol.messages import Answer, Decision, Option

KINDS = (
    "act",
    "pay",
    "confirm",
    "number",
    "order",
    "divide",
    "assign",
    "modes",
    "targets",
    "costs",
    "cards",
    "players",
)


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    kind = draw(st.sampled_from(KINDS))
    n = draw(st.integers(1, 5))
    if kind == "assign":
        pairs = draw(st.lists(st.tuples(st.integers(10, 13), st.integers(20, 22)), min_size=1, max_size=8, unique=True))
        options = tuple(Option(i, "assign", (left,), (right,)) for i, (left, right) in enumerate(pairs))
        return Decision(1, 0, kind, options=options, least=0, most=len({left for left, _ in pairs}))
    options = tuple(Option(i, kind, (10 + i,)) for i in range(n))
    least = draw(st.integers(0, n))
    most = draw(st.integers(max(least, 1), n))
    if kind == "divide":
        return Decision(1, 0, kind, options=options, least=1, total=n + draw(st.integers(0, 6)))
    return Decision(1, 0, kind, options=options, least=least, most=most)


def allows(decision: Decision, answer: Answer | int | str) -> bool:
    if isinstance(answer, int):
        return answer in [option.n for option in decision.options]
    assert isinstance(answer, Answer)
    known = [option.refs[0] for option in decision.options]
    match decision.kind:
        case "pay":
            return answer == Answer("auto")
        case "number":
            return decision.least <= answer.amounts[0] <= decision.most
        case "divide":
            return list(answer.refs) == known and sum(answer.amounts) == decision.total and min(answer.amounts) >= 1
        case "assign":
            pairs = {(option.refs[0], option.amounts[0]) for option in decision.options}
            return set(zip(answer.refs, answer.amounts, strict=True)) <= pairs and len(set(answer.refs)) == len(
                answer.refs
            )
        case "order":
            return sorted(answer.refs) == sorted(known)
        case _:
            chosen = set(answer.refs)
            return chosen <= set(known) and decision.least <= len(chosen) == len(answer.refs) <= decision.most
