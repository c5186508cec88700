"""Claim and evidence as clauses, each with what it inherits, and how well one matches another.

A number, a modality or a direction is proved by the clause that speaks of the same thing, not by any place of the
passage. A clause inherits from the clauses before it in its part of the sentence (up to a semicolon), from the words
before a colon, from the line that leads into a list; a table cell from its row's and its column's heading.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

from youju.citations.grids import grids_of, measures
from youju.knowledge.values import Passage
from youju.text.folding import fold
from youju.text.numbers import Quantity, find_quantities
from youju.text.overlap import content_units, coverage
from youju.text.sentences import SentenceSpan, split_clauses, split_sentences
from youju.verification.lead_ins import is_lead_in, without_mark

INHERITED = 0.6
"""What a unit counts that stands only in what the clause inherits."""
CONTEXT = 0.5
"""What the agreement of the inherited parts counts beside that of the clauses themselves."""
TIE = 0.05
"""Scores this close are equal."""
FOCUS = 0.85
"""Coverage from which one sentence of the sources is the one that the claim repeats."""
ALIKE = 0.5
"""Likeness from which clauses at the same place of a repeated sentence belong together."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: `start` and `end` are the span of its sentence in the text it was cut from (0, 0 for headings)."""

    text: str
    inherited: str
    start: int
    end: int
    units: frozenset[str]
    context: frozenset[str]
    quantities: tuple[Quantity, ...]


def tokens_of(quantities: Iterable[Quantity]) -> frozenset[str]:
    """Quantities as units of content: each plain, and with its bound."""
    tokens: set[str] = set()
    for quantity in quantities:
        token = f"{quantity.kind}:{quantity.value.normalize()}:{quantity.unit}"
        tokens |= {token, f"{token}:{quantity.bound}"}
    return frozenset(tokens)


Columns = tuple[tuple[int, tuple[str, ...]], ...]


@lru_cache(maxsize=1024)
def clauses_of(text: str, columns: Columns = ()) -> tuple[Clause, ...]:
    """The clauses of a text, in order. `columns` gives for rows, by their start, what stands above each cell."""
    clauses: list[Clause] = []
    lead = ""
    header: tuple[str, ...] | None = None
    known = dict(columns)
    for unit in split_sentences(text):
        words = text[unit.start : unit.end]
        if unit.kind == "table_row":
            cells = _cells(words)
            if unit.start in known:
                header = known[unit.start]
            elif header is None:
                header = cells if not any(measures(cell) for cell in cells) else ()
            clauses.extend(_row(unit, cells, header, lead))
            continue
        header = None
        if unit.kind != "list_item":
            lead = ""
        clauses.extend(_sentence(unit, without_mark(words) if unit.kind == "list_item" else words, lead))
        if words.rstrip().endswith(("：", ":")) and unit.kind != "list_item":
            lead = words
    return tuple(clauses)


def clauses_of_passage(passage: Passage) -> tuple[Clause, ...]:
    """The clauses of a passage's text, and one for its headings, dates and names, which it may be quoted with."""
    return (*clauses_of(passage.text, _columns(passage)), _clause(heading_of(passage), "", 0, 0))


