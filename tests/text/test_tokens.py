"""Tokens: what a question and a document must agree on."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.text.tokens import bigrams, codes, estimate_tokens, fold, stem, terms, words

ANY = st.text(max_size=200)


def test_chinese_is_never_one_token() -> None:
    question = "报销发票的抬头格式要求是什么？"
    assert bigrams(question)[:3] == ["报销", "销发", "发票"]
    assert words(question)[:3] == ["报销", "发票", "的"]
    assert "抬头" in terms(question)


def test_a_single_ideograph_is_a_token() -> None:
    assert bigrams("A轮、票") == ["a", "轮", "票"]


def test_width_and_case_do_not_count() -> None:
    for tokens in (bigrams, words, codes, terms):
        assert tokens("ＧＢ／Ｔ－２０２４ Policy") == tokens("gb/t-2024 POLICY")


def test_long_words_also_give_the_words_inside() -> None:
    assert {"劳动", "劳动者"} <= set(words("劳动者"))


def test_dictionary_words_of_two_scripts_stay_whole() -> None:
    assert terms("U盘和T恤") == ["u盘", "和", "t恤"]


def test_terms_never_glue_a_verb_to_its_neighbour() -> None:
    assert "能放" not in terms("结婚能放几天假？")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("GB/T-2024-001", "gbt2024001"),
        ("ＧＢ／Ｔ　2024—001", "gbt2024001"),
        ("GB/T 2024-001", "gbt2024001"),
        ("ISO9001", "iso9001"),
        ("iso 9001", "iso9001"),
        ("HR-2024-03号文件", "hr202403"),
        ("版本 v1.2.3。", "v1.2.3"),
        ("联系 Hr@Example.COM，谢谢", "hr@example.com"),
        ("热线 010-12345678", "01012345678"),
        ("手机13800138000", "13800138000"),
        ("A座1203室", "1203室"),
        ("305会议室", "305会议室"),
    ],
)
def test_codes_have_one_normal_form(text: str, code: str) -> None:
    assert code in codes(text)


def test_plain_words_and_numbers_are_no_codes() -> None:
    assert codes("The travel policy, e.g. 3.5 days. 报销 15 天") == []


@pytest.mark.parametrize(
    "forms",
    [
        ("reimbursement", "reimbursements", "reimbursed", "reimburse"),
        ("policy", "policies"),
        ("claim", "claims", "claimed", "claiming"),
        ("box", "boxes"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


def test_short_words_keep_their_ending() -> None:
    assert [stem(word) for word in ("gas", "this", "bus", "ring", "ed")] == ["gas", "this", "bus", "ring", "ed"]


@given(ANY)
def test_tokens_are_never_empty_and_hold_no_space(text: str) -> None:
    for tokens in (bigrams(text), words(text), codes(text), terms(text)):
        assert all(token and not any(char.isspace() for char in token) for token in tokens)


@given(ANY)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(ANY, ANY)
def test_the_estimate_grows_with_the_text(one: str, two: str) -> None:
    both = estimate_tokens(one + " " + two)
    assert both >= max(estimate_tokens(one), estimate_tokens(two))
    assert (estimate_tokens(one) == 0) == (not one.strip())


def test_the_estimate_counts_ideographs_and_pieces_of_words() -> None:
    assert estimate_tokens("差旅费应在出差结束后15个工作日内提交报销申请。") == 23
    assert 8 <= estimate_tokens("Travel claims must be submitted within 15 days.") <= 16


@pytest.mark.parametrize("piece", ["劳动", "a1-", "a@", "1室", "a b'c ", "'", "1 ", "U盘", "a", "．"])
def test_time_is_linear_in_the_length(piece: str) -> None:
    text = piece * 40_000
    start = time.process_time()
    for tokens in (bigrams, words, codes, terms, estimate_tokens):
        tokens(text)
    assert time.process_time() - start < 4
