"""Where a claim that nearly repeats a source says something else than it: one list, read by several checks.

What a claim repeats nearly word for word must have the operators of its source, each in its place; a difference is
harmless only where the tables here say so. Nothing may stand against its opposite (国内, 国外), no condition or
exception may be added or left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from youju.text.overlap import content_units, coverage
from youju.verification.alignment import Alignment, Gap, Row, align, features_of, sentences_of
from youju.verification.clauses import heading_of
from youju.verification.lead_ins import stated
from youju.verification.operators import Token, tokens_in
from youju.verification.opposites import opposed
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

Kind = Literal["polarity", "direction", "quantifier", "condition", "addition"]

STRICT = 0.65
"""Share of a clause's content that stands in the source, in its order, from which its operators must agree."""
SPOKEN = 0.4
"""Share of a source clause from which the claim speaks of it."""
ADDED = 5
"""Pieces of content in the place of others from which there are more than another wording needs."""
MOVED = 4
"""Pieces of common content that an adverb may jump over (应当依法, 依法应当)."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OF_KIND: dict[Kind, frozenset[str]] = {
    "polarity": _names(
        "not forbid may_not advise_not exempt not_always only_then oblige advise possible permit certain not_only"
    ),
    "direction": _names("at_most at_least within beyond before after more less up down"),
    "quantifier": _names("only one_of most sometimes few some either all_weak all or and"),
    "condition": _names("unless except include even if if_weak but"),
}
KINDS: dict[str, Kind] = {name: kind for kind, names in _OF_KIND.items() for name in names}
"""The check that an operator concerns."""
_MOVABLE = _names("oblige permit advise possible all all_weak and only most if if_weak before after within not_only")
_SAME = (
    frozenset(("forbid", "not")),  # 不得出境, 不出境
    frozenset(("if", "if_weak")),  # 如果…，and …的，
    frozenset(("all", "all_weak")),
    frozenset(("at_most", "within")),
    frozenset(("unless", "except")),
    frozenset(("unless", "if_weak")),
    frozenset(("only_then", "permit")),
)
"""Classes that may stand for each other."""
_MAY_BE_ADDED = _names("but oblige and either all_weak if_weak advise include within")
_MAY_BE_LEFT_OUT = _names("but oblige and or either all all_weak if_weak advise include certain within")
_AT_EDGES = _names("at_most at_least more less permit")
"""Left out where the claim begins or ends inside the source's clause (工资的80% of 不得低于工资的80%)."""
_RIVALS = frozenset(
    frozenset(pair.split("/"))
    for pair in _names(
        "oblige/permit oblige/advise permit/advise and/or include/except all/some all/most either/all_weak"
    )
)
"""Classes that must not stand in the place of each other, even where each alone may come or go."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the claim has, and what its source has in that place; either may be empty."""

    kind: Kind
    claim: str
    source: str


@dataclass(frozen=True, slots=True)
class _Left:
    """An operator without its like on the other side."""

    token: Token
    gap: Gap


@lru_cache(maxsize=256)
def differences(claim: str, sources: tuple[str, ...], question: str = "", headings: str = "") -> tuple[Difference, ...]:
    """All harmful differences. A claim may take its conditions from the question, and name what
    the headings name."""
    if _verbatim(claim, sources):
        return ()
    alignments = align(stated(claim), sources)
    found: list[Difference] = []
    found += _borrowed_conditions(alignments)
    taken = _taken(alignments)
    for one in alignments:
        gaps = tuple(one.gaps(one.strict(STRICT)))
        found += _operators(gaps, one.extra, taken)
        found += _opposites(gaps)
        found += _scopes(gaps)
        found += _additions(gaps, _near_by(alignments, sources), f"{question}. {headings}")
        found += _dropped_conditions(one, alignments, question)
        found += _dropped_consent(sentences_of(sources)[one.number], claim)
    return tuple(found)


