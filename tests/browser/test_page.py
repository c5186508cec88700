"""The built-in page in a real browser: what a person does with it, and what no document may do to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, Route, expect
from tests.server.living import HOSTILE

TRAVEL = "差旅费要在多少天内报销？"
TABLE = "P7以上员工的试用期是多久？"
NOWHERE = "xqzwv kjhgf?"
PHONE = {"width": 390, "height": 844}
ZOOMED = {"width": 680, "height": 425}  # what a window of 1360 by 850 has at 200 %


def ask(page: Page, question: str) -> None:
    page.fill("#question", question)
    page.press("#question", "Enter")
    expect(page.locator("#answer .prose")).to_have_attribute("aria-busy", "false")


def view_frame(page: Page) -> Frame:
    expect(page.locator("#viewer")).to_be_visible()
    frame = page.locator("#viewer-frame").element_handle().content_frame()
    assert frame is not None
    frame.wait_for_selector("#mark", state="attached")
    until(frame, "document.getElementById('mark').getBoundingClientRect().top < innerHeight")
    return frame


def until(frame: Frame, condition: str) -> None:
    """`wait_for_function` evaluates a string, which the view's policy forbids."""
    for _ in range(100):
        if frame.evaluate(condition):
            return
        frame.page.wait_for_timeout(50)
    raise AssertionError(condition)


def answer_with_two_sources(page: Page) -> None:
    """Every question of this page gets one answer, made of two real ones."""
    cards = [first_card(page, question) for question in (TRAVEL, "预订的会议室多久没有签到会被释放？")]
    sentences = [{"index": n, "text": f"第{n}句[{n}]。", "citations": [n], "verdict": "supported"} for n in (1, 2)]
    renumbered = [
        {**card, "numbers": [n], "parts": [{**card["parts"][0], "number": n}]} for n, card in enumerate(cards, start=1)
    ]
    answer = {"id": "x", "question": TRAVEL, "status": "answered", "text": "第1句[1]。第2句[2]。", "nearest": []}
    answer |= {"sentences": sentences, "citations": renumbered, "notices": [], "timings_ms": {"total": 12}}
    events: list[tuple[str, object]] = [("citation", {"card": card}) for card in renumbered]
    events += [("sentence", sentence) for sentence in sentences] + [("done", {"answer": answer})]
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\nid: x.{n}\n\n" for n, (name, data) in enumerate(events))
    page.route("**/api/v1/answers", lambda route: route.fulfill(body=body, content_type="text/event-stream"))


def first_card(page: Page, question: str) -> dict[str, Any]:
    return page.request.post("/api/v1/answers", data={"question": question}).json()["citations"][0]


def fits(page: Page) -> bool:
    return page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_from_a_question_to_the_marked_page(page: Page) -> None:
    ask(page, TRAVEL)
    expect(page.locator("#answer .status")).to_contain_text("已回答")
    expect(page.locator("#answer .prose")).to_contain_text("15个工作日")
    card = page.locator(".card").first
    expect(card).to_contain_text("员工手册")
    expect(card).to_contain_text("第 11 页")
    expect(card.locator("mark").first).to_contain_text("15个工作日")
    expect(card.locator(".score")).to_contain_text(re.compile(r"\d\.\d\d"))
    page.locator("#answer .chip").first.click()
    frame = view_frame(page)
    assert "15个工作日" in (frame.locator("svg").first.get_attribute("aria-label") or "")
    mark, window = frame.locator("#mark").bounding_box(), page.locator("#viewer-frame").bounding_box()
    assert mark and window and window["y"] <= mark["y"] < window["y"] + window["height"]
    until(frame, "document.querySelector('image').getBoundingClientRect().width > 100")
    page.locator("#viewer-close").click()
    expect(page.locator("#viewer")).to_be_hidden()
    card.click()
    view_frame(page)


def test_nothing_found_says_so(page: Page) -> None:
    ask(page, NOWHERE)
    expect(page.locator(".refusal")).to_have_text("The documents do not contain an answer to this.")
    expect(page.locator("#evidence")).to_be_hidden()
    expect(page.locator(".chip")).to_have_count(0)


