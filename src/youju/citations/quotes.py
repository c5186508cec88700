"""Where in a passage stands what a sentence says."""

from __future__ import annotations

from youju.knowledge.values import Passage
from youju.text.folding import find_folded
from youju.text.overlap import content_units, coverage
from youju.text.sentences import split_sentences

FLOOR = 0.3
"""Content coverage under which a sentence of the passage is not about the claim."""
GAIN = 0.2
"""Coverage that a neighbouring sentence must add to belong to the quote."""

_EDGES = ' \t\r\n\u3000。．.！!？?；;，,：:、-*•·>|“”"「」『』'


def locate_quote(sentence: str, passage: Passage) -> tuple[int, int] | None:
    """The span of `passage.text` that says what the sentence (without markers) says: the sentence itself where it
    stands there, else the best covering sentence with the neighbour it needs; None if the passage is about
    something else."""
    exact = find_folded(sentence.strip(_EDGES), passage.text)
    if exact:
        return exact
    claim = content_units(sentence)
    units = split_sentences(passage.text)
    if not claim or not units:
        return None
    contents = [content_units(passage.text[unit.start : unit.end]) for unit in units]
    shares = [coverage(claim, content) for content in contents]
    best = max(range(len(units)), key=lambda index: (shares[index], -len(contents[index])))
    if shares[best] < FLOOR:
        return None
    low = high = best
    for index in (best - 1, best + 1):
        if 0 <= index < len(units) and coverage(claim, contents[best] | contents[index]) >= shares[best] + GAIN:
            low, high = min(low, index), max(high, index)
    return units[low].start, units[high].end
