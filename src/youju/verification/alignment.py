"""A claim laid beside the sentences that it repeats, token by token.

Content alone decides what is beside what; operators (不得, 可以, 全部, unless …) ride along and have no say, so that no
corrupted operator can look for a sentence of its own. A claim that merges sentences, or turns clauses round, is laid
beside each in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from youju.text.folding import is_cjk
from youju.text.sentences import split_sentences
from youju.verification.lead_ins import without_mark
from youju.verification.operators import Token, tokens_in

CANDIDATES = 3
"""Source sentences tried for what is left of a claim, best covering first."""
WORTH = 0.6
"""Share of the best covering that another sentence must reach to be tried."""
ROUNDS = 5
"""Source sentences that one claim may be laid beside."""
HELD, HELD_LATER = 0.5, 0.65
"""Share of a clause's content from which the clause is laid beside the sentence: the first, and any other."""
LEAST = 4
"""Common content that a further sentence must have: an ideograph counts one, a word or a quantity two."""
NEAR = 2
"""Tokens between a lone common token and a run of them, up to which it belongs to the run."""

Row = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two neighbouring pieces of common content: tokens of the claim and of the source, of the
    clauses that hold common content. `place` counts common pieces before it. At an edge of what is common, `edge` is
    true."""

    place: int
    claim: tuple[Token, ...]
    source: tuple[Token, ...]
    edge: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """Some clauses of a claim beside one source sentence.

    `number` is the place of the sentence among all of the sources. `shares` gives, for each of these clauses, the part
    of its content that is common; `pairs` are the places of common content in the two rows. `extra` are clauses beside
    them that were found nowhere.
    """

    claim: Row
    source: Row
    number: int
    pairs: tuple[tuple[int, int], ...]
    shares: dict[int, float]
    extra: frozenset[int] = frozenset()

    def strict(self, least: float) -> frozenset[int]:
        """The clauses that nearly repeat the source: all of them where they do as a whole."""
        every = self.extra | self.shares.keys()
        whole = sum(token.clause in every and not token.operator for token in self.claim)
        if len(self.pairs) >= least * whole:
            return every
        return frozenset(clause for clause, share in self.shares.items() if share >= least)

    def gaps(self, near: frozenset[int]) -> Iterator[Gap]:
        """What differs in these clauses."""
        held = {self.source[j].clause for i, j in self.pairs if self.claim[i].clause in near}
        ends = [(-1, -1), *self.pairs, (len(self.claim), len(self.source))]
        for place, ((i, j), (after_i, after_j)) in enumerate(pairwise(ends)):
            mine = tuple(token for token in self.claim[i + 1 : after_i] if token.clause in near)
            beside = {self.source[k].clause for k in (j, after_j) if 0 <= k < len(self.source)} & held
            if any(token.clause in self.extra for token in mine):
                beside |= {token.clause for token in self.source[j + 1 : after_j]}
            theirs = tuple(token for token in self.source[j + 1 : after_j] if token.clause in beside)
            if mine or theirs:
                yield Gap(place, mine, theirs, place in (0, len(self.pairs)))


@lru_cache(maxsize=256)
def align(claim: str, sources: tuple[str, ...]) -> tuple[Alignment, ...]:
    """Lay the claim beside sentences of the source texts, the best covering first, until nothing more fits."""
    sentences = sentences_of(sources)
    whole = tokens_in(claim)
    left = frozenset(token.clause for token in whole)
    found: list[Alignment] = []
    while left and len(found) < ROUNDS:
        used = frozenset((one.number, j) for one in found for _, j in one.pairs)
        best = _best(whole, left, sentences, used)
        if best is None or (found and not _solid(best) and best.number not in {one.number for one in found}):
            break
        found.append(best)
        left -= best.shares.keys()
    return tuple(_with_extra(one, left, found) for one in found)


@lru_cache(maxsize=128)
def sentences_of(sources: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of the source texts, in order; then every item of a list with the line that leads in to it, which
    may be told as one sentence (员工不得向外部人员泄露…)."""
    sentences: list[str] = []
    led: list[str] = []
    for text in sources:
        lead = ""
        for unit in split_sentences(text):
            words = text[unit.start : unit.end]
            sentences.append(words)
            if unit.kind == "list_item":
                led += [_LISTS.sub("", lead) + without_mark(words)] if lead else []
            else:
                lead = words if words.rstrip().endswith(("：", ":")) else ""
    return (*sentences, *led)


_LISTS = re.compile(
    r"(?:有|实施|从事|进行)?(?:以下|下列|如下)(?:之一)?(?:的?(?:行为|情形|活动|内容|事项))?(?:之一)?的?[：:]\s*$|[：:]\s*$"
)
"""The words of a lead-in that only point to its list."""