def test_examples_are_asked_by_a_click(page: Page) -> None:
    page.locator(".example").first.click()
    expect(page.locator("#answer .prose")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#answer .chip").first).to_be_visible()
    expect(page.locator("#examples")).to_be_hidden()


def test_an_answer_has_an_address(page: Page) -> None:
    ask(page, TRAVEL)
    shown = page.locator(".prose").inner_text()
    assert "#/answers/" in page.url
    page.reload()
    expect(page.locator(".card")).not_to_have_count(0)
    assert page.locator(".prose").inner_text() == shown
    expect(page.locator("#question")).to_have_value(TRAVEL)
    ask(page, NOWHERE)
    page.go_back()
    expect(page.locator("#question")).to_have_value(TRAVEL)
    assert page.locator(".prose").inner_text() == shown


def test_copy_takes_the_sources_along(page: Page) -> None:
    ask(page, TRAVEL)
    page.get_by_role("button", name="复制答案和出处").click()
    expect(page.get_by_role("button", name="已复制")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert TRAVEL in copied and "[1] 员工手册" in copied and "第 11 页" in copied and "15个工作日" in copied


def test_by_keyboard_alone(page: Page) -> None:
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type("差旅费要在多少天内")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("报销？")
    assert page.input_value("#question").count("\n") == 1
    page.keyboard.press("Enter")
    expect(page.locator("#answer .prose")).to_have_attribute("aria-busy", "false")
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.chip')"):
            break
    chip = page.locator("#answer .chip").first
    expect(chip).to_be_focused()
    expect(page.locator(".card.lit")).to_have_count(1)
    page.keyboard.press("Enter")
    view_frame(page)
    page.keyboard.press("Escape")
    expect(page.locator("#viewer")).to_be_hidden()
    expect(chip).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#question")).to_be_focused()


def test_j_and_k_walk_through_the_citations(page: Page) -> None:
    answer_with_two_sources(page)
    ask(page, TRAVEL)
    chips = page.locator("#answer .chip")
    expect(chips).to_have_count(2)
    page.locator("#answer .status").click()
    page.evaluate("document.activeElement.blur()")
    for place in (0, 1):
        page.keyboard.press("j")
        expect(chips.nth(place)).to_be_focused()
    page.keyboard.press("k")
    expect(chips.nth(0)).to_be_focused()
    page.keyboard.press("Enter")
    view_frame(page)
    page.keyboard.press("j")
    expect(page.locator("#viewer-title")).to_have_text(f"依据 {chips.nth(1).inner_text()}")


def test_on_a_phone_the_document_takes_the_whole_screen(page: Page) -> None:
    page.set_viewport_size(PHONE)
    ask(page, TABLE)
    assert fits(page)
    page.locator("#answer .chip").first.click()
    view_frame(page)
    box = page.locator("#viewer").bounding_box()
    assert box and (box["x"], box["y"], box["width"], box["height"]) == (0, 0, PHONE["width"], PHONE["height"])
    page.locator("#viewer-close").click()
    expect(page.locator("#answer .chip").first).to_be_focused()
    page.goto("/#/documents")
    expect(page.locator(".list tbody tr")).not_to_have_count(0)
    assert fits(page)


def test_at_double_size_nothing_is_cut_off(page: Page) -> None:
    page.set_viewport_size(ZOOMED)
    assert fits(page)
    ask(page, TABLE)
    assert fits(page)
    page.goto("/#/documents")
    expect(page.locator(".list tbody tr")).not_to_have_count(0)
    assert fits(page)


def test_what_stands_in_documents_and_questions_is_only_text(page: Page) -> None:
    """Titles, names, text and questions, in the answer, the cards, the document, the list and the dialogue."""
    ask(page, f"鹦鹉每天喂食几次？{HOSTILE}")
    expect(page.locator(".prose")).to_contain_text("两次")
    expect(page.locator(".card").first).to_contain_text("<img src=x")
    page.locator("#answer .chip").first.click()
    frame = view_frame(page)
    assert "<img src=x" in frame.locator("h1").inner_text()
    page.goto("/#/documents")
    row = page.locator(".list tbody tr", has_text="<script>")
    row.get_by_role("button").click()
    expect(page.locator("#confirm-title")).to_contain_text("<img src=x")
    page.locator("#confirm button[value=no]").click()
    for where in (page, frame):
        assert where.evaluate("document.querySelectorAll('img[src=x], main script, article script').length") == 0
        assert where.evaluate("window.hit") is None


def test_the_server_may_go_and_come_back(page: Page) -> None:
    expect(page.locator(".example").first).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_contain_text("youju serve")
    page.fill("#question", TRAVEL)
    page.press("#question", "Enter")
    expect(page.locator(".notice.failed")).to_contain_text("youju serve")
    page.context.set_offline(False)
    expect(page.locator("#banner")).to_have_text("部分功能降级：语义检索。答案仍逐句核对。")  # no vectors in tests
    ask(page, TRAVEL)
    expect(page.locator("#answer .chip").first).to_be_visible()


def test_a_stream_that_breaks_goes_on_where_it_broke(page: Page) -> None:
    asked: list[str | None] = []

    def half(route: Route) -> None:
        asked.append(route.request.headers.get("last-event-id"))
        response = route.fetch()
        events = response.text().split("\n\n")
        whole = len(asked) > 1
        route.fulfill(response=response, body="\n\n".join(events if whole else [*events[:2], ""]))

    page.route("**/api/v1/answers", half)
    ask(page, TRAVEL)
    expect(page.locator(".prose")).to_contain_text("15个工作日")
    assert asked[0] is None and asked[1] and asked[1].endswith(".2")


def test_a_question_can_be_stopped_before_anything_came(page: Page) -> None:
    page.route("**/api/v1/answers", lambda _: None)
    page.fill("#question", TRAVEL)
    page.press("#question", "Enter")
    expect(page.locator("#answer .status")).to_have_text("正在查找依据…")
    expect(page.locator("#send")).to_be_hidden()
    page.locator("#stop").click()
    expect(page.locator("#answer .status")).to_have_text("已停止")
    expect(page.locator("#send")).to_be_visible()
    page.unroute_all()
    ask(page, TRAVEL)
    expect(page.locator("#answer .chip").first).to_be_visible()


def test_a_problem_is_told_in_words(page: Page) -> None:
    page.route(
        "**/api/v1/answers",
        lambda route: route.fulfill(status=503, json={"code": "busy", "detail": "Too many questions at once."}),
    )
    page.fill("#question", TRAVEL)
    page.press("#question", "Enter")
    expect(page.locator(".notice.failed")).to_have_text("同时提问太多，请稍候再试。")
    page.unroute_all()


def test_a_question_that_is_too_long_cannot_be_sent(page: Page) -> None:
    expect(page.locator(".example").first).to_be_visible()
    page.fill("#question", "长" * 4010)
    expect(page.locator("#count")).to_have_text("超出 10 字")
    expect(page.locator("#send")).to_be_disabled()
    page.press("#question", "Enter")
    expect(page.locator("#answer")).to_be_hidden()


def test_adding_and_deleting_documents(page: Page, tmp_path: Path) -> None:
    good, empty = tmp_path / "值班规定.md", tmp_path / "空.txt"
    good.write_text("# 值班规定\n\n值班补贴每天二百元。\n", encoding="utf-8")
    empty.write_bytes(b"")
    page.goto("/#/documents")
    page.locator(".placing summary").click()
    page.fill("[name=roles]", "行政， hr")
    page.set_input_files("#files", [good, empty])
    expect(page.locator("#upload-items li")).to_have_count(2)
    expect(page.locator("#upload-items li").nth(0)).to_contain_text("已添加")
    expect(page.locator("#upload-items li").nth(1)).to_contain_text("未导入")
    row = page.locator(".list tbody tr", has_text="值班规定.md")
    expect(row).to_contain_text("可检索")
    expect(row).to_contain_text("hr、行政")
    row.get_by_role("button", name="删除 值班规定").click()
    expect(page.locator("#confirm-text")).to_contain_text("全部 1 个版本、1 个段落")
    page.keyboard.press("Escape")
    expect(row).to_be_visible()
    row.get_by_role("button").click()
    page.locator("#confirm button[value=yes]").click()
    expect(page.locator("#library-said")).to_have_text("已删除 值班规定。")
    expect(row).to_have_count(0)


def test_the_list_is_narrowed_by_name(page: Page) -> None:
    page.goto("/#/documents")
    rows = page.locator(".list tbody tr")
    expect(rows).not_to_have_count(1)
    page.fill(".filter", "travel")
    expect(rows).to_have_count(1)
    page.fill(".filter", "没有这个")
    expect(page.locator(".nothing")).to_be_visible()


def test_in_english(page: Page) -> None:
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#send")).to_have_text("Ask")
    page.reload()
    ask(page, "What is the hotel limit per night in zone B?")
    expect(page.locator("#answer .status")).to_contain_text("Answered")
    page.locator("#answer .chip").first.click()
    assert view_frame(page).locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("address_of_page", ["/", "/#/documents"])
def test_everything_that_can_be_pressed_has_a_name(page: Page, address_of_page: str) -> None:
    page.goto(address_of_page)
    page.wait_for_load_state("networkidle")
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, a, input, textarea, iframe, summary')]
        .filter((node) => node.checkVisibility())
        .filter((node) => !(node.innerText?.trim() || node.ariaLabel || node.title || node.labels?.length))
        .map((node) => node.outerHTML)"""
    )
    assert nameless == []


def test_no_motion_where_none_is_wanted(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    ask(page, TRAVEL)
    assert page.evaluate("document.getAnimations().length") == 0