def repeats(claim: str, sources: tuple[str, ...]) -> bool:
    """Whether every clause of the claim nearly repeats a sentence of the sources, so that `differences` tells all."""
    if _verbatim(claim, sources):
        return True
    words = stated(claim)
    alignments = align(words, sources)
    near = frozenset[int]().union(*(one.strict(STRICT) for one in alignments))
    return bool(alignments) and all(token.clause in near for token in tokens_in(words))


def _verbatim(claim: str, sources: tuple[str, ...]) -> bool:
    """Whether the claim is a whole sentence of the sources as it stands."""
    return claim in sentences_of(sources)


def _taken(alignments: Sequence[Alignment]) -> frozenset[int]:
    """The operators of the sources (by identity) that some clause of the claim has in their place."""
    found: set[int] = set()
    for one in reversed(alignments):  # the later hold less, and leave more to choose from
        for gap in one.gaps(one.strict(STRICT)):
            here = [token.operator for token in gap.claim if token.operator]
            for token in gap.source:
                if token.operator in here and id(token) not in found:
                    here.remove(token.operator)
                    found.add(id(token))
    return frozenset(found)


def _operators(gaps: Sequence[Gap], extra: frozenset[int], taken: frozenset[int]) -> Iterator[Difference]:
    added: list[_Left] = []
    missing: list[_Left] = []
    for gap in gaps:
        here = [token for token in gap.claim if token.operator]
        there = [token for token in gap.source if token.operator]
        for token in list(here):
            like = next((other for other in there if other.operator == token.operator), None)
            if like:
                here.remove(token)
                there.remove(like)
        added += [_Left(token, gap) for token in here]
        missing += [_Left(token, gap) for token in there if id(token) not in taken]
    _cancel(added, missing)
    for one in added:
        rival = next((other for other in missing if _near(one, other, 1) and _rivals(one, other)), None)
        new_condition = one.token.operator in _CONDITIONS and (one.token.clause in extra or _adds(one.gap))
        if rival or new_condition or one.token.operator not in _MAY_BE_ADDED:
            other = rival or next((other for other in missing if _near(one, other, 0)), None)
            yield Difference(KINDS[one.token.operator], one.token.words, other.token.words if other else "")
    for one in missing:
        free = _MAY_BE_LEFT_OUT | _AT_EDGES if one.gap.edge else _MAY_BE_LEFT_OUT
        if one.token.operator not in free:
            yield Difference(KINDS[one.token.operator], "", one.token.words)


def _adds(gap: Gap) -> bool:
    """Whether the claim has content there and the source none."""
    return any(not token.operator for token in gap.claim) and all(token.operator for token in gap.source)


def _cancel(added: list[_Left], missing: list[_Left]) -> None:
    """Take away pairs that say the same: in another wording in the same place, or the same word moved a little."""
    for one in list(added):
        for other in missing:
            if _says_the_same(one, other):
                added.remove(one)
                missing.remove(other)
                break


def _says_the_same(one: _Left, other: _Left) -> bool:
    mine, theirs = one.token.operator, other.token.operator
    if mine == theirs and mine in _MOVABLE and _near(one, other, MOVED):
        return True
    pair = frozenset((mine, theirs))
    return pair in _SAME and _near(one, other, 0 if "not" in pair else 30)


def _near(one: _Left, other: _Left, most: int) -> bool:
    return abs(one.gap.place - other.gap.place) <= most


def _rivals(one: _Left, other: _Left) -> bool:
    return frozenset((one.token.operator, other.token.operator)) in _RIVALS


def _opposites(gaps: Iterable[Gap]) -> Iterator[Difference]:
    for gap in gaps:
        mine = [token.form for token in gap.claim if not token.operator]
        theirs = [token.form for token in gap.source if not token.operator]
        pair = opposed(mine, theirs) if mine and theirs else None
        if pair:
            yield Difference("polarity", *pair)


_SCOPES = frozenset(("not", "forbid"))