def _with_extra(one: Alignment, left: frozenset[int], every: Sequence[Alignment]) -> Alignment:
    """With the clauses found nowhere that follow, or at the beginning precede, a clause of this alignment."""
    laid = sorted(clause for other in every for clause in other.shares)
    beside = {clause: max((k for k in laid if k < clause), default=laid[0]) for clause in left}
    return replace(one, extra=frozenset(clause for clause in left if beside[clause] in one.shares))


def _solid(one: Alignment) -> bool:
    return sum(1 if is_cjk(one.claim[i].form[0]) else 2 for i, _ in one.pairs) >= LEAST


def _best(
    claim: Row, left: frozenset[int], sentences: Sequence[str], used: frozenset[tuple[int, int]]
) -> Alignment | None:
    wanted = _pairs_of("".join(f" {token.words}" for token in claim if token.clause in left and not token.operator))
    before = {number for number, _ in used}
    scored = sorted(
        ((len(wanted & _pairs_of(one)), k in before, -len(one), k) for k, one in enumerate(sentences)), reverse=True
    )
    least = max(1, scored[0][0] * WORTH) if scored else 1
    made = [
        _lay(claim, left, tokens_in(sentences[k]), k, used) for score, *_, k in scored[:CANDIDATES] if score >= least
    ]
    return max((one for one in made if one.shares), key=lambda one: _fit(one, before), default=None)


_WORDS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff\U00020000-\U0003ffff]")


@lru_cache(maxsize=8192)
def _pairs_of(text: str) -> frozenset[str]:
    """Words, and pairs of neighbouring ideographs: a quick look at what a sentence is about."""
    found = _WORDS.findall(text.casefold())
    return frozenset(one for one in found if one.isascii()) | {
        a + b for a, b in pairwise(found) if not a.isascii() and not b.isascii()
    }


def _fit(one: Alignment, before: Set[int]) -> tuple[int, bool, int, int]:
    """More common content, then a sentence that the claim repeats already, then less of the source's clauses left over,
    then fewer operators that differ."""
    clauses = {one.source[j].clause for _, j in one.pairs}
    over = sum(token.clause in clauses and not token.operator for token in one.source) - len(one.pairs)
    differ = sum(
        sorted(t.operator for t in gap.claim if t.operator) != sorted(t.operator for t in gap.source if t.operator)
        for gap in one.gaps(frozenset(one.shares))
    )
    return len(one.pairs), one.number in before, -over, -differ


def features_of(row: Iterable[Token]) -> frozenset[str]:
    """The content of tokens as a set: words, quantities, pairs of neighbouring ideographs."""
    content = [token.form for token in row if not token.operator]
    words = (form for form in content if not is_cjk(form[0]))
    return frozenset((*words, *(a + b for a, b in pairwise(content) if is_cjk(a[0]) and is_cjk(b[0]))))


def _lay(claim: Row, left: frozenset[int], source: Row, number: int, used: frozenset[tuple[int, int]]) -> Alignment:
    mine = [k for k, token in enumerate(claim) if not token.operator and token.clause in left]
    theirs = [k for k, token in enumerate(source) if not token.operator and (number, k) not in used]
    held = HELD_LATER if used else HELD
    matcher = SequenceMatcher(None, [source[k].form for k in theirs], [claim[k].form for k in mine], autojunk=False)
    blocks = [(block.b, block.a, block.size) for block in matcher.get_matching_blocks() if block.size]
    firm = [k for k, (i, _, size) in enumerate(blocks) if size > 1 or not is_cjk(claim[mine[i]].form[0])]
    kept = [block for k, block in enumerate(blocks) if k in firm or _touches(blocks, k, firm)]
    pairs = tuple((mine[i + n], theirs[j + n]) for i, j, size in kept for n in range(size))
    shares: dict[int, float] = {}
    for clause in {claim[k].clause for k in mine}:
        whole = sum(claim[k].clause == clause for k in mine)
        shares[clause] = sum(claim[i].clause == clause for i, _ in pairs) / whole
    shares = {clause: share for clause, share in shares.items() if share >= held}
    return Alignment(claim, source, number, tuple(pair for pair in pairs if claim[pair[0]].clause in shares), shares)


def _touches(blocks: Sequence[tuple[int, int, int]], k: int, firm: Sequence[int]) -> bool:
    i, j, size = blocks[k]
    for other in (k - 1, k + 1):
        if other in firm:
            a, b, length = blocks[other]
            between = (i - a - length, j - b - length) if other < k else (a - i - size, b - j - size)
            if max(between) <= NEAR:
                return True
    return False
