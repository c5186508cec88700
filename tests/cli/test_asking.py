"""ask, search and verify on the sample base, as a person at a terminal meets them."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from youju.citations.schemas import Card, CardInForce, CardOcr
from youju.cli.questions import card_lines
from youju.samples import QUESTIONS, sample_files

QUESTION = QUESTIONS[0]


def test_a_question_gets_the_right_sentence_from_the_right_page(samples):
    answer = samples("ask", QUESTION.text, "--json").json
    (card,) = answer["citations"]
    assert answer["status"] == "answered"
    assert all(phrase in answer["text"] for phrase in QUESTION.phrases)
    assert "[1]" in answer["text"] or f"[{card['numbers'][0]}]" in answer["text"]
    assert (card["source"], card["pages"]) == (QUESTION.sources[0], [QUESTION.page])


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_another_program_finds_the_quote_on_the_cited_page(samples):
    (card,) = samples("ask", QUESTION.text, "--json").json["citations"]
    path = next(file.path for file in sample_files() if file.name == card["source"])
    page = str(card["pages"][0])
    printed = subprocess.run(
        ["pdftotext", "-f", page, "-l", page, str(path), "-"], capture_output=True, encoding="utf-8", check=True
    ).stdout
    assert "".join(card["quote"].split()) in "".join(printed.split())


def test_what_no_document_says_is_refused(samples):
    refused = samples("ask", "报销发票的抬头格式要求是什么？", "--json")
    assert refused.code == 3
    assert refused.json["text"] == "资料中未找到相关内容"
    assert (refused.json["status"], refused.json["citations"], refused.json["sentences"]) == ("refused", [], [])
    plain = samples("ask", "报销发票的抬头格式要求是什么？")
    assert plain.code == 3
    assert plain.out.strip() == "资料中未找到相关内容"


def test_an_english_question_is_refused_in_english(samples):
    refused = samples("ask", "What is the dress code on Fridays?")
    assert (refused.code, refused.out.strip()) == (3, "The documents do not contain an answer to this.")


def test_the_printed_answer_has_its_card_with_file_and_page(samples):
    printed = samples("ask", QUESTION.text).out
    assert "[1]" in printed
    assert f"{QUESTION.sources[0]}" in printed
    assert f"第 {QUESTION.page} 页" in printed


def test_streaming_prints_the_same_words(samples):
    text = samples("ask", QUESTION.text, "--json").json["text"]
    assert samples("ask", QUESTION.text, "--stream").out.startswith(text)


def test_a_restricted_document_exists_only_for_its_role(samples):
    """Fault 68: roles stored, never applied."""
    hr = next(question for question in QUESTIONS if question.roles)
    with_role = samples("ask", hr.text, "--role", "hr", "--json")
    assert with_role.code == 0
    assert hr.phrases[0] in with_role.json["text"]
    for arguments in (("ask", hr.text), ("search", hr.text), ("ls",)):
        everything = samples(*arguments, "--as", "someone", "--json")
        assert "薪酬等级" not in everything.out + everything.err
        assert hr.phrases[0] not in everything.out


def test_the_date_asked_about_chooses_the_document_in_force(samples):
    dated = [question for question in QUESTIONS if question.at]
    for question in dated:
        answer = samples("ask", question.text, "--at", str(question.at), "--json").json
        assert question.phrases[0] in answer["text"]
        assert [card["source"] for card in answer["citations"]] == [question.sources[0]]


def test_verify_finds_the_wrong_number(youju):
    given = {"answer": "出差回来要在10天内报销[1]。", "sources": ["差旅费应在出差结束后15个工作日内提交。"]}
    checked = youju("verify", "-", "--json", stdin=json.dumps(given, ensure_ascii=False))
    (sentence,) = checked.json["sentences"]
    assert sentence["verdict"] == "unsupported"
    assert "number" in [failed["check"] for failed in sentence["failed_checks"]]
    assert checked.code == 3


def test_verify_accepts_what_ask_printed(samples, tmp_path):
    printed = samples("ask", QUESTION.text, "--json").out
    (tmp_path / "answer.json").write_text(printed, encoding="utf-8")
    checked = samples("verify", str(tmp_path / "answer.json"), "--json")
    assert checked.code == 0
    assert {sentence["verdict"] for sentence in checked.json["sentences"]} <= {"supported", "no_claim"}


def test_verify_checks_plain_text_against_the_documents(samples):
    right = samples("verify", "-", "--json", stdin="差旅费应在出差结束后15个工作日内提交报销申请。").json
    wrong = samples("verify", "-", "--json", stdin="差旅费应在出差结束后25个工作日内提交报销申请。").json
    assert [sentence["verdict"] for sentence in right["sentences"]] == ["supported"]
    assert [sentence["verdict"] for sentence in wrong["sentences"]] == ["unsupported"]


@pytest.mark.parametrize("given", ["", "{", '{"answer": 1}'])
def test_verify_names_what_it_cannot_read(youju, given):
    refused = youju("verify", "-", stdin=given)
    assert refused.code == 2
    assert refused.err.startswith("youju: ")
    assert len(refused.err.splitlines()) == 1


def test_search_shows_stages(samples):
    found = samples("search", "住宿费 限额", "--json").json
    assert found["passages"]
    assert all(trace["stages"] for trace in found["explain"])


def test_a_card_tells_the_place_and_how_sure_a_picture_was_read() -> None:
    card = Card(
        numbers=(1,),
        source="标准.xlsx",
        title="标准",
        pages=(2,),
        page_label="2",
        place="工作表‘住宿标准’第 3–5 行",
        ocr=CardOcr(pages=(2,), confidence=0.934),
        snippet="一线城市 | 800",
        quote="一线城市 | 800",
        score=0.5,
        score_stage="fusion",
        document_id="d1",
        passage_id="p1",
        in_force=CardInForce(status="unknown"),
        view="/api/v1/passages/p1/view",
    )
    first, *_ = card_lines(card, "zh").split("\n")
    assert first == "[1] 标准.xlsx · 第 2 页（图片识别，置信度 93%） · 工作表‘住宿标准’第 3–5 行"
    assert "p. 2 (read from a picture, confidence 93%)" in card_lines(card, "en")
