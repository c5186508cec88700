"""A case of labour law on the page: results side by side, every step with its article, what is missing."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.server.living import served, youju

LAW = Path(__file__).parents[1] / "law" / "advice" / "labour_contract_law.txt"
DISMISSED = "被辞退能拿多少钱，干了3年4个月，月薪8000"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """A server of the Labour Contract Law alone, in place of the samples."""
    home = tmp_path_factory.mktemp("law") / "home"
    done = youju(home, "add", str(LAW))
    assert done.returncode == 0, done.stderr
    with served(home) as opened:
        yield opened


def ask(page: Page, question: str) -> None:
    page.fill("#question", question)
    page.press("#question", "Enter")
    expect(page.locator("#answer .prose")).to_have_attribute("aria-busy", "false")


def test_n_and_n_plus_one_and_2n_with_their_steps_and_articles(page: Page) -> None:
    ask(page, DISMISSED)
    worked = page.locator("#answer .worked")
    expect(worked).to_have_count(3)
    expect(worked.locator("summary")).to_have_text(
        ["经济补偿（N） 28000.00 元", "经济补偿加代通知金（N+1） 36000.00 元", "违法解除赔偿金（2N） 56000.00 元"]
    )
    step = worked.first.locator("ol > li").filter(has_text="28000.00元")
    expect(step).to_contain_text("《劳动合同法》第四十六条")
    expect(page.locator(".calculations")).to_contain_text("按您所说：工作年限 3年4个月；月工资 8000")
    expect(page.locator(".calculations")).to_contain_text("可补充：")
    step.locator(".chip").first.click()
    expect(page.locator("#viewer")).to_be_visible()


def test_a_kept_answer_shows_its_calculations_again(page: Page) -> None:
    ask(page, DISMISSED)
    expect(page).to_have_url(re.compile("#/answers/"))
    page.reload()
    expect(page.locator("#answer .worked")).to_have_count(3)
    expect(page.locator("#answer .worked .chip").first).to_be_visible()


def test_what_is_needed_is_told_with_what_it_decides(page: Page) -> None:
    ask(page, "被公司辞退了怎么赔")
    expect(page.locator("#answer .worked")).to_have_count(0)
    needed = page.locator(".calculations p").filter(has_text="还需要：")
    expect(needed).to_contain_text("工作年限（")
    expect(needed).to_contain_text("月平均工资（")
