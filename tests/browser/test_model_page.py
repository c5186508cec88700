"""The page while a language model works: what a person sees of it, and that the button really stops it."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.models.scripted import ScriptedModel, Turn, calls, hangs_after, says, scripted_model, thinks
from tests.server.living import served

TRAVEL = "差旅费要在多少天内报销？"
TRUE = "差旅费应在出差结束后15个工作日内提交报销申请[1]。"
LATE = "出差结束后超过60天的，不予报销[1]。"
INVENTED = "超过30天的，按一半报销[1]。"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def model() -> Generator[ScriptedModel]:
    with scripted_model(says("资料中未找到相关内容"), forever=True) as running:
        yield running


@pytest.fixture(scope="module")
def address(sample_home: Path, model: ScriptedModel) -> Generator[str]:
    """A server of the sample base whose answers the model writes."""
    with served(sample_home, **model.environment()) as opened:
        yield opened


def play(model: ScriptedModel, *turns: Turn) -> None:
    """From the next request on."""
    first = len(model.requests)
    model.script = lambda _, number: turns[number - first]


def ask(page: Page) -> None:
    page.fill("#question", TRAVEL)
    page.press("#question", "Enter")


def test_what_a_model_does_is_folded_beside_its_answer(page: Page, model: ScriptedModel) -> None:
    play(
        model,
        thinks("先看<b>期限</b>。") + calls("search", query="报销 期限"),
        says(TRUE, INVENTED),
        says(LATE, INVENTED),
    )
    page.set_viewport_size(PHONE)
    ask(page)
    prose = page.locator("#answer .prose")
    expect(prose).to_have_attribute("aria-busy", "false")
    expect(prose).to_have_text(TRUE.replace("[1]", "1") + LATE.replace("[1]", "1"))
    expect(page.locator("#answer .status")).to_contain_text("部分有据")
    expect(page.locator("#answer .status")).to_contain_text("1 句未显示")
    expect(page.locator(".notice.withheld")).to_have_text("有 1 句内容因缺少依据未予显示。")
    steps, thoughts = page.locator("details.steps"), page.locator("details.thoughts")
    expect(steps.locator("summary")).to_have_text("过程：4 步")
    expect(thoughts.locator("summary")).to_have_text("模型的思考（不是回答）")
    for folded in (steps, thoughts):
        expect(folded).not_to_have_attribute("open", "")
        folded.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(folded).to_have_attribute("open", "")
    expect(steps.locator("li").nth(2)).to_have_text(re.compile(r"检索“报销 期限”：\d+ 处命中（1/6）"))
    expect(steps.locator("li").nth(3)).to_have_text("1 句未通过核对，请模型改写一次")
    expect(thoughts.locator("p")).to_have_text("先看<b>期限</b>。")
    expect(thoughts.locator("p")).to_have_css("font-style", "italic")
    assert "先看" not in prose.inner_text()
    assert page.locator("details .chip").count() == 0
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    page.reload()
    expect(prose).to_have_text(TRUE.replace("[1]", "1") + LATE.replace("[1]", "1"))
    expect(page.locator(".notice.withheld")).to_have_count(1)
    expect(steps).to_be_hidden()


def test_the_button_stops_the_model_and_what_was_shown_stays(page: Page, model: ScriptedModel) -> None:
    play(model, thinks("嗯") + hangs_after(TRUE, "出差"))
    ask(page)
    expect(page.locator("#answer .chip")).to_have_count(1)
    expect(page.locator("#answer .status")).to_have_text("模型作答，逐句核对后显示")
    page.locator("#stop").click()
    assert model.requests[-1].closes_within(1)
    expect(page.locator("#answer .status")).to_contain_text("已停止")
    expect(page.locator("#answer .prose")).to_have_text(TRUE.replace("[1]", "1"))
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator("#send")).to_be_visible()


def test_a_model_that_is_down_is_told_once(page: Page, model: ScriptedModel) -> None:
    play(model, Turn(status=404, body=b'{"error": {"code": "model_not_found"}}'))
    ask(page)
    expect(page.locator("#answer .prose")).to_contain_text("15个工作日")
    expect(page.locator(".notice")).to_have_text(["语言模型不可用（没有所配置的模型），以下为资料原文摘录。"])
