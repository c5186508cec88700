"""Numerals: every number in every notation comes back as itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.law.numerals import DIGITS, article_label, article_number, hanzi, number

NUMBERS = st.integers(0, 9999)
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
POSITIONAL = str.maketrans("0123456789", "〇一二三四五六七八九")


@given(NUMBERS)
def test_every_number_comes_back_from_every_notation(value: int):
    notations = [hanzi(value), hanzi(value).replace("零", "〇"), str(value)]
    notations += [str(value).translate(FULL_WIDTH), str(value).translate(POSITIONAL)]
    assert [number(text) for text in notations] == [value] * len(notations)


def test_all_numbers_of_articles_come_back_from_all_notations():
    for value in range(10_000):
        written = hanzi(value)
        notations = [written, written.replace("零", "〇"), str(value), str(value).translate(FULL_WIDTH)]
        notations.append(str(value).translate(POSITIONAL))
        if 100 < value < 1000 and value % 100 > 9:
            notations.append(f"{value // 100}百{hanzi(value % 100)}")
        assert [number(text) for text in notations] == [value] * len(notations)


@given(st.integers(1, 9999), st.none() | st.integers(1, 99))
def test_every_article_comes_back_from_its_label(article: int, suffix: int | None):
    assert article_number(article_label(article, suffix)) == (article, suffix)
    digits = f"第{article}条" + (f"之{suffix}" if suffix else "")
    assert article_number(digits) == article_number(digits.removeprefix("第")) == (article, suffix)


@given(st.text(alphabet=DIGITS + "十百千", max_size=8))
def test_what_is_read_is_written_back_as_the_same_number(text: str):
    value = number(text)
    assert value is None or number(hanzi(value)) == value


WRITTEN = {10: "十", 12: "十二", 20: "二十", 47: "四十七", 100: "一百", 101: "一百零一", 110: "一百一十"}
WRITTEN |= {119: "一百一十九", 1000: "一千", 1001: "一千零一", 1010: "一千零一十", 1260: "一千二百六十"}


@pytest.mark.parametrize(("value", "written"), WRITTEN.items())
def test_numbers_are_written_as_statutes_write_them(value: int, written: str):
    assert hanzi(value) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "十百",
        "百",
        "一二十",
        "一百三",
        "二百百",
        "零十",
        "一百零",
        "四十七条",
        "12345",
        "-3",
        "四 七",
        "一32",
        "3二",
    ],
)
def test_what_is_no_numeral_is_none(text: str):
    assert number(text) is None


@pytest.mark.parametrize("text", ["两百零二", "1百零2", "一百二", "一百十二"])
def test_spoken_and_mixed_forms(text: str):
    assert number(text) == {"两百零二": 202, "1百零2": 102, "一百十二": 112}.get(text)


@pytest.mark.parametrize("label", ["第四十七", "四十七", "第条", "第四十七条第二款", "第四十七条之", "条"])
def test_what_is_no_article_is_none(label: str):
    assert article_number(label) is None
