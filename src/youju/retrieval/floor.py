"""The floor: can these passages answer the question at all?

Similarity alone cannot tell: a base that speaks of invoices on every page is near to every question about invoices,
also to one that it does not answer. So a passage is judged by what of the question it holds, each content term weighed
by its rarity, as well as by its meaning.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from youju.retrieval.question import Asked
from youju.text.alike import others
from youju.text.language import Language, language_of
from youju.text.sentences import split_sentences
from youju.text.tokens import fold, words

MAX_SENTENCES = 200
"""Sentences of one passage that are looked at; a passage of ordinary size has twenty."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What speaks for a passage.

    `window`: share of the question's weight that the heading and the best two neighbouring sentences hold; `missing`:
    share of the heaviest term that neither heading nor text holds; `cosine`: question against passage, None where there
    is no vector; `language`: of the passage. `unknown`: a word of the question, of two ideographs or more, stands in no
    document at all, so whatever is found speaks of something else or calls it by another name.
    """

    window: float
    missing: float
    cosine: float | None
    language: Language
    unknown: bool = False


def confidence(asked: Asked, found: Signals) -> float:
    """How sure it is that the passage answers, 0..1; .5 is the operating point.

    Three logistic lines. Across languages only meaning speaks; without a vector only wording; else both, and very
    strong wording also by itself, because a long passage has a vague vector. Fitted to questions with and without an
    answer: CMRC 2018 (context removed, answering sentence removed), STARD over 64,670 articles beside questions that no
    statute answers, and our own questions to a company handbook and an English one; `benchmarks/floor.py` prints the
    figures. The weights of the cosine hold for the built-in embedder.
    """
    wording = 3.0 * found.window - 2.5 * found.missing - 0.4 * found.unknown
    if found.cosine is None:
        return _logistic(wording - 1.2)
    if found.language != asked.language:
        return _logistic(20.0 * found.cosine - 12.6)
    both = (
        2.5 * (found.window - found.missing)
        - 0.4 * found.unknown
        + 20.0 * found.cosine
        - (13.4 if asked.language == "en" else 14.6)
    )
    return _logistic(max(both, wording - 1.8))


def rarity(terms: Sequence[str], counts: Sequence[int], total: int) -> dict[str, float]:
    """The weight of each term among `total` passages: the inverse document frequency of BM25. A single ideograph says
    half as much as a word."""
    weights: dict[str, float] = {}
    for term, count in zip(terms, counts, strict=True):
        weight = math.log(1 + (total - count + 0.5) / (count + 0.5))
        weights[term] = weight / 2 if len(term) == 1 and not term.isascii() else weight
    return weights


def has_unknown(terms: Sequence[str], counts: Sequence[int]) -> bool:
    """Whether a Chinese word of the question stands nowhere. Latin ones are left out: their endings are cut by rule."""
    return any(not count and len(term) > 1 and not term.isascii() for term, count in zip(terms, counts, strict=True))


def signals(
    weights: Mapping[str, float], heading: str, text: str, cosine: float | None, *, unknown: bool = False
) -> Signals:
    """Weigh one passage against the terms of a question. Without terms only the cosine speaks."""
    if not weights:
        return Signals(0.0, 0.0, cosine, language_of(text))
    weight = np.array(list(weights.values()))
    total = float(weight.sum()) or 1.0
    sentences = [text[span.start : span.end] for span in split_sentences(text)[:MAX_SENTENCES]]
    above = _held(weights, heading)
    each = np.array([_held(weights, sentence) for sentence in sentences or [""]]).reshape(-1, len(weight))
    windows = np.maximum(np.maximum(each[:-1], each[1:]) if len(each) > 1 else each, above)
    lacking = (1 - np.maximum(each.max(axis=0), above)) * weight
    return Signals(
        window=float((windows @ weight).max()) / total,
        missing=float(lacking.max(initial=0.0)) / total,
        cosine=cosine,
        language=language_of(text),
        unknown=unknown,
    )


def _held(terms: Iterable[str], text: str) -> list[float]:
    """How far the text holds each term, 0..1: a Latin term as a word, a Chinese term as it stands, by another
    word for it or in parts."""
    folded = fold(text)
    latin = set(words(text)) if any(term.isascii() for term in terms) else set[str]()
    return [float(term in latin) if term.isascii() else _chinese(term, folded) for term in terms]


def _chinese(term: str, folded: str) -> float:
    if term in folded:
        return 1.0
    if any(other in folded for other in others(term)):
        return 0.8
    if 2 <= len(term) <= 4 and _abbreviation(term).search(folded):
        return 0.8
    parts = [term[i : i + 2] for i in range(len(term) - 1)]
    return 0.6 * sum(part in folded for part in parts) / len(parts) if len(parts) > 1 else 0.0


@lru_cache(maxsize=4096)
def _abbreviation(term: str) -> re.Pattern[str]:
    """The term with up to two more characters inside each gap: 质保金 for 质量保证金, 门卡 for 门禁卡."""
    return re.compile(r"\w{0,2}?".join(map(re.escape, term)))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))