def _columns(passage: Passage) -> Columns:
    """The whole header of each row of a table whose header the text alone does not tell: it has several lines, or
    stands before the passage."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for grid in grids_of(passage):
        if grid.header and (passage.heads or len(grid.header) > 1):
            above = tuple(" ".join(dict.fromkeys(level)) for level in zip(*grid.header, strict=True))
            found += [(row.start, above) for row in grid.rows]
    return tuple(found)


def heading_of(passage: Passage) -> str:
    """What stands above the passage: title, section path, address, version, the head of the table it goes on with."""
    label = passage.locator.label if passage.locator else ""
    law = passage.locator.law if passage.locator else ""
    heads = (head.text for head in passage.heads)
    names = (passage.title, law, *passage.section, label, passage.version_label, *heads)
    return " ".join(part for part in names if part)


def _clause(text: str, inherited: str, start: int, end: int, *, first: bool = True) -> Clause:
    quantities = find_quantities(text)
    if not first:  # inside a sentence no number is a list number
        shifted = find_quantities(f"·{text}")
        quantities = tuple(replace(one, start=max(0, one.start - 1), end=one.end - 1) for one in shifted)
    return Clause(text, inherited, start, end, content_units(text), _context(inherited), quantities)


@lru_cache(maxsize=4096)
def _context(inherited: str) -> frozenset[str]:
    return content_units(inherited) | tokens_of(find_quantities(inherited))


_INTRODUCTION = re.compile(
    r"^.{0,14}?(?:写明|载明|规定|明确|指出|提到|要求|显示|说明|写道|原文为?|says?|states?|reads?)[：:,，]?\s?(?=[“\"「『])",
    re.IGNORECASE,
)


def without_introduction(clause: str) -> str:
    """The clause without the words that lead into a quotation: 手册写明“…”."""
    return _INTRODUCTION.sub("", clause)


_LIST_NUMBER = re.compile(r"[\s*>#-]*[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[.)、．）]")


def _sentence(unit: SentenceSpan, words: str, lead: str) -> Iterator[Clause]:
    inherited, fixed, place, first = lead, lead, 0, True
    for span in split_clauses(words):
        if first and _LIST_NUMBER.fullmatch(words, 0, span.end + 1):
            place = span.end
            continue
        between = words[place : span.start]
        if "；" in between or ";" in between:
            inherited = fixed
        elif "：" in between or ":" in between:
            fixed = inherited
        for part in _parts(words[span.start : span.end]):
            yield _clause(part, inherited, unit.start, unit.end, first=first)
            first = False
        inherited = f"{inherited} {words[span.start : span.end]}".strip()
        place = span.end


_JOINT = re.compile(r"、|\s(?:and|but|while|whereas)\s|(?<=[元天日月年人次%])(?:和|及|而|以及)")


def _parts(clause: str) -> list[str]:
    """A clause that lists quantities (一线城市600元、其他城市400元) as one part for each, else the clause itself."""
    parts: list[str] = []
    place = 0
    for joint in _JOINT.finditer(clause):
        left, right = clause[place : joint.start()], clause[joint.end() :]
        if all(find_quantities(side) and content_units(side) for side in (left, right)):
            parts.append(left)
            place = joint.end()
    return [*parts, clause[place:]]


def _cells(row: str) -> tuple[str, ...]:
    if "|" in row:
        return tuple(cell.strip() for cell in row.strip().strip("|").split("|"))
    return tuple(cell.strip() for cell in row.split("\t"))


_HEADER_UNIT = re.compile(r"[（(]([^（）()]{1,8})[）)]")


def _row(unit: SentenceSpan, cells: Sequence[str], header: Sequence[str], lead: str) -> Iterator[Clause]:
    """One clause for each cell with a quantity, named by its column and its row; one for the row if it has none."""
    names = " ".join(cell for cell in cells if not measures(cell))
    plain = True
    for index, cell in enumerate(cells):
        if not measures(cell):
            continue
        plain = False
        column = header[index] if index < len(header) else ""
        clause = _clause(f"{column} {names} {cell}", lead, unit.start, unit.end)
        unit_name = _HEADER_UNIT.search(column)
        if unit_name:
            clause = replace(clause, quantities=clause.quantities + find_quantities(f"{cell}{unit_name[1]}"))
        yield clause
    if plain:
        yield _clause(" ".join(cells), lead, unit.start, unit.end)


def is_attribution(clause: str) -> bool:
    """Whether the words only say where a statement comes from: 根据公司规定."""
    return is_lead_in(clause)


# ── matching ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def rarity_of(clauses: Iterable[Clause]) -> dict[str, float]:
    """How much each unit tells clauses apart: log(1 + n / occurrences)."""
    counts: dict[str, int] = {}
    total = 0
    for clause in clauses:
        total += 1
        for unit in _own(clause):
            counts[unit] = counts.get(unit, 0) + 1
    return {unit: math.log(1 + total / count) for unit, count in counts.items()}


def _own(clause: Clause, but: Quantity | None = None) -> frozenset[str]:
    return clause.units | tokens_of(quantity for quantity in clause.quantities if quantity != but)


def match(claim: Clause, evidence: Clause, rarity: Mapping[str, float], but: Quantity | None = None) -> float:
    """How well the evidence clause speaks of what the claim clause speaks of, 0 to 1 + `CONTEXT`. `but` is the
    quantity under test, which has no say in the matter."""
    theirs = _own(evidence)
    usual = max(rarity.values(), default=1.0)
    wanted = _own(claim, but)
    whole = sum(rarity.get(unit, usual) for unit in wanted)
    found = sum(
        rarity.get(unit, usual) * (1.0 if unit in theirs else INHERITED if unit in evidence.context else 0.0)
        for unit in wanted
    )
    score = found / whole if whole else 1.0
    if claim.context:
        around = theirs | evidence.context
        weight = sum(rarity.get(unit, usual) for unit in claim.context)
        score += CONTEXT * sum(rarity.get(unit, usual) for unit in claim.context & around) / weight
    return score


@dataclass(frozen=True, slots=True)
class Likeness:
    """How near to verbatim a claim clause is.

    `share` of its characters stand in the source, in order and in runs of two or more; `window` is the part of the
    source that they span, with what a reader would see at its edges; `ratio` compares the two as wholes.
    """

    share: float
    ratio: float
    window: str


@lru_cache(maxsize=8192)
def likeness(claim: str, source: str) -> Likeness:
    """Compare two clauses by their characters."""
    mine, theirs = fold(claim).text, fold(source).text
    blocks = SequenceMatcher(None, theirs, mine, autojunk=False).get_matching_blocks()
    runs = [block for block in blocks if block.size > 1]
    if not runs:
        return Likeness(0.0, 0.0, "")
    unmatched = len(mine) - runs[-1].b - runs[-1].size
    low, high = max(0, runs[0].a - runs[0].b - 2), runs[-1].a + runs[-1].size + (unmatched and unmatched + 1)
    share = sum(block.size for block in runs) / len(mine)
    ratio = 2 * sum(block.size for block in blocks) / (len(mine) + len(theirs))
    return Likeness(share, ratio, theirs[low:high])


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim beside the passages that it cites. `rests_on` pairs each claim clause with the source clause that it
    rests on, or None if nothing there speaks of it. `repeats` tells that the claim repeats one sentence, which alone is
    in `sources`."""

    rests_on: tuple[tuple[Clause, Clause | None], ...]
    sources: tuple[Clause, ...]
    rarity: dict[str, float]
    repeats: bool

    def match(self, clause: Clause, source: Clause, but: Quantity | None = None) -> float:
        """How well a source clause speaks of what a claim clause speaks of."""
        return match(clause, source, self.rarity, but)


