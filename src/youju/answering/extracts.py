"""The pieces of an answer without a model, with their markers: calculated results, governing words, extracts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from youju.answering.advising import Advice
from youju.answering.calculating import result_numbers, result_words
from youju.answering.composition import Composition
from youju.answering.extractive import Quote, compose, verbatim
from youju.answering.schemas import Calculation, MissingInput
from youju.answering.wording import say
from youju.citations.markers import canonical, escape_source, with_markers
from youju.citations.registry import Registry
from youju.retrieval.values import Found
from youju.text.language import Language
from youju.text.streaming import Piece

_CLOSING = "。．.！!？?；;：:"
_PARAGRAPH = "\n\n"


def extracts_of(answer: Composition, found: Found, advice: Advice) -> list[Piece]:
    """All pieces in order, with everything that they cite registered: what is quoted first, so that a reader counts
    from [1], then what was found beside it."""
    pieces: list[Piece] = []
    for piece in _advised(answer, advice):
        pieces.append(piece if pieces else Piece("", piece.text, piece.kind))
    rest = found.passages if advice.rest is None else advice.rest
    quotes = compose(answer.question.text, rest, found.terms)
    for source in (*(quote.source for quote in quotes), *found.passages):
        answer.registry.register(source)
    pieces += _quoted(quotes, answer.registry, _PARAGRAPH if pieces else "")
    return [*pieces, *_asked(advice.missing, answer.language)] if pieces else []


def _advised(answer: Composition, advice: Advice) -> Iterator[Piece]:
    """Each point: its result, then the words that govern it. The results stand side by side, each once."""
    made = _by_point(answer.calculations, advice)
    if any(made):
        yield Piece(_PARAGRAPH, say("calculated_so", answer.language), "sentence")
    for calculation, point in zip(made, advice.points, strict=True):
        if calculation:
            words = result_words(calculation, answer.language)
            yield Piece(_PARAGRAPH, with_numbers(words, result_numbers(calculation)), "sentence")
        for quotation in point.quotations:
            yield from _quoted(verbatim(quotation.source, quotation.spans), answer.registry, _PARAGRAPH)


def _by_point(calculations: Sequence[Calculation], advice: Advice) -> list[Calculation | None]:
    """For each point the calculation whose result can be said: it has one, and its basis is in the library."""
    left = iter(calculations)
    every = [next(left, None) if point.calculation else None for point in advice.points]
    return [one if one and one.result.value is not None and one.citations else None for one in every]


def _quoted(quotes: Sequence[Quote], registry: Registry, lead: str) -> Iterator[Piece]:
    for place, quote in enumerate(quotes):
        text = marked(quote, registry.register(quote.source).number)
        yield Piece(quote.lead if place else lead, text, quote.kind)


def _asked(missing: Sequence[MissingInput], language: Language) -> Iterator[Piece]:
    """All that is missing, asked for at once. A question states nothing, and so needs no ground."""
    for place, one in enumerate(missing):
        if place:
            yield Piece("" if language == "zh" else " ", one.ask, "sentence")
        else:
            yield Piece(_PARAGRAPH, say("please_add", language, ask=one.ask), "sentence")


def marked(quote: Quote, number: int) -> str:
    """The quote with its marker where a reader expects it: before the full stop, inside a table row's last cell."""
    text = escape_source(quote.text).rstrip()  # a source's own [3] is not a citation of ours
    if text.endswith(" |"):
        return f"{text[:-2]} {canonical([number])} |"
    return with_numbers(text, (number,))


def with_numbers(text: str, numbers: Sequence[int]) -> str:
    """The sentence with its markers before the closing punctuation."""
    return with_markers(text, len(text.rstrip(_CLOSING)), list(numbers))
