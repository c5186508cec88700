"""Conditions and exceptions that are left out, and quotations with one character altered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from training.corpora import Sample
from training.edits.edit import Edit

_FROM_START = r"(?:^|(?<=[。；：]))"
_MAIN = r"(?:you|your|the|it|they|we|this|that|please|an?|all|every|no|do|contact|\w+ (?:may|must|can|will|should))\b"
"""How the clause begins that a condition stands before: else the comma belongs to a list."""
_CONDITIONS = {
    "zh": (
        re.compile(rf"{_FROM_START}(?:如果|如|若|倘若|只要|一旦|除非)[^，。；]{{3,60}}[，](?:则|就|那么)?"),
        re.compile(rf"{_FROM_START}(?!.{{0,8}}所称)(?:在)?[^，。；：]{{3,60}}(?:的情况下|的情形下|的前提下|时)[，]"),
        re.compile(
            r"(?<=[，。；])(?!或|以及|并|且)[^，。；：、]{4,60}的[，](?=[^。；]{0,12}(?:应当|可以|不得|有权|无权|由|视为|必须))"
        ),
        re.compile(
            r"(?<=[\u4e00-\u9fff，])经[^，。；]{2,40}(?:批准|同意|审核|许可|决定)(?:后)?[，]?(?=可以|应当|方可|可)"
        ),
        re.compile(rf"{_FROM_START}经[^，。；]{{2,40}}(?:批准|同意|审核|许可|决定)(?:后)?的?[，]"),
    ),
    "en": (
        re.compile(rf"^(?:If|When|Unless|Once|As long as|Provided)\b[^,.;]{{8,120}}, (?:then )?(?={_MAIN})"),
        re.compile(
            r"(?<!even)(?<!especially)(?<!particularly)"
            r",? (?:if|unless|as long as|provided that|only (?:when|if|after)|until) [^,.;()]{6,120}(?=[.;](?!\w)|$)"
        ),
        re.compile(r" with (?:the )?(?:prior |written )?(?:approval|permission|consent)\b[^,.;]{0,60}"),
    ),
}
_EXCEPTIONS = {
    "zh": (
        re.compile(r"[，；。](?:但是|但)?[^，；。]{2,60}(?:除外|的，?不适用[^，。；]*)(?=[。；])"),
        re.compile(rf"{_FROM_START}除[^，。；]{{2,60}}(?:以外|之外|外)[，]"),
        re.compile(r"[，；](?:但是|但)(?=[^。；]*(?:应当|可以|不得|除外|不受))[^。；]{4,80}(?=[。；])"),
        re.compile(r"[（(]?不含[^，。；）)]{2,30}[）)]?"),
    ),
    "en": (
        re.compile(
            r",? (?:except|excluding|other than|apart from|with the exception of) [^,.;()]{4,100}(?=[.,;](?!\w)|$)"
        ),
        re.compile(r",? but (?:not|only|does not|do not|never) [^,.;()]{4,100}(?=[.;](?!\w)|$)"),
    ),
}
_RULE = re.compile(
    r"应当|可以|不得|必须|有权|罚款|责令|予以|禁止|视为"
    r"|\b(?:must|may|should|shall|can|cannot|need|have to|will|please)\b",
    re.I,
)
_QUOTED = re.compile(r"[“「\"](?P<words>[^“”「」\"\n]{4,120})[”」\"]")
_INTRODUCTIONS = {"zh": ("资料写明：“", "”。"), "en": ("The document says: “", ".”")}
LEAST, LONGEST_QUOTE = 6, 60
"""Characters of a quotation that we make ourselves."""


def conditions(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """A condition or an exception dropped: what holds in one case is said of all."""
    if not _RULE.search(sample.sentence):  # in a story the rest is as true without it
        return
    for pattern in (*_CONDITIONS[sample.language], *_EXCEPTIONS[sample.language]):
        for match in pattern.finditer(sample.sentence):
            yield (_dropped(sample.sentence, match),)


def _dropped(text: str, match: re.Match[str]) -> Edit:
    start, end = match.span()
    if start == 0 and end < len(text) and text[end].isascii():
        return Edit(start, end + 1, text[end].upper())
    return Edit(start, end, "")


def quotes(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """One character inside quotation marks; a sentence without any is quoted whole first."""
    text = sample.sentence
    spans = [match.span("words") for match in _QUOTED.finditer(text)]
    for low, high in spans:
        edit = _altered(text, low, high, sample, chance)
        if edit:
            yield (edit,)
    end = _quotable(text)
    if not spans and end > LEAST and not set(text[:end]) & set('“”「」"\n'):
        edit = _altered(text, 0, end, sample, chance)
        before, after = _INTRODUCTIONS[sample.language]
        if edit:
            yield (Edit(0, 0, before), edit, Edit(end, len(text), after))


def _quotable(text: str) -> int:
    """Where a quotation of the sentence's beginning ends: at the end of a clause or word."""
    if len(text) <= LONGEST_QUOTE:
        return len(text.rstrip("。；.;:： "))
    breaks = [match.start() for match in re.finditer(r"[，；、 ]", text[:LONGEST_QUOTE])]
    return breaks[-1] if breaks else LONGEST_QUOTE


def _altered(text: str, low: int, high: int, sample: Sample, chance: random.Random) -> Edit | None:
    chinese = sample.language == "zh"
    places = [i for i in range(low + 1, high) if _letter(text[i], chinese)]
    if not places:
        return None
    place = chance.choice(places)
    pool = sorted({char for char in sample.passage.text if _letter(char, chinese)} - {text[place]})
    return Edit(place, place + 1, chance.choice(pool)) if pool else None


def _letter(char: str, chinese: bool) -> bool:
    return "\u4e00" <= char <= "\u9fff" if chinese else "a" <= char <= "z"
