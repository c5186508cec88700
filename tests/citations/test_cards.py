from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.citations.cards import Cited, build_cards
from youju.citations.pages import page_label
from youju.citations.quotes import locate_quote
from youju.citations.registry import Registry
from youju.citations.snippets import MARGIN, snippet_of
from youju.knowledge.values import InForce, Locator, PageSpan, Passage
from youju.retrieval.values import Scored

RULES = (
    "差旅费应在出差结束后15个工作日内提交报销申请。"
    "住宿费按城市分档：一线城市每晚600元，其他城市每晚400元。超出部分由个人承担。"
)


def passage(name: str = "p1", text: str = RULES, start: int = 0, document: str = "d1", **changes: object) -> Passage:
    made = Passage(
        id=name,
        document_id=document,
        version_id=f"{document}-v1",
        ordinal=0,
        text=text,
        start=start,
        end=start + len(text),
        source="员工手册.pdf",
        title="员工手册",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def registry(*passages: Passage, scores: tuple[float, ...] = ()) -> Registry:
    made = Registry()
    for index, each in enumerate(passages):
        made.register(Scored(each, scores[index] if scores else 0.5, "fusion"))
    return made


def span_of(text: str, part: str) -> tuple[int, int]:
    return text.index(part), text.index(part) + len(part)


def test_the_page_is_where_the_quote_stands_and_not_where_the_passage_starts() -> None:  # vandalizer PR#760
    pages = (PageSpan(12, 100, 124), PageSpan(13, 124, 100 + len(RULES)))
    made = registry(passage(start=100, pages=pages))
    quote = "一线城市每晚600元"
    (card,) = build_cards([Cited(1, (span_of(RULES, quote),))], made)
    assert (card.pages, card.page_label, card.quote) == ((13,), "13", quote)
    start, end = span_of(RULES, quote)
    assert card.view == f"/api/v1/passages/p1/view?start={100 + start}&end={100 + end}"


def test_a_quote_over_two_pages_names_both() -> None:  # ragflow#16735, azure-search-openai-demo#763
    pages = (PageSpan(1, 0, 10), PageSpan(2, 10, len(RULES)))
    (card,) = build_cards([Cited(1, ((0, 24),))], registry(passage(pages=pages)))
    assert (card.pages, card.page_label) == ((1, 2), "1–2")


@pytest.mark.parametrize(
    ("pages", "label"),
    [
        ([PageSpan(3, 0, 1), PageSpan(5, 1, 2), PageSpan(6, 2, 3)], "3、5–6"),
        ([PageSpan(6, 0, 1), PageSpan(5, 1, 2), PageSpan(5, 1, 2)], "5–6"),
        ([PageSpan(12, 0, 1, label="10"), PageSpan(13, 1, 2, label="11")], "10–11"),  # langroid#757: printed page
        ([PageSpan(4, 0, 1, label="iv")], "iv"),
        ([PageSpan(3, 0, 1, estimated=True)], "约第 3 页"),  # vandalizer PR#626: a guess is shown as one
        ([], ""),  # ragflow#8819: no page is invented
    ],
)
def test_pages_are_named_as_a_reader_finds_them(pages: list[PageSpan], label: str) -> None:
    assert page_label(pages) == label


def test_cards_of_one_document_merge_and_each_number_keeps_its_own_words() -> None:
    text = "超出部分由个人承担。审批后方可出差。"
    first = passage("p1", pages=(PageSpan(3, 0, len(RULES)),), section=("第三章 报销", "3.1 差旅"))
    third = passage(
        "p3", text, start=500, pages=(PageSpan(5, 500, 509), PageSpan(6, 509, 520)), section=("第三章 报销", "3.2")
    )
    other = passage("p2", "年假为五天。", document="d2", source="假期.md", title="假期制度")
    made = registry(first, other, third, scores=(0.4, 0.9, 0.6))
    cards = build_cards(
        [Cited(3, ((0, len(text)),)), Cited(2, ((0, 6),)), Cited(1, (span_of(RULES, "超出部分由个人承担"),)), Cited(3)],
        made,
    )
    assert [card.numbers for card in cards] == [(3, 1), (2,)]
    merged = cards[0]
    assert merged.page_label == "3、5–6"
    assert merged.section == ("第三章 报销",)
    assert merged.score == 0.6
    assert [part.number for part in merged.parts] == [3, 1]
    assert [part.passage_id for part in merged.parts] == ["p3", "p1"]
    assert merged.parts[1].quote == "超出部分由个人承担"
    assert merged.parts[1].page_label == "3"


def test_articles_of_one_law_stand_on_one_card_with_their_labels() -> None:
    def article(number: int, label: str) -> Passage:
        return passage(f"a{number}", f"{label} 内容。", locator=Locator("劳动合同法", number, label=label))

    made = registry(article(47, "第四十七条"), article(87, "第八十七条"))
    (card,) = build_cards([Cited(1), Cited(2)], made)
    assert card.locator is not None
    assert card.locator.article == "第四十七条、第八十七条"
    assert card.parts[1].locator is not None
    assert card.parts[1].locator.article == "第八十七条"


def test_repealed_and_living_text_of_one_document_do_not_share_a_card() -> None:
    old = passage("a1", "旧文。", in_force=InForce("repealed", date(2008, 1, 1), date(2013, 7, 1)))
    new = passage("a2", "新文。", in_force=InForce("in_force", date(2013, 7, 1)))
    cards = build_cards([Cited(1), Cited(2)], registry(old, new))
    assert [card.in_force.status for card in cards] == ["repealed", "in_force"]
    assert cards[0].model_dump(mode="json", by_alias=True)["in_force"]["to"] == "2013-07-01"


@pytest.mark.parametrize(
    "path",
    ["/srv/files/7f3a/员工手册.pdf", "C:\\Users\\li\\员工手册.pdf", "file:///data/员工手册.pdf", "../x/员工手册.pdf"],
)
def test_a_path_never_stands_on_a_card(path: str) -> None:  # cherry-studio#6011
    (card,) = build_cards([Cited(1)], registry(passage(source=path, title=path)))
    assert card.source == card.title == "员工手册.pdf"


def test_a_number_that_was_never_given_has_no_card() -> None:
    with pytest.raises(KeyError):
        build_cards([Cited(2)], registry(passage()))
    assert build_cards([], registry(passage())) == ()


def test_snippet_is_the_quote_with_a_few_words_and_never_the_whole_passage() -> None:
    text = "前" * 500 + "证据在此。" + "后" * 500
    snippet = snippet_of(text, [span_of(text, "证据在此。")])
    assert snippet == "…" + "前" * MARGIN + "证据在此。" + "后" * MARGIN + "…"
    assert snippet_of("短文。", [(0, 3)]) == "短文。"
    two = snippet_of(text, [(0, 3), (1000, 1005)])
    assert two == "前" * 63 + "…" + "后" * 65


def test_snippet_does_not_cut_a_word_an_accent_or_an_emoji() -> None:
    text = "reimbursement " * 10 + "QUOTE" + " reimbursement" * 10
    snippet = snippet_of(text, [span_of(text, "QUOTE")])
    assert set(snippet.strip("…").split()) == {"reimbursement", "QUOTE"}
    family = "👨\u200d👩\u200d👧"
    flags = "🇨🇳" * 40
    for filler in (family * 20, "e\u0301" * 60, flags):
        cut = snippet_of(f"{filler}是QUOTE", [(len(filler) + 1, len(filler) + 6)], margin=31).lstrip("…")
        unit = {family * 20: family, "e\u0301" * 60: "e\u0301", flags: "🇨🇳"}[filler]
        assert cut.removesuffix("是QUOTE").replace(unit, "") == ""


def test_a_snippet_is_one_line_with_its_paragraphs_apart() -> None:
    assert snippet_of("第三条\n\n应在15日内\nsubmit it", [(0, 3)]) == "第三条 应在15日内 submit it"


@given(st.text(alphabet="甲乙。\n ae\u0301👨\u200d👩🇨🇳", min_size=1, max_size=300), st.data())
def test_a_snippet_always_holds_its_quote(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    squeezed = "".join(snippet_of(text, [(start, end)], margin=5).split())
    assert "".join(text[start:end].split()) in squeezed


def located(sentence: str, text: str = RULES) -> str | None:
    span = locate_quote(sentence, passage(text=text, start=999))
    return None if span is None else text[slice(*span)]


def test_a_quote_is_found_verbatim_folded_or_by_the_best_sentence() -> None:
    assert located("- 差旅费应在出差结束后 15 个工作日内提交报销申请") == "差旅费应在出差结束后15个工作日内提交报销申请"
    assert located("报销申请在出差结束之后的十五个工作日内提交。") == "差旅费应在出差结束后15个工作日内提交报销申请。"
    assert located("住宿的超出部分，个人承担") == "超出部分由个人承担。"
    assert located("公司每年组织一次健康体检。") is None
    assert located("。") is None
