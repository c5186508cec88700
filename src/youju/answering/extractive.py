"""An answer without a model: the sentences that answer, verbatim, shortest sufficient.

Every unit (sentence, list item, table row) of the found passages is scored by how much of the question it covers,
rare terms counting more, by whether it holds the kind of thing asked for, and by its passage's rank. The best one
opens the answer; others join only if they add something, then in reading order by document. A list comes with its
lead-in, a table row with its header, a sentence that leans on its neighbour with that neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from youju.answering.focus import Wanted, answers_in_kind, wanted_by
from youju.answering.units import Unit, units_of
from youju.reading.document import BlockKind
from youju.retrieval.values import Scored
from youju.text.sentences import SentenceKind
from youju.text.tokens import bigrams, fold, words

MAX_UNITS = 3
WHOLE_LIST = 12
"""A list of at most so many items is quoted whole."""

_ABOVE, _PATH, _NEAR = 0.9, 0.5, 0.3
_IN_KIND = 0.25
_LACKS = _ELSEWHERE = 0.10
_RANK = 0.10
_ENOUGH = 0.80
"""A unit that covers this share of the question, and is of the kind asked for, is the whole answer."""
_ADDS, _WORTH = 0.20, 0.60
"""Another one joins if it covers this share of what is not covered yet, and scores this share of the best."""
_ALIKE = 0.65
"""Two units with this share of common bigrams say the same."""

_LACKING = re.compile(r"没有?|无法|无(?!需)|未|丢|缺|\b(?:no|without|lost|missing)\b", re.IGNORECASE)
"""A question about what is not there is answered by a sentence about what is not there."""
_SENDS_ON = re.compile(
    r"(?:[按见依]|参见|详见|参照|依照|按照)《[^》]+》|\b(?:see|refer to) (?:the|section|chapter)\b", re.IGNORECASE
)
"""A sentence that sends its reader elsewhere answers less directly than the place it names."""

_LEANS_BACK = re.compile(
    r"但是|但|不过|然而|除外|上述|前款|此外|其中|该|其|此类|这|那么|(?:However|Except|This|These|It|They|Such)\b",
    re.IGNORECASE,
)
_QUALIFIES = re.compile(r"但是|但|不过|然而|上述.*除外|(?:However|Except|Unless)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """A unit to show, from `source`. `lead` joins it to the text before; `kind` is what the gate takes it for."""

    source: Scored
    text: str
    lead: str
    kind: SentenceKind = "sentence"


@dataclass(frozen=True, slots=True)
class _Ranked:
    unit: Unit
    score: float
    covers: frozenset[str]
    in_kind: bool


def compose(question: str, sources: Sequence[Scored], weights: Mapping[str, float]) -> list[Quote]:
    """The verbatim answer to a question from passages, best passage first. Empty if no unit shares a term.

    `weights`: the question's content terms, each with its rarity.
    """
    units = units_of(sources)
    wanted = wanted_by(question)
    total = sum(weights.values()) or 1.0
    shares = {term: weight / total for term, weight in weights.items()}
    lacking = bool(_LACKING.search(question))
    topics = {
        source.passage.id: (_terms_in(source.passage.text, shares), _RANK / rank)
        for rank, source in enumerate(sources, 1)
    }
    ranked = sorted(
        (_rank(unit, wanted, shares, topics[unit.source.passage.id], lacking=lacking) for unit in units),
        key=lambda ranked: (-ranked.score, len(ranked.unit.text), ranked.unit.order),
    )
    chosen = _choose([ranked for ranked in ranked if ranked.covers], shares)
    return _arrange([_completed(unit, units, whole=wanted in ("open", "list")) for unit in chosen])


def _rank(
    unit: Unit, wanted: Wanted, shares: Mapping[str, float], topic: tuple[frozenset[str], float], *, lacking: bool
) -> _Ranked:
    """Score a unit. `topic`: the terms of its whole passage, which its sentences need not repeat, and what the rank of
    the passage is worth."""
    own = _terms_in(unit.text, shares)
    above = _terms_in(unit.above, shares) - own
    path = _terms_in(unit.path, shares) - own - above
    near = topic[0] - own - above - path
    in_kind = answers_in_kind(wanted, unit.text)
    score = _weight(own, shares) + _ABOVE * _weight(above, shares) + _PATH * _weight(path, shares)
    score += _NEAR * _weight(near, shares) + _IN_KIND * in_kind + topic[1]
    if lacking and _LACKING.search(unit.text):
        score += _LACKS
    if _SENDS_ON.search(unit.text):
        score -= _ELSEWHERE
    return _Ranked(unit, score, own | above | path, in_kind or wanted in ("open", "list"))


def _terms_in(text: str, shares: Mapping[str, float]) -> frozenset[str]:
    """The terms that stand in the text: Chinese ones anywhere, Latin ones as words."""
    folded, latin = fold(text), frozenset(words(text))
    return frozenset(term for term in shares if (term in latin if term.isascii() else term in folded))


def _weight(terms: frozenset[str], shares: Mapping[str, float]) -> float:
    return sum(shares[term] for term in terms)


def _choose(ranked: Sequence[_Ranked], shares: Mapping[str, float]) -> list[Unit]:
    """The best unit, and those that add to it while it is not enough."""
    chosen: list[_Ranked] = []
    covered: frozenset[str] = frozenset()
    for candidate in ranked:
        if chosen:
            enough = _weight(covered, shares) >= _ENOUGH and any(other.in_kind for other in chosen)
            if enough or len(chosen) == MAX_UNITS:
                break
            adds = _weight(candidate.covers - covered, shares)
            helps = adds >= _ADDS or (candidate.in_kind and not chosen[0].in_kind)
            worth = candidate.score >= _WORTH * chosen[0].score
            if not (helps and worth) or any(_alike(candidate.unit, other.unit) for other in chosen):
                continue
        chosen.append(candidate)
        covered |= candidate.covers
    return [ranked.unit for ranked in chosen]


def _alike(a: Unit, b: Unit) -> bool:
    mine, theirs = set(bigrams(a.text)), set(bigrams(b.text))
    return len(mine & theirs) >= _ALIKE * max(1, min(len(mine), len(theirs)))


def _completed(unit: Unit, units: Sequence[Unit], *, whole: bool) -> list[Unit]:
    """The unit with what it needs to be understood, in reading order. `whole`: the question is after all of a list."""
    if unit.group is not None:
        return _from_group(unit, units, whole=whole)
    place = units.index(unit)
    block = [other for other in units if other.version == unit.version and other.block == unit.block]
    at = block.index(unit)
    together = [unit]
    if at > 0 and _LEANS_BACK.match(unit.text):
        together.insert(0, block[at - 1])
    if at + 1 < len(block) and _QUALIFIES.match(block[at + 1].text):
        together.append(block[at + 1])
    if _leads_in(unit) and place + 1 < len(units) and units[place + 1].group is not None:
        together += [other for other in _from_group(units[place + 1], units, whole=True) if other is not unit]
    return together


def _from_group(unit: Unit, units: Sequence[Unit], *, whole: bool) -> list[Unit]:
    """A row with its header, an item with its lead-in; the whole list or table where that is asked for."""
    members = [other for other in units if other.group == unit.group]
    heads = [member for member in members if member.block.kind == "table_header"]
    first = units.index(members[0])
    if first and units[first - 1].version == unit.version and _leads_in(units[first - 1]):
        heads.insert(0, units[first - 1])
    if unit in heads or (whole and len(members) <= WHOLE_LIST):
        return list(dict.fromkeys([*heads, *members]))
    return [*heads, unit]


def _leads_in(unit: Unit) -> bool:
    return unit.group is None and unit.text.rstrip().endswith(("：", ":"))


def _arrange(parts: Sequence[Sequence[Unit]]) -> list[Quote]:
    """Best part first, then reading order inside its document, then the other documents; each unit once."""
    if not parts:
        return []
    opening = parts[0]
    home = opening[0].version
    versions = list(dict.fromkeys([home, *(part[0].version for part in parts)]))
    rest = sorted(parts[1:], key=lambda part: (versions.index(part[0].version), part[0].order))
    shown = list(dict.fromkeys(unit for part in (opening, *rest) for unit in part))
    return [
        Quote(unit.source, _shown(unit), _lead(last, unit), _KINDS.get(unit.block.kind, "sentence"))
        for last, unit in zip([None, *shown], shown, strict=False)
    ]


_KINDS: dict[BlockKind, SentenceKind] = {
    "list_item": "list_item",
    "table_header": "heading",
    "table_row": "table_row",
    "code": "code",
}


def _shown(unit: Unit) -> str:
    """The unit's words, to the letter; a row as a row of a Markdown table, an item as an item of a list."""
    if unit.block.kind in ("table_row", "table_header"):
        return f"| {' | '.join(_cells(unit))} |"
    if unit.block.kind == "list_item" and not _NUMBERED.match(unit.text):
        return f"- {unit.text}"
    return unit.text


def _cells(unit: Unit) -> list[str]:
    return [cell.strip() for cell in unit.text.split(" | ")]


_NUMBERED = re.compile(r"[-*•]|[（(]?[0-9一二三四五六七八九十]+[）).、．]|第.{1,8}[条项]")


def _lead(last: Unit | None, unit: Unit) -> str:
    if last is None:
        return ""
    if last.group is None and unit.group is None and last.version == unit.version:
        return " " if unit.text[:1].isascii() else ""
    if last.group != unit.group:
        return "\n\n"
    if last.block.kind == "table_header" and unit.block.kind == "table_row":
        return "\n" + "| --- " * len(_cells(last)) + "|\n"
    return "\n"