def _scopes(gaps: Iterable[Gap]) -> Iterator[Difference]:
    """Content right behind a negation that only one side has: 不得擅自变更 is not 不得变更."""
    for gap in gaps:
        mine, theirs = _behind_negation(gap.claim), _behind_negation(gap.source)
        if mine and theirs and mine[0] == theirs[0] and bool(mine[1]) != bool(theirs[1]):
            yield Difference("polarity", mine[1], theirs[1])


def _behind_negation(tokens: Sequence[Token]) -> tuple[str, str] | None:
    """The last negation, and the words between it and what is common."""
    places = [k for k, token in enumerate(tokens) if token.operator in _SCOPES]
    return (tokens[places[-1]].words, _words(tokens[places[-1] + 1 :])) if places else None


def _near_by(alignments: Sequence[Alignment], sources: tuple[str, ...]) -> tuple[Row, ...]:
    """The sentences that the claim repeats, and the one before each, which tells what 其 and it are."""
    every = sentences_of(sources)
    return tuple(tokens_in(every[k]) for one in alignments for k in (one.number - 1, one.number) if k >= 0)


def _additions(gaps: Iterable[Gap], near_by: tuple[Row, ...], known: str) -> Iterator[Difference]:
    """Content that the claim adds to what it repeats, and that is nowhere in the sources."""
    for gap in gaps:
        here, there = ([t.form for t in side if not t.operator] for side in (gap.claim, gap.source))
        mine = [token for token in gap.claim if not token.operator and token.form not in there]
        others = sum(form not in here for form in there)
        if not mine or (others and len(mine) < others + ADDED):
            continue
        features = features_of(mine)
        if features and sum(one in _held(near_by, known) for one in features) < len(features) / 2:
            yield Difference("addition", _words(gap.claim), "")


@lru_cache(maxsize=256)
def _held(near_by: tuple[Row, ...], known: str) -> frozenset[str]:
    return frozenset(one for row in (*near_by, tokens_in(f"{known}. {_FILLERS}")) for one in features_of(row))


_FILLERS = (
    "需要 进行 相关 规定 根据 具体 另外 此外 同时 因此 所以 也就 就是 注意 公司 员工 用户 单位 有关 要求 情况 请注意 "
    "employees staff members users people person team note means following according"
)


def _words(tokens: Iterable[Token]) -> str:
    return "".join(f" {token.words}" if token.words.isascii() else token.words for token in tokens).strip()


def _dropped_conditions(one: Alignment, every: Sequence[Alignment], question: str) -> Iterator[Difference]:
    """Clauses of the source sentence that condition or except what the claim repeats, and that it leaves out."""
    held = _held_clauses(one)
    parts = {token.part for token in one.source if token.clause in held}
    said = {other.source[j] for other in every for _, j in other.pairs if other.number == one.number}
    asked = features_of(tokens_in(question))
    ruled = any(token.operator in _STATES for token in one.source if token.clause in held)
    proviso = False
    for clause in sorted({token.clause for token in one.source}):
        tokens = [token for token in one.source if token.clause == clause]
        proviso = proviso or any(token.operator == "but" for token in tokens)
        limits = proviso and any(token.operator in _PROVISO for token in tokens)
        conditional = _conditional(tokens) or _time(tokens, ruled=ruled)
        if clause in held or not (limits or (tokens[0].part in parts and conditional)):
            continue
        content = [token for token in tokens if not token.operator]
        features = features_of(content)
        known = sum(feature in asked for feature in features) > len(features) / 2
        if not known and sum(token in said for token in content) <= len(content) * SPOKEN:
            yield Difference("condition", "", _words(tokens))


_CONSENT = "批准|同意|许可|核准|审批|审核|审查|授权|认可"
_BY_CONSENT = re.compile(
    rf"经.{{0,24}}?(?:{_CONSENT})"
    r"|\b(?:with|after|upon|without|once|subject to|unless)\b.{0,40}?\b(?:approv|permission|consent|authori[sz])\w*",
    re.IGNORECASE,
)
_CONSENTED = re.compile(rf"{_CONSENT}|批|准许|approv|permi|consent|authori", re.IGNORECASE)


