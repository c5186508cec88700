"""How the sentences of an answer become blocks: fed as they arrive, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

DRAW = """async (sentences) => {
  const { Prose } = await import("/static/prose.js");
  const root = document.createElement("div");
  const chip = (number) => Object.assign(document.createElement("sup"), { textContent: number });
  const prose = new Prose(root, chip);
  for (const sentence of sentences) prose.add(sentence, "doubt");
  return root.innerHTML.replace(/<span class="sentence">|<\\/span>| tabindex="0"/g, "");
}"""


def drawn(page: Page, *sentences: tuple[str, str], citations: tuple[int, ...] = (1, 2)) -> str:
    return page.evaluate(DRAW, [{"lead": lead, "text": text, "citations": citations} for lead, text in sentences])


@pytest.mark.parametrize(
    ("sentences", "html"),
    [
        ([("", "甲[1]。"), ("", "乙[2]。")], "<p>甲<sup>1</sup>。乙<sup>2</sup>。</p>"),
        ([("", "One[1]."), (" ", "Two.")], "<p>One<sup>1</sup>. Two.</p>"),
        ([("", "甲。"), ("\n\n", "乙。")], "<p>甲。</p><p>乙。</p>"),
        ([("", "- 甲[1]"), ("\n", "- 乙")], "<ul><li>甲<sup>1</sup></li><li>乙</li></ul>"),
        ([("", "包括："), ("\n", "1. 甲"), ("\n", "2. 乙")], '<p>包括：</p><ol start="1"><li>甲</li><li>乙</li></ol>'),
        ([("", "（一）甲；"), ("\n", "（二）乙。")], '<ul class="plain"><li>（一）甲；</li><li>（二）乙。</li></ul>'),
        ([("", "## 题"), ("\n\n", "文")], "<h4>题</h4><p>文</p>"),
        ([("", "> 引文")], "<blockquote>引文</blockquote>"),
        ([("", "```\na[1] | b\n```"), ("\n", "后")], "<pre><code>a[1] | b\n</code></pre><p>后</p>"),
        ([("", "dp[i][1] 为收益[1]。")], "<p>dp[i][1] 为收益<sup>1</sup>。</p>"),
        ([("", "收益[1]见 `a[1]`。")], "<p>收益<sup>1</sup>见 <code>a[1]</code>。</p>"),
        ([("", "`a[1]` 与 **重点**")], "<p><code>a[1]</code> 与 <strong>重点</strong></p>"),
    ],
)
def test_blocks(page: Page, sentences: list[tuple[str, str]], html: str) -> None:
    assert drawn(page, *sentences) == html


@pytest.mark.parametrize(
    "sentences",
    [
        [("", "| 职级 | 限额 |"), ("\n", "|---|:--|"), ("\n", "| P7 | 700元 [1] |")],
        [("", "| 职级 | 限额 |"), ("\n|---|---|\n", "| P7 | 700元 | [1]")],
        [("", "| 职级 | 限额 |\n|---|---|\n| P7 | 700元 [1] |")],
    ],
)
def test_tables(page: Page, sentences: list[tuple[str, str]]) -> None:
    html = drawn(page, *sentences)
    assert html.replace(' scope="col"', "") == (
        '<div class="wide"><table><thead><tr><th>职级</th><th>限额</th></tr></thead>'
        "<tbody><tr><td>P7</td><td>700元 <sup>1</sup></td></tr></tbody></table></div>"
    )


@pytest.mark.parametrize("text", ["[2023]京01民终5号", "dp[3]", "[9] [10]", "<b>[x]</b>", "&lt;[0,1]"])
def test_what_is_no_citation_of_the_sentence_stays(page: Page, text: str) -> None:
    html: Any = drawn(page, ("", text))
    assert "<sup>" not in html
    assert page.evaluate("(html) => new DOMParser().parseFromString(html, 'text/html').body.textContent", html) == text
