"""An answer without a model: the sentences that answer, verbatim, shortest sufficient.

The unit (sentence, list item, table row) that answers most directly opens the answer; others join only if they add
something, then in reading order by document. A list comes with its lead-in, a table row with its header, a sentence
that leans on its neighbour with that neighbour. What the question names by its address is quoted before all else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from youju.answering.cells import Cell, Tables
from youju.answering.scoring import Ranked, Scorer
from youju.answering.units import Unit, units_of
from youju.citations.grids import tells_unit
from youju.citations.snippets import Span
from youju.reading.document import BlockKind, row_cells
from youju.retrieval.values import Scored
from youju.text.sentences import SentenceKind

MAX_UNITS = 3
WHOLE_LIST = 12
"""A list, or an article that is asked for by its number, is quoted whole up to so many units."""

_ENOUGH = 0.80
"""A unit that covers this share of the question, and is of the kind asked for, is the whole answer of its document."""
_ADDS, _WORTH = 0.20, 0.60
"""Another one joins if it covers this share of what is not covered yet, and scores this share of the best."""
_RIVAL = 0.90
_SLACK = 0.10
"""Another document that answers in kind, differently, scores this share of the best, and covers as much of the question
but for this, is heard too."""

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


def verbatim(source: Scored, spans: Sequence[Span] = ()) -> list[Quote]:
    """The units of a passage that lie in these spans of its text (all of it without spans), in reading order."""
    start = source.passage.start
    return _arrange(
        [
            [unit]
            for unit in units_of([source])
            if not spans or any(low <= unit.start - start and unit.end - start <= high for low, high in spans)
        ]
    )


def compose(question: str, sources: Sequence[Scored], weights: Mapping[str, float]) -> list[Quote]:
    """The verbatim answer to a question from passages, best passage first. Empty if no unit shares a term.

    `weights`: the question's content terms, each with its rarity.
    """
    units = units_of(sources)
    scorer = Scorer(question, sources, weights)
    named = [unit for unit in units if unit.source.stage == "exact"]
    if named and scorer.wanted in ("open", "list", "definition"):
        return _arrange([[unit] for unit in named[:WHOLE_LIST]])
    tables = Tables(question, sources, scorer.wanted, weights, scorer.share)
    if not named and (cells := tables.cells()):
        return _as_quotes(cells)
    sizes = Counter(unit.group for unit in units)
    kept = [
        unit
        for unit in units
        if tables.answers(unit) and (sizes[unit.group] <= WHOLE_LIST or not tables.undivided(unit))
    ]
    dropped = len(kept) < len(units)
    units = kept
    asked = named or [unit for unit in units if not tables.is_frame(unit, units)]
    ranked = sorted(
        map(scorer.rank, asked),
        key=lambda ranked: (-ranked.score, len(ranked.unit.text), ranked.unit.order),
    )
    if dropped and not (ranked and ranked[0].in_kind):
        return []  # a table has the figure asked for, but for something else than what was asked
    chosen = _choose([ranked for ranked in ranked if ranked.covers], scorer)
    parts = [_completed(one.unit, units, whole=scorer.wants_all or tables.undivided(one.unit)) for one in chosen]
    return _arrange(parts)


def _as_quotes(cells: Sequence[Cell]) -> list[Quote]:
    """One cell as a sentence, several as a list."""
    if len(cells) == 1:
        return [Quote(cells[0].source, cells[0].sentence, "")]
    return [
        Quote(cell.source, f"- {cell.sentence}", "\n" if place else "", "list_item") for place, cell in enumerate(cells)
    ]


def _choose(ranked: Sequence[Ranked], scorer: Scorer) -> list[Ranked]:
    """The best unit, those that add to it while it is not enough, and those that contradict it."""
    chosen: list[Ranked] = []
    covered: frozenset[str] = frozenset()
    for candidate in ranked:
        if len(chosen) == MAX_UNITS:
            break
        if chosen and (any(map(candidate.repeats, chosen)) or not _joins(candidate, chosen, covered, scorer)):
            continue
        chosen.append(candidate)
        covered |= candidate.covers
    return chosen


def _joins(candidate: Ranked, chosen: Sequence[Ranked], covered: frozenset[str], scorer: Scorer) -> bool:
    best = chosen[0]
    elsewhere = all(candidate.unit.version != other.unit.version for other in chosen)
    as_much = scorer.share(candidate.covers) >= scorer.share(best.covers) - _SLACK
    if candidate.values and best.values and elsewhere and as_much and candidate.score >= _RIVAL * best.score:
        return True
    if scorer.share(covered) >= _ENOUGH and any(other.in_kind for other in chosen):
        return False
    adds = scorer.share(candidate.covers - covered) >= _ADDS or (candidate.in_kind and not best.in_kind)
    return adds and candidate.score >= _WORTH * best.score


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
    """A row with its header and caption, an item with its lead-in; the whole list or table where that is asked for."""
    members = [other for other in units if other.group == unit.group]
    heads = [member for member in members if member.block.kind == "table_header"]
    heads = [*takewhile(_is_line, members), *(head for head in heads if not _is_line(head))]
    first = units.index(members[0])
    above = units[first - 1] if first and units[first - 1].version == unit.version else None
    if above and (_leads_in(above) or (heads and above.group is None and tells_unit(above.text))):
        heads.insert(0, above)
    if unit in heads or (whole and len(members) <= WHOLE_LIST):
        return list(dict.fromkeys([*heads, *members]))
    return [*heads, unit]


def _is_line(unit: Unit) -> bool:
    """Whether a row is one cell across the whole table: a caption inside it."""
    return unit.block.kind in _ROWS and len(_cells(unit)) == 1


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
        Quote(
            unit.source,
            _shown(unit),
            _lead(last, unit),
            "sentence" if _is_line(unit) else _KINDS.get(unit.block.kind, "sentence"),
        )
        for last, unit in zip([None, *shown], shown, strict=False)
    ]


_ROWS = ("table_header", "table_row")
_KINDS: dict[BlockKind, SentenceKind] = {
    "list_item": "list_item",
    "table_header": "heading",
    "table_row": "table_row",
    "code": "code",
}


def _shown(unit: Unit) -> str:
    """The unit's words, to the letter; a row as a row of a Markdown table, an item as an item of a list."""
    if unit.block.kind in _ROWS and not _is_line(unit):
        return f"| {' | '.join(_cells(unit))} |"
    if unit.block.kind == "list_item" and not _NUMBERED.match(unit.text):
        return f"- {unit.text}"
    return unit.text


def _cells(unit: Unit) -> list[str]:
    return row_cells(unit.text)


_NUMBERED = re.compile(r"[-*•]|[（(]?[0-9一二三四五六七八九十]+[）).、．]|第.{1,8}[条项]")


def _lead(last: Unit | None, unit: Unit) -> str:
    if last is None:
        return ""
    if last.version == unit.version and last.block == unit.block:
        return " " if unit.text[:1].isascii() else ""
    if last.group is None or last.group != unit.group or _is_line(last) or _is_line(unit):
        return "\n\n"
    if last.block.kind == "table_header" and unit.block.kind == "table_row":
        return "\n" + "| --- " * len(_cells(last)) + "|\n"
    return "\n"
