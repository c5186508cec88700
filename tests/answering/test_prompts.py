"""What is said to a model: the same in both languages, and in the parser's own grammar."""

from __future__ import annotations

import pytest

from youju.answering.prompts import prompt, sections
from youju.citations.markers import INSTRUCTION, SEVERAL, parse
from youju.text.language import REFUSAL


def test_both_languages_have_the_same_sections_with_the_same_names_to_fill_in():
    zh, en = sections("zh"), sections("en")
    assert zh.keys() == en.keys()
    for name in zh:
        assert sorted(zh[name].get_identifiers()) == sorted(en[name].get_identifiers()), name


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_rules_ask_for_markers_that_the_parser_reads(language):
    rules = prompt(language, "rules")
    assert INSTRUCTION in rules
    assert SEVERAL in rules
    assert REFUSAL[language] in rules
    example = prompt(language, "format")
    assert parse(example, {1, 2}).numbers == (1, 2)
    assert parse(example, {1, 2}).text == example
