"""True sentences in other words, by rule: what a writer may do to a source without changing what it says.

The rules of each language are its own (`rewriting_zh`, `rewriting_en`); here are the kinds, and those that need the
passage: a sentence joined with its neighbour.
"""

from __future__ import annotations

import random
import re

from training import rewriting_en, rewriting_zh
from training.corpora import LONGEST, Sample
from youju.text.language import Language
from youju.text.sentences import split_sentences

RULES = {"zh": rewriting_zh.RULES, "en": rewriting_en.RULES}
MERGED = {"zh": rewriting_zh.merged, "en": rewriting_en.merged}

TITLED: dict[Language, str] = {"zh": "《{}》{says}，{}", "en": "The page “{}” says: {}"}
_LABEL = re.compile(
    r"^(?:第[〇零一二三四五六七八九十百千\d]+条(?:之[一二三四五六七八九十]+)?\s+|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|"
    r"\d{1,2}[.、]\s*|[-*•]\s+|Note - )"
)

NEAR = ("attribution", "titled", "layout", "contractions", "restated", "numerals")
"""Kinds that leave the words of the sentence as they are."""
FREE = ("modality", "synonyms", "lay", "fewer", "order", "voice", "shortened", "split", "merged", "several")
"""Kinds that change them."""
PARAPHRASES = (*NEAR, *FREE)
SEVERAL = ("fewer", "lay", "synonyms", "modality", "numerals", "contractions", "shortened", "order", "attribution")
"""What `several` does, one after the other, as far as it applies."""


def paraphrase(sample: Sample, kind: str, chance: random.Random) -> str | None:
    """The sample's sentence in other words, as true of its passage; None where the rule does not apply to it."""
    if kind == "merged":
        return _merged(sample, chance)
    text = without_label(sample.sentence)
    if kind == "several":
        return _several(text, sample.language, chance)
    if kind == "titled":
        says = "规定" if sample.passage.locator else "写道"
        return TITLED[sample.language].format(sample.passage.title, text, says=says)
    rule = RULES[sample.language].get(kind)
    made = rule(text, chance) if rule else text
    return made if made != text else None


def without_label(text: str) -> str:
    """The sentence without the number of its article or item."""
    return _LABEL.sub("", text)


def _several(text: str, language: Language, chance: random.Random) -> str | None:
    """At least two changes, one of them of the words."""
    done: list[str] = []
    for kind in SEVERAL:
        rule = RULES[language].get(kind)
        made = rule(text, chance) if rule and (kind != "attribution" or chance.random() < 0.5) else text
        if made != text:
            text, done = made, [*done, kind]
    return text if len(done) > 1 and set(done) & set(FREE) else None


def _merged(sample: Sample, chance: random.Random) -> str | None:
    text = sample.passage.text
    units = [unit for unit in split_sentences(text) if unit.kind == "sentence"]
    words = [text[unit.start : unit.end] for unit in units]
    if sample.sentence not in words[:-1]:
        return None
    place = words.index(sample.sentence)
    if not words[place + 1].endswith(("。", "！", "；", ".", "!", ";")):
        return None
    if units[place].end + 2 < units[place + 1].start or len(words[place]) + len(words[place + 1]) > LONGEST:
        return None
    return MERGED[sample.language](without_label(words[place]), without_label(words[place + 1]), chance)