def _nearest(clause: Clause, place: int, sources: Sequence[Clause], rarity: Mapping[str, float]) -> Clause | None:
    """The best match, among equals the nearest to verbatim, then the one at the same place."""
    scores = [match(clause, source, rarity) for source in sources]
    best = max(scores, default=0.0)
    if best <= 0:
        return None
    tied = (index for index, score in enumerate(scores) if score >= best - 3 * TIE)
    return sources[max(tied, key=lambda i: (likeness(clause.text, sources[i].text).ratio, -abs(i - place)))]


@lru_cache(maxsize=256)
def compare(claim: str, passages: tuple[Passage, ...]) -> Comparison:
    """Set a claim beside passages. Where one sentence of them covers nearly all of the claim, the claim repeats that
    sentence, and no other is its source."""
    clauses = tuple(clause for clause in clauses_of(claim) if clause.quantities or not is_attribution(clause.text))
    every = [clause for passage in passages for clause in clauses_of_passage(passage)]
    repeated = _repeated(clauses, every)
    sources = [source for source in every if source in repeated or not source.end] if repeated else every
    rarity = rarity_of(sources)
    pairs: list[tuple[Clause, Clause | None]] = []
    for place, clause in enumerate(clauses):
        beside = repeated[place] if len(repeated) == len(clauses) else None
        if beside is None or likeness(clause.text, beside.text).ratio < ALIKE:
            beside = _nearest(clause, place, sources, rarity)
        pairs.append((clause, beside))
    return Comparison(tuple(pairs), tuple(sources), rarity, bool(repeated))


def _repeated(clauses: Sequence[Clause], sources: Sequence[Clause]) -> list[Clause]:
    """The clauses of the one sentence (or of the few that are as near) that the claim repeats; none if it repeats
    none. Quantities have no say: they are under test."""
    whole = _units(clauses)
    sentences = [list(one) for _, one in groupby(sources, key=lambda clause: (clause.start, clause.end))]
    shares = [(coverage(whole, units := _units(one)), coverage(units, whole), one) for one in sentences if one[0].end]
    best = max((share for share, _, _ in shares), default=0.0)
    if best < FOCUS or not whole:
        return []
    near = [(back, one) for share, back, one in shares if share >= best - TIE / 2]
    nearest = max(back for back, _ in near)
    found = [clause for back, one in near if back >= nearest - 2 * TIE for clause in one]
    there = _units(found)
    return found if all(clause.units & there or not clause.units for clause in clauses) else []


def _units(clauses: Iterable[Clause]) -> frozenset[str]:
    return frozenset[str]().union(*(clause.units for clause in clauses))
