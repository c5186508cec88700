import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.text.folding import find_folded, fold


@pytest.mark.parametrize(
    ("needle", "haystack", "found"),
    [
        ("差旅费应在15个工作日内提交", "差旅费应在 １５ 个工\n作日内提交。", "差旅费应在 １５ 个工\n作日内提交"),
        ("he said “yes”", 'Then He  said\n"YES".', 'He  said\n"YES"'),
        ("“报销”,发票", "「报销」，发票", "「报销」，发票"),
        ("A—B", "a–b", "a–b"),
        ("2020年——2023年", "2020年-2023年", "2020年-2023年"),
        ("零\u200b宽", "有零宽字", "零宽"),
        ("零宽", "有零\u200b宽字", "零\u200b宽"),
        ("全　角", "全角空格", "全角"),
        ("reimbursement", "a reim-\nbursement form", "reim-\nbursement"),
        ("full-time", "a full-\ntime post", "full-\ntime"),
        ("等等...", "如此等等……", "等等……"),
        ("ﬁle", "the file", "file"),
        ("café", "the cafe\u0301", "cafe\u0301"),
        ("STRASSE", "straße", "straße"),
    ],
)
def test_variants_match_and_the_span_is_the_original(needle: str, haystack: str, found: str) -> None:
    span = find_folded(needle, haystack)
    assert span is not None
    assert haystack[slice(*span)] == found


@pytest.mark.parametrize(
    ("needle", "haystack"),
    [
        ("5天内", "应在15天内"),
        ("五日", "十五日内"),
        ("5天", "1.5天"),
        ("200元", "1,200元"),
        ("3", "3.5"),
        ("to day", "today"),
        ("port", "report"),
        ("102", "10²"),
        ("", "任何文字"),
        ("\u200b ", "任何文字"),
    ],
)
def test_what_differs_for_a_reader_does_not_match(needle: str, haystack: str) -> None:
    assert find_folded(needle, haystack) is None


def test_start_skips_earlier_matches() -> None:
    assert find_folded("报销", "报销须知：报销", 1) == (5, 7)


@given(st.text(max_size=60), st.text(alphabet="是 \n，", max_size=5))
def test_a_text_is_found_between_ideographs_and_the_span_folds_to_it(core: str, around: str) -> None:
    wanted = fold(core).text
    span = find_folded(core, f"{around}甲{core}乙{around}")
    assert (span is not None) == bool(wanted)
    if span:
        assert fold(f"{around}甲{core}乙{around}"[slice(*span)]).text == wanted


@given(st.text(max_size=200))
def test_spans_rise_and_lie_in_the_text(text: str) -> None:
    folded = fold(text)
    assert len(folded.starts) == len(folded.ends) == len(folded.text)
    assert list(folded.starts) == sorted(folded.starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=True))
