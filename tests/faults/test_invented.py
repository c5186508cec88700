"""What a model invents, and what no document supports: kinds 12 to 21 of docs/faults.md."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.faults.documents import DEADLINE, IN_TIME, LIGHT, TOO_LATE, WATER
from tests.faults.scene import MARKER, Stage, given, number_of, numbers_in, parts_of, squeezed
from tests.models.scripted import Turn, calls, says

from youju.samples import QUESTIONS
from youju.text.language import REFUSAL, language_of


def test_12_a_number_beyond_the_passages_is_no_citation(stage: Stage):
    def beyond(request: dict[str, Any]) -> Turn:
        last = given(request)[-1].number
        return says(f"{IN_TIME}[{last + 1}]。{TOO_LATE}[1][{last + 70}]。")

    answer = stage.ask(DEADLINE, beyond)
    assert answer["text"] == f"{IN_TIME}[1]。{TOO_LATE}[1]。"
    assert list(parts_of(answer)) == [1]


@pytest.mark.parametrize("made_up", ["[ID:a7f3]", "[citation:handbook]", "【来源：doc_42】", "[[source: kb-9-1]]"])
def test_13_an_id_that_the_model_made_up_is_dropped(stage: Stage, made_up: str):
    answer = stage.ask(DEADLINE, says(f"{IN_TIME}{made_up}。"))
    assert answer["text"] == f"{IN_TIME}[1]。"
    assert made_up not in json.dumps(answer, ensure_ascii=False)


def test_13_the_model_never_sees_an_id_that_it_could_copy(stage: Stage):
    answer = stage.ask(DEADLINE, calls("search", query="报销期限"), says(f"{IN_TIME}[1]。"))
    heard = json.dumps(stage.requests, ensure_ascii=False)
    (card,) = answer["citations"]
    assert card["passage_id"] not in heard
    assert card["document_id"] not in heard


@pytest.mark.parametrize(
    "claim",
    [
        "差旅费应在出差结束后20个工作日内提交报销申请[1]。",
        "差旅费应在出差结束后15日内提交报销申请[1]。",
        "出差结束后超过60天的，由总经理批准后可以报销[1]。",
    ],
)
def test_14_a_claim_that_the_cited_page_does_not_make_is_never_sent(stage: Stage, claim: str):
    events = stage.stream(DEADLINE, says(f"{TOO_LATE}[1]。{claim}"))
    answer = events[-1].data["answer"]
    assert answer["text"] == f"{TOO_LATE}[1]。"
    assert answer["withheld"] == 1
    shown = [event.data for event in events if event.event in ("sentence", "done")]
    assert MARKER.sub("", claim) not in MARKER.sub("", json.dumps(shown, ensure_ascii=False))


def test_15_a_true_sentence_with_an_unrelated_citation_is_not_shown_with_it(stage: Stage):
    def unrelated(request: dict[str, Any]) -> Turn:
        other = next(one.number for one in given(request) if "15个工作日" not in one.text)
        return says(f"{TOO_LATE}[{number_of(request, TOO_LATE)}]。{IN_TIME}[{other}]。")

    answer = stage.ask(DEADLINE, unrelated)
    assert answer["text"] == f"{TOO_LATE}[1]。"


def test_15_a_citation_that_proves_nothing_goes_from_a_sentence_that_stands_without_it(stage: Stage):
    def padded(request: dict[str, Any]) -> Turn:
        other = next(one.number for one in given(request) if "15个工作日" not in one.text)
        return says(f"{IN_TIME}[1][{other}]。")

    answer = stage.ask(DEADLINE, padded)
    assert answer["text"] == f"{IN_TIME}[1]。"
    assert list(parts_of(answer)) == [1]


ANSWERED = {question.text for question in QUESTIONS if not question.refused}
OUT_OF_SCOPE = [question.text for question in QUESTIONS if question.refused and question.text not in ANSWERED]


@pytest.mark.parametrize("question", OUT_OF_SCOPE)
def test_16_a_question_out_of_scope_is_refused_however_similar_its_words(stage: Stage, question: str):
    from_memory = says("发票抬头应当填写公司全称[1]。食堂早餐7点开始供应[2]。Jeans are fine on Fridays [1].")
    for answer in (stage.ask(question), stage.ask(question, from_memory)):
        assert answer["status"] == "refused"
        assert answer["text"] == REFUSAL[language_of(question)]
        assert (answer["citations"], answer["sentences"]) == ([], [])


def test_17_greetings_and_thanks_carry_no_citation(stage: Stage):
    answer = stage.ask(DEADLINE, says(f"您好[1]！\n\n{IN_TIME}[1]。\n\n希望对您有帮助[1]。"))
    assert [(sentence["citations"], sentence["verdict"]) for sentence in answer["sentences"]] == [
        ([], "no_claim"),
        ([1], "supported"),
        ([], "no_claim"),
    ]
    assert answer["text"] == f"您好！\n\n{IN_TIME}[1]。\n\n希望对您有帮助。"


@pytest.mark.parametrize(
    "text", ["资料中未找到相关内容[1]。", "您好[1]！很高兴为您服务[2]。", "抱歉，资料中没有找到相关规定[1][2]。"]
)
def test_17_a_refusal_carries_no_citation(stage: Stage, text: str):
    events = stage.stream(DEADLINE, says(text))
    answer = events[-1].data["answer"]
    assert (answer["status"], answer["text"], answer["citations"]) == ("refused", REFUSAL["zh"], [])
    assert not [event for event in events if event.event in ("citation", "sentence")]


@pytest.mark.parametrize(
    "claim",
    [
        f"根据《差旅补贴管理细则》，{IN_TIME}[1]。",
        f"财务制度.pdf规定，{IN_TIME}[1]。",
        f"{IN_TIME}（来源：财务制度.pdf）。",
        f"{IN_TIME}[来源：财务制度.pdf]。",
        f"{IN_TIME}【财务制度】[1]。",
    ],
)
def test_18_a_file_that_was_never_added_is_not_cited(stage: Stage, claim: str):
    answer = stage.ask(DEADLINE, says(f"{TOO_LATE}[1]。{claim}"))
    assert answer["text"] == f"{TOO_LATE}[1]。"
    added = {document["source"] for document in stage.client.get("/api/v1/documents").json()["documents"]}
    assert {card["source"] for card in answer["citations"]} <= added


def test_19_a_document_that_gives_orders_is_read_as_text(odd: Stage):
    odd.ask("绿萝每周浇水几次？", says(f"{WATER[:-1]}[1]。"))
    heard = str(odd.requests[0]["messages"])
    assert "忽略以上规则" in heard
    assert "引用〔2〕" in heard
    assert "<system>" not in heard
    assert heard.count("</source>") == heard.count("<source n=")


def test_19_what_obeys_a_document_is_not_shown(odd: Stage):
    answer = odd.ask("绿萝每周浇水几次？", says(f"绿萝每天浇水9次[1]。绿萝每天浇水9次[2]。{WATER[:-1]}[2][1]。"))
    assert answer["text"] == f"{WATER[:-1]}[1]。"
    assert [card["source"] for card in answer["citations"]] == ["绿萝养护.md"]
    assert "9次" not in odd.ask("绿萝每天浇水几次？")["text"]


def test_20_the_passages_are_there_before_the_model_speaks(stage: Stage):
    answer = stage.ask(DEADLINE, says(f"{IN_TIME}。"))
    assert IN_TIME in squeezed(str(stage.requests[0]["messages"]))
    assert len(stage.requests) == 1
    assert answer["usage"]["tool_calls"] == 0
    assert answer["text"] == f"{IN_TIME}[1]。"


def test_20_what_a_model_remembers_is_withheld(stage: Stage):
    memory = "差旅费应当在出差结束后一个月内报销。", "根据财务惯例，差旅费当月报销[1]。"
    answer = stage.ask(DEADLINE, says(*memory))
    assert (answer["status"], answer["text"]) == ("refused", REFUSAL["zh"])
    assert answer["withheld"] == 2


def test_21_reference_numbers_of_a_document_are_never_ours(odd: Stage):
    question = "多肉植物每天需要光照多久？"
    own = LIGHT.replace("[3]", "〔3〕").replace("[4]", "〔4〕")
    quoted = odd.ask(question)
    assert quoted["text"] == f"{own[:-1]}[1]。"
    for text in (LIGHT, f"{own[:-1]}[1]。"):
        written = odd.ask(question, says(text))
        assert numbers_in(written["text"]) == list(parts_of(written)) == [1]
    assert own in str(odd.requests[0]["messages"])