def _dropped_consent(sentence: str, claim: str) -> Iterator[Difference]:
    """Somebody's consent on which what the claim repeats depends, and which it does not speak of: 经财务总监批准."""
    if _CONSENTED.search(claim):
        return
    said = content_units(claim)
    for part in re.split("[；;]", sentence):
        for consent in _BY_CONSENT.finditer(part):
            own, ruled, *_ = [*re.split("[，,。.]", part[consent.end() :].lstrip("，, ")), ""]
            leads = not consent[0].startswith("经") and not part[: consent.start()].strip()
            units = content_units(ruled if leads or len(own) < 2 else own)
            if units and coverage(units, said) >= STRICT:
                yield Difference("condition", "", consent[0])


def _borrowed_conditions(alignments: Sequence[Alignment]) -> Iterator[Difference]:
    """Conditions and exceptions of another sentence than the one that they are put to."""
    for one in alignments:
        clauses = [[token for token in one.claim if token.clause == clause] for clause in one.shares]
        left_out = {token.clause for token in one.source} - _held_clauses(one)
        if (
            left_out
            and any(other.number != one.number for other in alignments)
            and all(_conditional(tokens) for tokens in clauses)
        ):
            yield Difference("condition", _words(token for tokens in clauses for token in tokens), "")


def _conditional(tokens: Sequence[Token]) -> bool:
    """Whether the clause is a condition or an exception, and no statement of its own (经批准后方可出境)."""
    found = [token.operator for token in tokens]
    return (
        found[-1] == "if_weak"
        or not _PLAIN.isdisjoint(found)
        or (not _CONDITIONS.isdisjoint(found) and _STATES.isdisjoint(found))
    )


def _time(tokens: Sequence[Token], *, ruled: bool) -> bool:
    """Whether the clause says before or after what: a condition in a rule (经许可后，), and in English where it leads
    (After completion, …)."""
    leads = tokens[0].operator in _TIMES
    return (leads and tokens[0].words.isascii()) or (ruled and (leads or tokens[-1].operator in _TIMES))


def _held_clauses(one: Alignment) -> set[int]:
    """The clauses of the source that the claim repeats more than a word of."""
    clauses = [one.source[j].clause for _, j in one.pairs]
    whole = [token.clause for token in one.source if not token.operator]
    return {clause for clause in set(clauses) if clauses.count(clause) > whole.count(clause) * SPOKEN}


_CONDITIONS = _names("if if_weak unless except only")
_PLAIN = _names("if unless except")
_STATES = _names("permit only_then oblige forbid exempt")
_PROVISO = _names("except unless forbid exempt permit oblige at_most at_least")
_TIMES = _names("before after")


def difference_of(check: str, kind: Kind, claim: Claim, evidence: Evidence) -> FailedCheck | None:
    """The objection of a check to the first difference of its kind; None if there is none. A claim that repeats no
    sentence of what it cites may repeat another that was found: then it must not differ from that one either."""
    cited = tuple(passage.text for passage in evidence.cited)
    every = evidence.cited if repeats(claim.text, cited) else (*evidence.cited, *evidence.registered)
    sources = tuple(dict.fromkeys(passage.text for passage in every))
    headings = " ".join(heading_of(passage) for passage in evidence.cited)
    one = next((one for one in differences(claim.text, sources, claim.question, headings) if one.kind == kind), None)
    if one is None:
        return None
    if not one.source:
        return objection(
            check, claim, f"“{one.claim}”在所引资料的这句话中没有。", f"The cited sentence has no “{one.claim}”."
        )
    if not one.claim:
        return objection(
            check,
            claim,
            f"所引资料的这句话有“{one.source}”，不能略去。",
            f"The cited sentence says “{one.source}”, which cannot be left out.",
        )
    return objection(
        check,
        claim,
        f"“{one.claim}”与所引资料不符，资料为“{one.source}”。",
        f"“{one.claim}” is not what the cited sentence says: “{one.source}”.",
    )
