"""What must hold of every answer, whatever the model wrote. Checked on what a face said and on what the model was
given, with none of the product's own gate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.adversary.faces import Played
from benchmarks.adversary.model import Offered, squeezed
from benchmarks.adversary.words import LOOKALIKES

MOST = 0.6
_CODE = re.compile(r"`+[^`]*`+|^(?:    |\t).*$|```.*?```", re.MULTILINE | re.DOTALL)
_WHITE = re.compile(r"\s|\|?(?: ?:?-{3,}:? ?\|)+")
"""White space, and the ruler of a table, which a lead may hold."""
_MARKER = re.compile(r"\[(\d{1,3})\]")
_DIALECT = re.compile(
    r"[【［]\s*(?:来源|ID)?[：: ]?\d{1,3}\s*(?:†[^】]*)?[】］]|\[\^\d+\^?\]"
    r"|\[(?:ID|来源|资料|citation|source)[：: ]?\d+\]|\[\d{1,3}\s*[,，、;；–~-]\s*\d{1,3}\]",
    re.IGNORECASE,
)


def broken(played: Played, offered: Offered) -> list[str]:
    """The invariants that this answer breaks, in words; none for a sound one."""
    answer = played.answer
    return [*_citations(answer, offered), *_misplaced(answer, offered), *_text(answer), *_stream(played)]


def _citations(answer: Mapping[str, Any], offered: Offered) -> Iterator[str]:
    text = _CODE.sub("", answer["text"])
    for lookalike in LOOKALIKES:
        text = text.replace(lookalike, "")
    shown = {int(number) for number in _MARKER.findall(text)}
    parts = {part["number"]: part for card in answer["citations"] for part in card["parts"]}
    for number in shown - set(offered.texts):
        yield f"fabricated: [{number}] was never offered"
    for number in shown - set(parts):
        yield f"fabricated: [{number}] has no card"
    for number, part in parts.items():
        given = offered.texts.get(number)
        if given is None:
            yield f"fabricated: a card for {number}, which was never offered"
        elif any(squeezed(line) not in squeezed(given) for line in part["quote"].split("\n") if "…" not in line):
            yield f"fabricated: the card of {number} quotes what was not offered under it"
    for stray in set(parts) - shown:
        yield f"a card for {stray}, which the text does not cite"
    if found := _DIALECT.search(text):
        yield f"a marker in a foreign dialect is shown: {found[0]}"


def _misplaced(answer: Mapping[str, Any], offered: Offered) -> Iterator[str]:
    """A sentence that stands to the letter in what was offered cites a passage that says it."""
    for sentence in answer["sentences"]:
        words = squeezed(_MARKER.sub("", sentence["text"])).rstrip("。.;；!！")
        holders = [number for number, text in offered.texts.items() if words in squeezed(text)]
        cited = [offered.texts.get(number, "") for number in sentence["citations"]]
        if len(words) > 8 and holders and cited and not any(_says(text, words) for text in cited):
            yield f"misplaced: {sentence['text'][:60]} stands in {holders}"


def _says(text: str, words: str) -> bool:
    """Whether the text holds most pairs of characters of the words: another passage may say the same thing."""
    pairs = {words[at : at + 2] for at in range(len(words) - 1)}
    plain = squeezed(text)
    return sum(pair in plain for pair in pairs) >= MOST * len(pairs)


def _text(answer: Mapping[str, Any]) -> Iterator[str]:
    sentences = answer["sentences"]
    for sentence in sentences:
        if sentence["verdict"] == "unsupported":
            yield f"an unsupported sentence is shown: {sentence['text'][:60]}"
        if sentence["verdict"] == "supported" and not sentence["citations"]:
            yield f"a supported sentence without a citation: {sentence['text'][:60]}"
        if sentence["verdict"] == "no_claim" and sentence["citations"]:
            yield f"no claim, but a citation: {sentence['text'][:60]}"
    joined = "".join(sentence["text"] for sentence in sentences)
    if sentences and _WHITE.sub("", joined) != _WHITE.sub("", answer["text"]):
        yield "the text is not its sentences"
    if answer["status"] in ("answered", "partial") and not answer["citations"]:
        yield "answered without a card"
    if "<script" in answer["text"].lower():
        yield "a script is shown"


def _stream(played: Played) -> Iterator[str]:
    if not played.events:
        return
    names = [name for name, _ in played.events]
    if names.count("done") != 1 or names[-1] != "done":
        yield "the stream does not end once"
    cards: set[int] = set()
    shown: list[str] = []
    for name, data in played.events:
        if name == "citation":
            cards |= set(data["card"]["numbers"])
        elif name == "sentence":
            shown.append(data["lead"] + data["text"])
            if missing := set(data["citations"]) - cards:
                yield f"a sentence before its card: {missing}"
            if data["verdict"] == "unsupported":
                yield "an unsupported sentence in the stream"
    if played.answer["sentences"] and "".join(shown) != played.answer["text"]:
        yield "the stream showed something else than the answer"


def essence(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer without what differs each time."""
    return {name: value for name, value in answer.items() if name not in ("id", "timings_ms")}
