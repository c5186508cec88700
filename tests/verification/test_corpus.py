"""The gate on sentences of real statutes: true ones are shown, corrupted ones are not."""

import gzip
import json
import os
import random
import re
from functools import cache
from pathlib import Path

import pytest
from tests.verification.evidence import judge, passage

from youju.knowledge.values import Passage
from youju.text.numbers import find_quantities
from youju.text.sentences import split_sentences

SHARED = Path(os.environ.get("YOUJU_SHARED_DATA") or Path(__file__).parents[3] / "shared" / "data")
STATUTES = SHARED / "statutes" / "articles.jsonl.gz"
READING = SHARED / "cmrc2018_trial" / "cmrc2018_trial.json"
SIZE = 300

pytestmark = pytest.mark.skipif(not STATUTES.exists(), reason="the shared statutes are not beside the project")

Pair = tuple[str, Passage]


@cache
def true_sentences() -> list[Pair]:
    """Sentences of articles, each with a passage of its article and the next four: much that could be mistaken."""
    chance = random.Random(20)
    with gzip.open(STATUTES, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for _, line in zip(range(20_000), file, strict=False)]
    pairs: list[Pair] = []
    while len(pairs) < SIZE:
        at = chance.randrange(len(rows) - 5)
        block = [row for row in rows[at : at + 5] if row["law"] == rows[at]["law"]]
        text = "\n".join(f"{row['article']} {row['text']}" for row in block)
        units = [unit for unit in split_sentences(text) if unit.end - unit.start > 10]
        unit = chance.choice(units)
        pairs.append((text[unit.start : unit.end], passage(text, f"p{len(pairs)}", rows[at]["law"])))
    return pairs


def supported(sentence: str, source: Passage) -> bool:
    before = source.text.partition(sentence)[0]  # an item is told below its lead-in
    return judge(f"{sentence}[1]", source, before=before).verdict != "unsupported"


def rate(pairs: list[Pair]) -> float:
    return sum(supported(sentence, source) for sentence, source in pairs) / len(pairs)


def test_verbatim_sentences_are_shown() -> None:
    assert rate(true_sentences()) >= 0.99


NEAR = {
    "attribution": lambda text: f"根据相关规定，{text}",
    "modality shortened": lambda text: text.replace("应当", "应"),
    "other closing": lambda text: text.rstrip("。；：") + "。",
    "digits": lambda text: re.sub(
        r"(?<![第一二三四五六七八九十百千万零])([一二三四五六七八九])(日|个月|年|倍)(?!以?[上下]?级)",
        lambda m: f"{'一二三四五六七八九'.index(m[1]) + 1}{m[2]}",
        text,
    ),
}


@pytest.mark.parametrize("name", NEAR)
def test_sentences_near_to_the_source_are_shown(name: str) -> None:
    assert rate([(NEAR[name](sentence), source) for sentence, source in true_sentences()]) >= 0.95


def corrupted_number(text: str, chance: random.Random) -> str | None:
    kinds = ("money", "duration", "percentage", "multiple", "date", "count", "number", "time")
    found = [one for one in find_quantities(text) if one.kind in kinds and not one.indefinite]
    chance.shuffle(found)
    for quantity in found:
        places = [i for i in range(quantity.start, quantity.end) if text[i] in "一二三四五六七八九123456789"]
        for place in places:
            digits = "一二三四五六七八九" if text[place] in "一二三四五六七八九" else "123456789"
            made = text[:place] + chance.choice(digits.replace(text[place], "")) + text[place + 1 :]
            if worth(made) != worth(text):
                return made
    return None


def worth(text: str) -> set[tuple[object, ...]]:
    return {(one.kind, one.value, one.unit, one.upper) for one in find_quantities(text)}


def corrupted_unit(text: str, chance: random.Random) -> str | None:
    for old, new in chance.sample([("个工作日", "日"), ("个月", "年"), ("万元", "元"), ("年", "个月"), ("倍", "%")], 5):
        found = re.search(rf"(?<=[一二三四五六七八九十百0-9]){old}(?!\d)", text)
        if found and worth(made := text[: found.start()] + new + text[found.end() :]) != worth(text):
            return made
    return None


PAIRS = [("不得", "可以"), ("可以", "不得"), ("应当", "不得"), ("应当", "可以"), ("禁止", "允许"), ("不予", "应当")]
TURNS = [
    ("不超过", "超过"),
    ("以上", "以下"),
    ("不少于", "不超过"),
    ("之前", "之后"),
    ("增加", "减少"),
    ("不满", "超过"),
]


def corrupted_polarity(text: str, chance: random.Random) -> str | None:
    return swapped(text, chance.sample(PAIRS, len(PAIRS)))


def corrupted_direction(text: str, chance: random.Random) -> str | None:
    return swapped(text, chance.sample(TURNS, len(TURNS)))


def swapped(text: str, pairs: list[tuple[str, str]]) -> str | None:
    return next((text.replace(old, new, 1) for old, new in pairs if old in text), None)


@pytest.mark.parametrize(
    ("corrupt", "most"),
    [(corrupted_number, 0.0), (corrupted_unit, 0.0), (corrupted_polarity, 0.01), (corrupted_direction, 0.01)],
)
def test_corrupted_sentences_are_not_shown(corrupt: object, most: float) -> None:
    chance = random.Random(5)
    made = [(corrupt(sentence, chance), source) for sentence, source in true_sentences()]  # type: ignore[operator]
    cases = [(sentence, source) for sentence, source in made if sentence and sentence not in source.text]
    assert len(cases) > 10
    shown = [sentence for sentence, source in cases if supported(sentence, source)]
    assert len(shown) <= most * len(cases), shown


def test_a_sentence_about_something_else_is_not_shown() -> None:
    pairs = true_sentences()
    moved = [
        (sentence, other)
        for (sentence, own), (_, other) in zip(pairs, pairs[7:], strict=False)
        if own.title != other.title
    ]
    assert rate(moved) <= 0.01


@pytest.mark.skipif(not READING.exists(), reason="the shared reading questions are not beside the project")
def test_prose_is_shown_verbatim_and_its_numbers_cannot_be_changed() -> None:
    chance = random.Random(9)
    data = json.loads(READING.read_text(encoding="utf-8"))
    articles = data["data"] if isinstance(data, dict) else data
    texts = [one["context_text"] if "context_text" in one else one["paragraphs"][0]["context"] for one in articles]
    pairs: list[Pair] = []
    for index, text in enumerate(chance.sample(texts, 60)):
        pairs += [
            (text[u.start : u.end], passage(text, f"r{index}")) for u in split_sentences(text) if u.end - u.start > 12
        ]
    assert rate(pairs) >= 0.99
    made = [(corrupted_number(sentence, chance), source) for sentence, source in pairs]
    shown = [
        sentence
        for sentence, source in made
        if sentence and sentence not in source.text and supported(sentence, source)
    ]
    assert shown == []
