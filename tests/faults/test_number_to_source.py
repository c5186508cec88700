"""A number in an answer and the place that it opens: kinds 1 to 11 of docs/faults.md."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.faults.documents import DEADLINE, IN_TIME, RELEASED, ROOM, STAFF, TOO_LATE, TWO, VISITORS, cabinet
from tests.faults.scene import Stage, given, number_of, numbers_in, parts_of, squeezed
from tests.models.scripted import Turn, calls, pauses, says

from youju.samples import QUESTIONS


def two_sources(request: dict[str, Any]) -> Turn:
    """True sentences from two documents, the one that was given last first."""
    handbook, rooms = number_of(request, IN_TIME), number_of(request, ROOM)
    return says(f"{ROOM}[{rooms}]。{IN_TIME}[{handbook}]。")


def test_01_every_number_opens_its_own_passage(stage: Stage):
    answer = stage.ask(TWO, two_sources)
    parts = parts_of(answer)
    opened = {part["source"]: stage.opened(part) for part in parts.values()}
    assert opened == {"会议室使用规则.txt": squeezed(ROOM), "员工手册.pdf": squeezed(IN_TIME)}
    for sentence in answer["sentences"]:
        (number,) = numbers_in(sentence["text"])
        assert stage.opened(parts[number]) in squeezed(sentence["text"])


def test_02_an_answer_that_is_read_again_has_its_own_citations(stage: Stage):
    asked = [
        stage.ask(question, two_sources if question == TWO else says(f"{IN_TIME}[1]。")) for question in (DEADLINE, TWO)
    ]
    for answer in reversed(asked):
        again = stage.client.get(f"/api/v1/answers/{answer['id']}").json()
        assert (again["text"], again["sentences"]) == (answer["text"], answer["sentences"])
        assert again["citations"] == answer["citations"]


def test_02_after_a_reload_the_page_opens_the_same_places(stage: Stage, page: Page):
    stage.play(two_sources)
    page.fill("#question", TWO)
    page.press("#question", "Enter")
    expect(page.locator("#answer .prose")).to_have_attribute("aria-busy", "false")
    before = [chip.get_attribute("aria-label") for chip in page.locator("#answer .chip").all()]
    page.reload()
    expect(page.locator("#answer .chip")).to_have_count(2)
    assert [chip.get_attribute("aria-label") for chip in page.locator("#answer .chip").all()] == before
    page.locator("#answer .chip").first.click()
    frame = page.frame_locator("#viewer-frame")
    expect(frame.locator("h1")).to_contain_text("会议室使用规则")
    expect(frame.locator("#mark")).to_contain_text("10分钟内没有人签到")


def test_03_counting_begins_at_one_on_every_path(stage: Stage):
    written = stage.ask(DEADLINE, says(f"{IN_TIME}[0]。{TOO_LATE}[1]。"))
    offered = [one.number for one in given(stage.requests[0])]
    assert offered == list(range(1, len(offered) + 1))
    assert 0 not in numbers_in(written["text"])
    for answer in (written, stage.ask(DEADLINE), stage.stream(DEADLINE)[-1].data["answer"]):
        assert min(numbers_in(answer["text"])) == 1
        assert min(parts_of(answer)) == 1
        assert min(page for card in answer["citations"] for page in card["pages"]) >= 1


def test_04_a_number_is_of_the_file_that_the_model_read_under_it(stage: Stage):
    def quoting(request: dict[str, Any]) -> Turn:
        return says("\n\n".join(f"{last_sentence(one.text)}[{one.number}]。" for one in given(request)))

    answer = stage.ask(DEADLINE, quoting)
    read = {one.number: one for one in given(stage.requests[0])}
    shown = parts_of(answer)
    assert len(shown) >= 5
    for number, part in shown.items():
        assert part["source"] == read[number].source
        assert squeezed(part["quote"]) in squeezed(read[number].text)


def last_sentence(text: str) -> str:
    """The last whole sentence of a passage, without its full stop."""
    return [sentence for sentence in text.replace("\n", "。").split("。") if len(sentence) > 8][-1]


def test_05_two_documents_of_one_name_stay_two(odd: Stage):
    def both(request: dict[str, Any]) -> Turn:
        visitors, staff = number_of(request, VISITORS), number_of(request, STAFF)
        return says(f"{VISITORS[:-1]}[{visitors}]。{STAFF[:-1]}[{staff}]。")

    answer = odd.ask("车辆停放有什么规定？", both)
    assert [card["source"] for card in answer["citations"]] == ["规定.md", "规定.md"]
    assert len({card["document_id"] for card in answer["citations"]}) == 2
    opened = [odd.opened(part) for part in parts_of(answer).values()]
    assert opened == [VISITORS[:-1], STAFF[:-1]]


def test_06_pieces_of_one_paragraph_keep_their_own_identity(odd: Stage):
    found = odd.client.post("/api/v1/search", json={"query": "展柜标本的湿度", "k": 50}).json()["passages"]
    pieces = [odd.client.get(f"/api/v1/passages/{one['passage']['id']}").json() for one in found]
    pieces = [piece for piece in pieces if piece["source"] == "展柜.txt"]
    assert len(pieces) > 5
    assert len({piece["id"] for piece in pieces}) == len({piece["start"] for piece in pieces}) == len(pieces)
    whole = "".join(cabinet(number) for number in range(1, 121))
    assert all(piece["text"] == whole[piece["start"] : piece["end"]] for piece in pieces)


def test_06_a_quote_is_marked_where_it_stands_in_the_whole(odd: Stage):
    def quoting(request: dict[str, Any]) -> Turn:
        return says(f"{cabinet(77)[:-1]}[{number_of(request, cabinet(77))}]。")

    answer = odd.ask("第77号展柜的标本湿度是多少？", quoting)
    (part,) = parts_of(answer).values()
    assert odd.opened(part) == cabinet(77)[:-1]


def test_07_numbers_keep_their_gaps_and_each_has_a_card(stage: Stage):
    def without_the_first(request: dict[str, Any]) -> Turn:
        third, second = given(request)[2], given(request)[1]
        return says(f"{last_sentence(third.text)}[3]。{last_sentence(second.text)}[2]。")

    answer = stage.ask(DEADLINE, without_the_first)
    assert numbers_in(answer["text"]) == [3, 2]
    assert [part["number"] for card in answer["citations"] for part in card["parts"]] == [3, 2]
    for number, part in parts_of(answer).items():
        assert squeezed(part["quote"]) in squeezed(given(stage.requests[0])[number - 1].text)


@pytest.mark.parametrize("heading", ["参考资料：\n", "## 参考文献\n\n", "Sources:\n", ""])
def test_08_a_list_of_the_models_own_is_not_shown_beside_ours(stage: Stage, heading: str):
    own = f"{heading}[1] 费用报销管理办法.docx\n[2] 员工手册.pdf\n[3] 常见问题.txt"
    answer = stage.ask(DEADLINE, says(f"{IN_TIME}[1][30]。\n\n{own}"))
    assert (answer["text"], answer["withheld"]) == (f"{IN_TIME}[1]。", 0)
    assert [(card["numbers"], card["source"]) for card in answer["citations"]] == [([1], "员工手册.pdf")]


def test_09_numbers_of_the_parts_of_a_question_are_one_row(stage: Stage):
    def searching(request: dict[str, Any]) -> Turn:
        return calls("search", query="会议室 签到 释放")

    answer = stage.ask(TWO, searching, two_sources)
    first, second = (given(request) for request in stage.requests)
    assert [one.number for one in second] == list(range(1, len(second) + 1))
    assert len({one.text for one in second}) == len(second)
    assert second[: len(first)] == first
    (told,) = [message["content"] for message in stage.requests[1]["messages"] if message["role"] == "tool"]
    assert numbers_in(told)  # what was found again, by the number that it has
    assert set(numbers_in(told)) <= {one.number for one in first}
    parts = parts_of(answer)
    assert {number: part["source"] for number, part in parts.items()} == {
        number_of(stage.requests[0], IN_TIME): "员工手册.pdf",
        number_of(stage.requests[0], ROOM): "会议室使用规则.txt",
    }


def test_10_there_is_a_card_for_every_number_and_a_number_for_every_card(stage: Stage):
    answers = [stage.ask(question.text) for question in QUESTIONS if question.at is None]
    answers.append(stage.ask(TWO, two_sources))
    for answer in answers:
        cited = [number for card in answer["citations"] for number in card["numbers"]]
        assert numbers_in(answer["text"]) == list(dict.fromkeys(n for s in answer["sentences"] for n in s["citations"]))
        assert sorted(numbers_in(answer["text"])) == sorted(cited) == sorted(parts_of(answer))
    assert sum(bool(answer["citations"]) for answer in answers) > 25


def test_11_the_next_question_knows_nothing_of_the_last_ones_numbers(stage: Stage):
    first = stage.ask(TWO, two_sources)
    last = max(one.number for one in given(stage.requests[0]))
    second = stage.ask("陪产假有几天？", lambda request: says(f"员工有15天的陪产假[{last}][1]。"))
    assert last > max(one.number for one in given(stage.requests[0]))
    assert last not in numbers_in(second["text"])
    assert {card["source"] for card in second["citations"]}.isdisjoint({card["source"] for card in first["citations"]})


def test_11_questions_at_the_same_time_keep_their_own_numbers(stage: Stage):
    topics = {DEADLINE: (IN_TIME, "员工手册.pdf"), RELEASED: (ROOM, "会议室使用规则.txt")}

    def either(request: dict[str, Any]) -> Turn:
        words = next(words for question, (words, _) in topics.items() if question in str(request["messages"]))
        return says(words) + pauses(0.3) + says(f"[{number_of(request, words)}]。")

    stage.play(either)
    asked = [*topics] * 3
    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(
            pool.map(lambda text: stage.client.post("/api/v1/answers", json={"question": text}).json(), asked)
        )
    for question, answer in zip(asked, answers, strict=True):
        words, source = topics[question]
        assert answer["text"] == f"{words}[1]。"
        assert [card["source"] for card in answer["citations"]] == [source]
